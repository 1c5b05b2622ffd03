//! What the number formats lose in cases whose answer a formula gives.

use super::ask::Question;
use super::case::{Case, known};
use cloth_core::Mode;
use cloth_core::host::{Format, Method};

/// The cases.
pub const CASES: &[Case] = &[
    Case {
        question: Question::Fall(17, 400, 0.0, Mode::Constraint, Method::Verlet),
        unit: "%",
        known: &[
            known(Format::F32, Some(0.0282), 0.001),
            known(Format::Fixed, Some(-1.0), 0.03),
        ],
    },
    Case {
        question: Question::Fall(17, 123, 1e6, Mode::Constraint, Method::Verlet),
        unit: "%",
        known: &[
            known(Format::F32, None, 0.001),
            known(Format::Fixed, None, 0.03),
        ],
    },
    Case {
        question: Question::Fall(97, 100, 0.0, Mode::Xpbd, Method::Verlet),
        unit: "%",
        known: &[
            known(Format::F32, Some(-0.000776), 0.001),
            known(Format::Fixed, Some(-0.00112), 0.03),
        ],
    },
    Case {
        question: Question::Fall(128, 300, 0.0, Mode::Hooke, Method::Verlet),
        unit: "%",
        known: &[
            known(Format::F32, Some(-0.0274), 0.001),
            known(Format::Fixed, Some(0.0193), 0.03).long(),
        ],
    },
    Case {
        question: Question::Fall(256, 123, 1e3, Mode::Constraint, Method::Verlet),
        unit: "%",
        known: &[
            known(Format::F32, Some(-1.0), 0.001),
            known(Format::Fixed, None, 0.03).long(),
        ],
    },
    Case {
        question: Question::Fall(1024, 6, 0.0, Mode::Hooke, Method::Verlet),
        unit: "%",
        known: &[known(Format::F32, Some(-1.9e-05), 0.001)],
    },
    Case {
        question: Question::Fall(128, 123, 1e3, Mode::Hooke, Method::SymplecticEuler),
        unit: "%",
        known: &[known(Format::F32, Some(-0.00295), 0.001)],
    },
    Case {
        question: Question::Fall(17, 60, 1e3, Mode::Hooke, Method::Rk4),
        unit: "%",
        known: &[known(Format::F32, Some(-0.000636), 0.001)],
    },
    Case {
        question: Question::Fall(17, 60, 1e3, Mode::Hooke, Method::BackwardEuler),
        unit: "%",
        known: &[known(Format::F32, Some(-0.000614), 0.001)],
    },
    Case {
        question: Question::Damping(17, 95, Mode::Hooke),
        unit: "%",
        known: &[
            known(Format::F32, Some(1.36), 0.001),
            known(Format::Fixed, Some(-1.0), 0.03),
        ],
    },
    Case {
        question: Question::Damping(128, 240, Mode::Hooke),
        unit: "%",
        known: &[
            known(Format::F32, Some(1.6), 0.001),
            known(Format::Fixed, Some(-1.0), 0.03).long(),
        ],
    },
    Case {
        question: Question::Damping(128, 95, Mode::Constraint),
        unit: "%",
        known: &[
            known(Format::F32, Some(1.38), 0.03),
            known(Format::Fixed, Some(-1.0), 0.03).long(),
        ],
    },
    Case {
        question: Question::Slides(50, 4),
        unit: "%",
        known: &[
            known(Format::F32, Some(-0.00182), 0.03),
            known(Format::Fixed, Some(0.00557), 0.03),
        ],
    },
    Case {
        question: Question::Slides(50, 64),
        unit: "%",
        known: &[
            known(Format::F32, Some(-0.657), 0.03),
            known(Format::Fixed, Some(1.31), 0.03),
        ],
    },
    Case {
        question: Question::Sticks(50, 4),
        unit: "m",
        known: &[
            known(Format::F32, Some(2.92e-09), 0.0001),
            known(Format::Fixed, Some(8.17e-08), 0.0001),
        ],
    },
    Case {
        question: Question::Sticks(50, 64),
        unit: "m",
        known: &[
            known(Format::F32, Some(2.72e-09), 0.0001),
            known(Format::Fixed, Some(0.0593), 0.0001),
        ],
    },
    Case {
        question: Question::Chain(9, 8, 4),
        unit: "%",
        known: &[
            known(Format::F32, Some(0.000237), 0.03),
            known(Format::Fixed, Some(-0.0252), 0.03),
        ],
    },
    Case {
        question: Question::Chain(9, 32, 4),
        unit: "%",
        known: &[
            known(Format::F32, Some(0.00142), 0.03),
            known(Format::Fixed, Some(-0.296), 0.03),
        ],
    },
    Case {
        question: Question::Chain(9, 128, 1),
        unit: "%",
        known: &[
            known(Format::F32, Some(0.0416), 0.03),
            known(Format::Fixed, Some(0.827), 0.03),
        ],
    },
    Case {
        question: Question::Chain(33, 64, 4),
        unit: "%",
        known: &[
            known(Format::F32, Some(-0.00729), 0.03),
            known(Format::Fixed, Some(-0.117), 0.03),
        ],
    },
    Case {
        question: Question::Pendulum(32, Mode::Xpbd, 2.0),
        unit: "%",
        known: &[
            known(Format::F32, Some(-9.26e-05), 0.03),
            known(Format::Fixed, Some(0.00415), 0.03),
        ],
    },
    Case {
        question: Question::Pendulum(32, Mode::Constraint, 30.0),
        unit: "%",
        known: &[
            known(Format::F32, Some(0.000221), 0.03),
            known(Format::Fixed, Some(0.00737), 0.03),
        ],
    },
];
