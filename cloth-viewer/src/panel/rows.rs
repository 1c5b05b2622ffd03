//! The panel's rows: a name on the left, what can be changed on the right.

use super::number::number;
use cloth_core::scene::{Field, FieldValue};
use egui::{
    Align, Checkbox, ComboBox, Context, DragValue, Id, Label, Layout, PointerButton, Response,
    RichText, Sense, Slider, SliderClamping, Ui, vec2,
};

/// Width of the names, points.
const NAME: f32 = 96.0;
/// Width of a number with its unit, points.
const NUMBER: f32 = 88.0;
/// Percent of a part.
const PERCENT: f64 = 100.0;

/// How the scene's numbers are shown, by the end of their keys: the name, what the slider reaches,
/// and the least value above 0 of a slider on which each decade is as long as the others, or 0.
/// The first that fits counts.
const NUMBERS: [(&str, &str, [f64; 2], f64); 31] = [
    ("cloth.density", "Density", [0.01, 10.0], 0.01),
    ("cloth.particle-radius", "Radius", [0.0, 0.1], 1e-4),
    ("steps-per-second", "Steps", [10.0, 1000.0], 1.0),
    ("damping.rate", "Damping", [0.0, 20.0], 0.01),
    ("damping.per-step", "Damping", [0.0, 1.0], 1e-4),
    ("substeps", "Substeps", [1.0, 200.0], 0.0),
    ("iterations", "Passes", [1.0, 100.0], 0.0),
    ("springs.structural", "Structural", [0.0, 1e5], 0.1),
    ("springs.shear", "Shear", [0.0, 1e5], 0.1),
    ("springs.bend", "Bend", [0.0, 1e5], 0.1),
    ("springs.damping", "Spring damping", [0.0, 10.0], 1e-4),
    ("xpbd.structural", "Structural", [0.0, 100.0], 1e-6),
    ("xpbd.shear", "Shear", [0.0, 100.0], 1e-6),
    ("xpbd.bend", "Bend", [0.0, 100.0], 1e-6),
    ("xpbd.compression", "Compression", [0.0, 100.0], 1e-6),
    ("xpbd.damping", "Link damping", [0.0, 10.0], 1e-4),
    ("structural", "Structural", [0.0, 1.0], 0.0),
    ("shear", "Shear", [0.0, 1.0], 0.0),
    ("bend", "Bend", [0.0, 1.0], 0.0),
    ("compression", "Compression", [0.0, 1.0], 0.0),
    ("limit.passes", "Limit passes", [1.0, 200.0], 0.0),
    ("self-collision.thickness", "Thickness", [0.0, 1.0], 0.0),
    ("self-collision.friction", "Self-friction", [0.0, 2.0], 0.0),
    ("friction", "Friction", [0.0, 2.0], 0.0),
    ("forces.gravity", "Gravity", [-20.0, 20.0], 0.0),
    ("forces.air-drag", "Air drag", [0.0, 0.1], 1e-6),
    ("forces.wind.velocity", "Wind", [-20.0, 20.0], 0.0),
    (
        "forces.wind.coefficient",
        "Wind strength",
        [0.0, 10.0],
        0.01,
    ),
    ("wind.coefficient", "Force", [-50.0, 50.0], 0.0),
    ("wind.wave-number", "Wave number", [-20.0, 20.0], 0.0),
    ("wind.rate", "Rate", [-20.0, 20.0], 0.0),
];

/// A sentence about a number of the scene, by its key.
fn hint(key: &str) -> &'static str {
    match key.rsplit_once('.').unwrap_or_default() {
        (_, "density") => "Mass of the cloth by area: 0.1 to 0.5 for ordinary cloth.",
        (_, "particle-radius") => "Distance that particles keep from colliders.",
        (_, "steps-per-second") => "Steps a simulated second: usually as many as pictures.",
        ("solver.damping", "rate") => "How fast velocity is lost, at any time step.",
        (_, "per-step") => "Part of its velocity that a particle loses in a substep.",
        (_, "substeps") => "Parts of a step; on finer grids springs get more.",
        (_, "iterations") => "Times that all links are put right in a substep.",
        (_, "structural") => "Links along the threads: how far the cloth stretches.",
        (_, "shear") => "Links across the squares: how far they are pushed askew.",
        (_, "bend") => "Links that skip a particle: how hard the cloth is to fold.",
        ("springs", "damping") => "Damping along each spring.",
        ("pbd", "compression") => "Part of its stiffness that a link has against pressure.",
        (_, "compression") => "Least compliance of a link against pressure: cloth buckles.",
        ("xpbd", "damping") => "Damping along links that have a compliance.",
        (_, "passes") => "Most passes of the limit in a step.",
        (_, "thickness") => "Distance that layers keep: 0.1 to 2 spacings of the grid.",
        ("self-collision", "friction") => "Friction between layers: 0.3 to 0.6 for cotton.",
        (_, "friction") => "Coefficient of friction: cloth on wood has about 0.3.",
        (_, "gravity") => "Acceleration of gravity; y is up.",
        (_, "air-drag") => "Still air's drag on each particle.",
        (_, "velocity") => "Velocity of the air; y is up.",
        ("forces.wind", _) => "Pressure by the wind's velocity: about 1 for light cloth.",
        (_, "coefficient") => "Largest force by mass.",
        (_, "wave-number") => "How fast the force changes along x.",
        (_, "rate") => "How fast the force changes with time.",
        _ => "",
    }
}

/// How a value runs along its slider.
#[derive(Clone, Copy, Debug)]
enum Scale {
    Even,
    /// Each decade as long as the others, down to the value; then 0.
    Decades(f64),
    Whole,
}

/// A row that changes a number.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) unit: &'static str,
    hint: &'static str,
    /// What the slider reaches: the usual values.
    rail: [f64; 2],
    /// What can be typed.
    range: [f64; 2],
    scale: Scale,
}

impl Row {
    /// A number from 0 to 1 that no scene file has, with a sentence about it.
    pub(super) fn new(name: impl Into<String>, unit: &'static str, hint: &'static str) -> Self {
        Self {
            name: name.into(),
            unit,
            hint,
            rail: [0.0, 1.0],
            range: [0.0, 1.0],
            scale: Scale::Even,
        }
    }

    /// A number of the scene.
    pub(super) fn of(field: &Field<'_>) -> Self {
        let known = NUMBERS.iter().find(|row| field.key.ends_with(row.0));
        let &(_, name, rail, smallest) = known.unwrap_or(&NUMBERS[0]);
        let unit = match field.key {
            "solver.damping.per-step" => "/step",
            _ => field.allowed.unit(),
        };
        let scale = match field.value {
            FieldValue::Count(_) => Scale::Whole,
            _ if smallest > 0.0 => Scale::Decades(smallest),
            _ => Scale::Even,
        };
        let range = [field.allowed.low, field.allowed.high];
        Self {
            rail,
            range,
            scale,
            ..Self::new(name, unit, hint(field.key))
        }
    }

    /// What is allowed, and what the slider reaches.
    pub(super) fn within(mut self, low: f64, high: f64) -> Self {
        (self.rail, self.range) = ([low, high], [low, high]);
        self
    }

    /// More than the slider reaches can be typed.
    pub(super) fn typed(mut self, low: f64, high: f64) -> Self {
        self.range = [low, high];
        self
    }

    /// Each decade as long as the others, down to this value.
    pub(super) fn decades(mut self, smallest: f64) -> Self {
        self.scale = Scale::Decades(smallest);
        self
    }

    /// Whole numbers alone.
    pub(super) fn whole(mut self) -> Self {
        self.scale = Scale::Whole;
        self
    }

    /// Shows a number of the scene, or three rows for a vector.
    pub(super) fn field(&self, ui: &mut Ui, now: Field<'_>, then: &Field<'_>) {
        let same = now.key == then.key;
        match (now.value, &then.value) {
            (FieldValue::Count(now), FieldValue::Count(then)) => {
                let mut value = (*now).into();
                self.show(ui, &mut value, (**then).into());
                *now = value.round() as u32;
            }
            (FieldValue::Vector(now), FieldValue::Vector(then)) => {
                for ((axis, now), then) in ["x", "y", "z"].iter().zip(now).zip(**then) {
                    let name = format!("{} {axis}", self.name);
                    Self {
                        name,
                        ..self.clone()
                    }
                    .show(ui, now, then);
                }
            }
            (FieldValue::Number(now), FieldValue::Number(then)) => {
                // Damping may be of another kind now.
                let original = if same { **then } else { *now };
                self.show(ui, now, original);
            }
            _ => {}
        }
    }

    /// A row that changes a number; a double click makes it `original` again.
    pub(super) fn show(&self, ui: &mut Ui, value: &mut f64, original: f64) {
        if let Some(new) = self.edit(ui, *value, original) {
            *value = new;
        }
    }

    /// As [`Row::show`], for a part that is shown in percent.
    pub(super) fn show_percent(&self, ui: &mut Ui, value: &mut f64, original: f64) {
        if let Some(new) = self.edit(ui, *value * PERCENT, original * PERCENT) {
            // Exactly as it was, which a division might miss.
            *value = match new == original * PERCENT {
                true => original,
                false => new / PERCENT,
            };
        }
    }

    /// The new value, if the user has changed it.
    fn edit(&self, ui: &mut Ui, value: f64, original: f64) -> Option<f64> {
        let mut now = value;
        ui.horizontal(|ui| {
            let changed = value.to_bits() != original.to_bits();
            let name = name(ui, &self.name, changed).on_hover_text(self.help(original));
            let rail = self.rail(ui, &mut now);
            self.number(ui, &mut now);
            if name.double_clicked() || is_double_clicked(ui, &rail) {
                now = original;
            }
        });
        (now.to_bits() != value.to_bits()).then_some(now)
    }

    /// What is said about the name.
    fn help(&self, original: f64) -> String {
        format!(
            "{} Double click: back to {}{}.",
            self.hint,
            number(original),
            self.suffix()
        )
    }

    fn suffix(&self) -> String {
        match self.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        }
    }

    fn rail(&self, ui: &mut Ui, now: &mut f64) -> Response {
        let gap = ui.spacing().item_spacing.x;
        ui.spacing_mut().slider_width = (ui.available_width() - NUMBER - gap).max(30.0);
        let slider = Slider::from_get_set(self.rail[0]..=self.rail[1], |new| {
            *now = new.unwrap_or(*now);
            *now
        });
        let slider = slider.show_value(false).clamping(SliderClamping::Edits);
        let response = ui.add(match self.scale {
            Scale::Even => slider,
            Scale::Decades(smallest) => slider.logarithmic(true).smallest_positive(smallest),
            Scale::Whole => slider
                .integer()
                .logarithmic(self.rail[1] - self.rail[0] > 50.0),
        });
        call(ui, &response, &self.name);
        response.on_hover_text(self.hint)
    }

    /// The number, to be dragged or typed.
    fn number(&self, ui: &mut Ui, now: &mut f64) {
        let speed = match self.scale {
            Scale::Even => (self.rail[1] - self.rail[0]) / 400.0,
            Scale::Decades(smallest) => (now.abs() * 0.01).max(smallest),
            Scale::Whole => 0.1,
        };
        let whole = matches!(self.scale, Scale::Whole);
        let [low, high] = self.range;
        let mut beyond = None;
        let field = DragValue::from_get_set(|new| {
            // A field that is left as it was gives back the text, which has fewer digits.
            if let Some(new) = new
                && number(*now).parse() != Ok(new)
                && new.is_finite()
            {
                let asked = if whole { new.round() } else { new };
                *now = asked.clamp(low, high);
                beyond = (*now != asked).then_some(asked);
            }
            *now
        });
        let field = field
            .speed(if speed.is_finite() { speed } else { 1.0 })
            .custom_formatter(|value, _| number(value))
            .update_while_editing(false)
            .suffix(self.suffix());
        ui.spacing_mut().interact_size.x = NUMBER;
        // Room for the longest of them.
        ui.spacing_mut().button_padding.x = 3.0;
        let response = ui.add(field);
        call(ui, &response, &self.name);
        if let Some(asked) = beyond.filter(|_| !response.dragged()) {
            self.hold(ui, asked, *now);
        }
        response.on_hover_text(self.hint);
    }

    /// Says that what was typed is not allowed, in the words of scene files.
    fn hold(&self, ui: &Ui, asked: f64, held: f64) {
        let [low, high] = self.range.map(number);
        let (name, unit) = (&self.name, self.suffix());
        let (asked, held) = (number(asked), number(held));
        let text = format!(
            "{name}: {asked} is out of range: allowed is {low} to {high}{unit}; {held} is set"
        );
        ui.data_mut(|data| data.insert_temp(Id::new(HELD), text));
    }
}

/// The name under which egui remembers what was typed and is not allowed.
const HELD: &str = "held";

/// What was typed in this picture and is not allowed.
pub(super) fn take_held(ctx: &Context) -> Option<String> {
    ctx.data_mut(|data| data.remove_temp(Id::new(HELD)))
}

/// Gives a control the name that tests and screen readers find it by.
pub(super) fn call(ui: &Ui, response: &Response, name: &str) {
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// Whether a control that only knows drags was clicked twice.
fn is_double_clicked(ui: &Ui, response: &Response) -> bool {
    let twice = ui.input(|input| input.pointer.button_double_clicked(PointerButton::Primary));
    twice && ui.is_enabled() && response.contains_pointer()
}

/// The name of a row; one whose value is not the scene's stands out.
fn name(ui: &mut Ui, text: &str, changed: bool) -> Response {
    let size = vec2(NAME, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    let text = match changed {
        true => RichText::new(text).strong(),
        false => RichText::new(text),
    };
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_width(NAME);
        ui.add(Label::new(text).truncate().sense(Sense::click()))
    })
    .inner
}

/// Rows for numbers of the scene; a double click makes one as in `original` again.
pub(super) fn numbers<const N: usize>(ui: &mut Ui, now: [Field<'_>; N], original: [Field<'_>; N]) {
    for (now, then) in now.into_iter().zip(&original) {
        Row::of(&now).field(ui, now, then);
    }
}

/// A row that chooses among a few; a double click on its name goes back to `original`.
pub(super) fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    (title, hint): (&str, &str),
    (value, original): (&mut T, Option<T>),
    all: &[T],
    text: impl Fn(T) -> String,
) -> Picked {
    let mut done = Picked::default();
    let original = original.filter(|one| all.contains(one));
    ui.horizontal(|ui| {
        let changed = original.is_some_and(|one| one != *value);
        let name = name(ui, title, changed);
        if let Some(one) = original {
            name.clone()
                .on_hover_text(format!("{hint} Double click: back to {}.", text(one)));
            if name.double_clicked() {
                *value = one;
            }
        } else {
            name.on_hover_text(hint);
        }
        let combo = ComboBox::from_id_salt(title)
            .selected_text(text(*value))
            .height(320.0)
            .truncate()
            .width(ui.available_width());
        let response = combo.show_ui(ui, |ui| {
            for &one in all {
                if ui.selectable_label(one == *value, text(one)).clicked() {
                    done.again = one == *value;
                    *value = one;
                    ui.close();
                }
            }
        });
        call(ui, &response.response, title);
        done.opened = response.response.clicked();
        response.response.on_hover_text(hint);
    });
    done
}

/// What was done to a row that chooses among a few, besides choosing another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Picked {
    /// Its list was opened, or closed.
    pub(super) opened: bool,
    /// The same was chosen once more.
    pub(super) again: bool,
}

/// A row to switch something on and off. `refused` says why it cannot be, if it cannot.
pub(super) fn switch(ui: &mut Ui, title: &str, hint: &str, on: &mut bool, refused: Option<&str>) {
    let response = ui.add_enabled(refused.is_none(), Checkbox::new(on, title));
    call(ui, &response, title);
    match refused {
        Some(why) => response.on_disabled_hover_text(why),
        None => response.on_hover_text(hint),
    };
}

/// A row to switch a table of the scene on and off.
pub(super) fn table<T: Copy>(
    ui: &mut Ui,
    (title, hint): (&str, &str),
    value: &mut Option<T>,
    fresh: T,
    refused: Option<&'static str>,
) {
    let mut on = value.is_some();
    switch(ui, title, hint, &mut on, refused);
    match (on, value.is_some()) {
        (true, false) => *value = Some(fresh),
        (false, true) => *value = None,
        _ => {}
    }
}

/// A button; whether it was pressed.
pub(super) fn button(ui: &mut Ui, title: &str, hint: &str, enabled: bool) -> bool {
    let response = ui.add_enabled(enabled, egui::Button::new(title));
    response.on_hover_text(hint).clicked()
}
