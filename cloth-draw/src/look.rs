//! How a picture is drawn: what a user chooses, and nothing of the scene.

use glam::Vec3;
use std::sync::Arc;

/// How the cloth's surface is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// Lit at each pixel, with a highlight (Phong).
    #[default]
    Phong,
    /// Lit at each vertex (Gouraud).
    Gouraud,
    /// Gouraud on the left half of the picture, Phong on the right (S2-19).
    Split,
    /// Lit once a triangle.
    Flat,
    /// The unit normal as a colour (S4-5).
    Normals,
    /// The largest strain of the links at each particle as a colour, with a legend.
    Strain,
    /// No surface.
    None,
}

impl Surface {
    /// All, in the order in which a user steps through them.
    pub const ALL: [Self; 7] = [
        Self::Phong,
        Self::Gouraud,
        Self::Split,
        Self::Flat,
        Self::Normals,
        Self::Strain,
        Self::None,
    ];

    /// The name in lists and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 7] = [
            "phong", "gouraud", "split", "flat", "normals", "strain", "none",
        ];
        NAMES[self as usize]
    }
}

/// What a lit surface is painted with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Two colours in squares.
    #[default]
    Checker,
    /// One colour.
    Plain,
    /// [`Look::texture`], or plain without one.
    Texture,
}

impl Paint {
    /// All, in the order of a list to choose from.
    pub const ALL: [Self; 3] = [Self::Checker, Self::Plain, Self::Texture];

    /// The name in lists and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["checker", "plain", "texture"][self as usize]
    }
}

/// Light or dark: the background, and the panel on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light text on dark.
    #[default]
    Dark,
    /// Dark text on light.
    Light,
}

/// How strong each part of Phong's light is; 1 is as the viewer comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shine {
    /// Light from everywhere, 0 to 2.
    pub ambient: f32,
    /// Light from the lamps that the surface scatters, 0 to 2.
    pub diffuse: f32,
    /// Light from the main lamp that the surface mirrors, 0 to 2. Only with [`Surface::Phong`],
    /// [`Surface::Gouraud`] and [`Surface::Split`].
    pub specular: f32,
    /// Phong's exponent, 1 to 200: the greater, the smaller the highlight.
    pub exponent: f32,
}

impl Shine {
    /// As the viewer comes.
    pub const DEFAULT: Self = Self {
        ambient: 1.0,
        diffuse: 1.0,
        specular: 0.25,
        exponent: 24.0,
    };
}

/// A picture to paint the cloth with: colours `0x00RRGGBB`, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    /// Pixels in a row, 1 or more.
    pub width: usize,
    /// Rows of pixels, 1 or more.
    pub height: usize,
    /// The pixels.
    pub pixels: Vec<u32>,
}

/// Everything about how a picture is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The cloth's surface.
    pub surface: Surface,
    /// What it is painted with.
    pub paint: Paint,
    /// The texture, if one was loaded.
    pub texture: Option<Arc<Texture>>,
    /// Springs as lines: structural, shear, bend.
    pub springs: [bool; 3],
    /// The edges of the triangles as lines.
    pub mesh: bool,
    /// Normals as lines (S2-15).
    pub normals: bool,
    /// Marks where the cloth touches something, itself included.
    pub contacts: bool,
    /// The wind as red arrows (S0-15).
    pub wind: bool,
    /// Soft shadows on floors.
    pub shadow: bool,
    /// Parts of the light.
    pub shine: Shine,
    /// Background.
    pub theme: Theme,
}

impl Look {
    /// As the viewer comes: a lit, checkered cloth.
    pub const DEFAULT: Self = Self {
        surface: Surface::Phong,
        paint: Paint::Checker,
        texture: None,
        springs: [false; 3],
        mesh: false,
        normals: false,
        contacts: false,
        wind: false,
        shadow: true,
        shine: Shine::DEFAULT,
        theme: Theme::Dark,
    };
}

/// A direction to look from (S4-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Along −z.
    Front,
    /// Along −x.
    Side,
    /// From above.
    Top,
    /// From below.
    Bottom,
}

impl Side {
    /// All sides.
    pub const ALL: [Self; 4] = [Self::Front, Self::Side, Self::Top, Self::Bottom];

    /// The name in lists and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["front", "side", "top", "bottom"][self as usize]
    }

    /// The unit vector from what is seen to the eye.
    #[must_use]
    pub const fn to_eye(self) -> Vec3 {
        match self {
            Self::Front => Vec3::Z,
            Self::Side => Vec3::X,
            Self::Top => Vec3::Y,
            Self::Bottom => Vec3::NEG_Y,
        }
    }
}
