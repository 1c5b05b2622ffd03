//! The figures: what each shows and where it comes from.

use cloth_core::host::Method;
use cloth_core::scene::WindScene;
use cloth_core::{Damping, Mode, Scene};
use cloth_draw::look::{Look, Paint, Side, Surface};

/// A figure of a document, as a scene at a moment, drawn in a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    /// The file's name without its ending.
    pub(super) name: &'static str,
    /// The document and the figure.
    pub(super) source: &'static str,
    /// What one sees.
    pub(super) caption: &'static str,
    /// The scene of the library.
    pub(super) scene: &'static str,
    /// Simulated time, s.
    pub(super) seconds: f64,
    pub(super) method: Method,
    /// What is changed in the scene.
    pub(super) tune: fn(&mut Scene),
    /// How it is drawn.
    pub(super) look: fn(&mut Look),
    pub(super) from: Option<Side>,
}

const fn figure(
    name: &'static str,
    source: &'static str,
    caption: &'static str,
    scene: &'static str,
    seconds: f64,
) -> Figure {
    Figure {
        name,
        source,
        caption,
        scene,
        seconds,
        method: Method::Verlet,
        tune: |_| {},
        look: |_| {},
        from: None,
    }
}

impl Figure {
    const fn tuned(self, tune: fn(&mut Scene)) -> Self {
        Self { tune, ..self }
    }

    const fn seen(self, look: fn(&mut Look)) -> Self {
        Self { look, ..self }
    }

    const fn from(self, side: Side) -> Self {
        Self {
            from: Some(side),
            ..self
        }
    }

    const fn by(self, method: Method) -> Self {
        Self { method, ..self }
    }
}

fn springs_alone(look: &mut Look) {
    look.surface = Surface::None;
    look.springs = [true, true, false];
}

fn wireframe(look: &mut Look) {
    look.paint = Paint::Plain;
    look.mesh = true;
}

fn arrows(look: &mut Look) {
    look.wind = true;
}

fn normals(look: &mut Look) {
    look.surface = Surface::Normals;
}

fn stiffness(scene: &mut Scene, k: f64) {
    (scene.springs.structural, scene.springs.shear) = (k, k);
    // S4: a fifth.
    scene.springs.bend = 0.2 * k;
}

/// S4's grams on a square centimetre in kg/m².
fn density(scene: &mut Scene, density: f64) {
    scene.cloth.density = 10.0 * density;
}

fn damping(scene: &mut Scene, percent: f64) {
    scene.solver.damping = Damping::PerStep(percent / 100.0);
}

/// All figures, in the documents' order.
#[rustfmt::skip]
pub(super) const FIGURES: [Figure; 35] = [
    figure("s0-7.2-springs", "S0, 7.2", "structural and shear springs of 50 × 50 particles, no mesh", "four-corners", 2.0)
        .seen(springs_alone),
    figure("s0-7.3-mesh", "S0, 7.3", "the same as a mesh", "four-corners", 2.0)
        .seen(wireframe),
    figure("s0-8.1-four-corners", "S0, 8.1", "pinned at four corners", "four-corners", 4.0),
    figure("s0-8.2-four-corners-sphere", "S0, 8.2", "pinned at four corners, over a ball", "four-corners-sphere", 4.0),
    figure("s0-8.3-edge-sphere", "S0, 8.3", "pinned along one edge, over a ball", "edge-sphere", 4.0),
    figure("s0-8.4-drape-sphere", "S0, 8.4", "unpinned, over a ball", "drape-sphere", 3.0),
    figure("s0-8.5-wind", "S0, 8.5", "the positional wind as red arrows", "four-corners-wind", 3.0)
        .seen(|look| {
            springs_alone(look);
            arrows(look);
        }),
    figure("s0-8.5-edge-wireframe", "S0, 8.5 (second)", "one edge, over a ball, with wireframe", "edge-sphere", 4.0)
        .seen(wireframe),
    figure("s0-8.6-four-corners-wireframe", "S0, 8.6", "four corners, over a ball, with wireframe", "four-corners-sphere", 4.0)
        .seen(wireframe),
    figure("s2-5.4-string", "S2, 5.4", "the string of 50 particles, falling", "string", 0.45),
    figure("s2-5.5-forward-euler", "S2, 5.5", "forward Euler, about to explode", "super-elastic-limited", 0.1)
        .tuned(|scene| {
            scene.limit = None;
            scene.solver.substeps = 1;
        })
        .by(Method::ForwardEuler),
    figure("s2-5.6-super-elastic", "S2, 5.6", "super-elastic, beside the same with Provot's limit", "super-elastic", 2.0),
    figure("s2-5.18-sphere", "S2, 5.18", "draped over a ball", "drape-sphere", 2.5)
        .seen(|look| look.paint = Paint::Plain),
    figure("s2-5.22-normals", "S2, 5.22", "vertex normals", "four-corners-sphere", 3.0)
        .seen(|look| {
            look.normals = true;
            look.paint = Paint::Plain;
        }),
    figure("s2-5.26-cross-wind", "S2, 5.26", "a wind from the side, with arrows", "cross-wind", 3.0)
        .seen(arrows),
    figure("s2-5.30-gouraud-phong", "S2, 5.30", "light by vertex (left) and by pixel (right), 50 × 50, in a cross-wind", "cross-wind", 0.7)
        .seen(|look| {
            look.surface = Surface::Split;
            look.paint = Paint::Plain;
            look.shine.specular = 0.45;
            look.shine.exponent = 40.0;
        }),
    figure("s2-6.2-sphere-wind", "S2, 6.2", "over a ball in a north-westerly wind", "sphere-wind", 3.0)
        .tuned(|scene| {
            let coefficient = scene.forces.wind.map_or(0.1, |wind| wind.coefficient);
            scene.forces.wind = Some(WindScene {
                velocity: [2.0, 0.0, 2.0],
                coefficient,
            });
        }),
    figure("s3-ball-and-floor", "S3", "on a ball and off it, on to the floor", "ball-and-floor", 2.2),
    figure("s3-flag", "S3", "a flag", "flag", 4.0),
    figure("s4-stiffness-1", "S4, ks", "pinned2, ks = 1 N/m", "pinned2", 4.0)
        .tuned(|scene| stiffness(scene, 1.0)),
    figure("s4-stiffness-5000", "S4, ks", "pinned2, ks = 5000 N/m (as it comes)", "pinned2", 4.0),
    figure("s4-stiffness-100000", "S4, ks", "pinned2, ks = 100000 N/m", "pinned2", 4.0)
        .tuned(|scene| stiffness(scene, 100_000.0)),
    figure("s4-density-1", "S4, density", "pinned2, 1 g/cm²", "pinned2", 4.0)
        .tuned(|scene| density(scene, 1.0)),
    figure("s4-density-15", "S4, density", "pinned2, 15 g/cm² (as it comes)", "pinned2", 4.0),
    figure("s4-density-1000", "S4, density", "pinned2, 1000 g/cm²", "pinned2", 4.0)
        .tuned(|scene| density(scene, 1000.0)),
    figure("s4-density-100000", "S4, density", "pinned2, 100000 g/cm²", "pinned2", 4.0)
        .tuned(|scene| density(scene, 100_000.0)),
    figure("s4-damping-0.0115", "S4, damping", "pinned2 after 1.5 s, 0.0115 % a substep", "pinned2", 1.5)
        .tuned(|scene| damping(scene, 0.0115)),
    figure("s4-damping-0.2", "S4, damping", "pinned2 after 1.5 s, 0.2 % a substep (as it comes)", "pinned2", 1.5),
    figure("s4-damping-1", "S4, damping", "pinned2 after 1.5 s, 1 % a substep", "pinned2", 1.5)
        .tuned(|scene| damping(scene, 1.0)),
    figure("s4-pinned4-top", "S4, pinned_4", "normals as colours, from above", "pinned4", 4.0)
        .seen(normals)
        .from(Side::Top),
    figure("s4-pinned4-bottom", "S4, pinned_4", "normals as colours, from below", "pinned4", 4.0)
        .seen(normals)
        .from(Side::Bottom),
    figure("s4-pinned4-side", "S4, pinned_4", "normals as colours, from the side", "pinned4", 4.0)
        .seen(normals)
        .from(Side::Side),
    figure("s4-sphere", "S4, sphere", "on a small ball", "sphere", 2.0),
    figure("s4-plane", "S4, plane", "on the floor", "plane", 3.0),
    figure("s4-self-collision", "S4, self-collision", "folding on itself", "self-collision", 2.0)
        .tuned(|scene| scene.solver.mode = Mode::Hooke),
];
