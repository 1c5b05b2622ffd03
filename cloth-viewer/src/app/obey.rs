//! What keys and buttons do.

use super::{App, Command};
use crate::action::Action;
use crate::notice::Kind;
use cloth_draw::look::{Surface, Theme};

/// Part of the clock's speed in slow motion.
const SLOW: f64 = 0.25;

/// Whether a command leaves nothing of the cloth as it is.
fn starts_anew(command: Command) -> bool {
    matches!(
        command,
        Command::Reset
            | Command::Scene(_)
            | Command::NextScene
            | Command::PreviousScene
            | Command::ReopenScene
    )
}

impl App {
    /// Obeys the commands; returns how many single steps were among them.
    pub(super) fn obey(&mut self, commands: &[Command]) -> u32 {
        let mut steps = 0;
        for &command in commands {
            self.asked &= command == Command::Quit;
            if command == Command::Step {
                (self.paused, self.ran) = (true, false);
                steps += 1;
            } else {
                self.notice.0.text.clear();
                self.undo.turn();
                self.obey_one(command);
                if starts_anew(command) {
                    // They were of the cloth that was.
                    steps = 0;
                }
            }
        }
        steps
    }

    fn obey_one(&mut self, command: Command) {
        self.ran &= matches!(command, Command::Seek(_) | Command::Present);
        match command {
            Command::Quit => self.quit(),
            // Counted by the caller.
            Command::Step => {}
            Command::Pause => (self.paused, self.broken) = (!self.paused, false),
            Command::StepBack => self.step_back(),
            Command::Seek(step) => self.seek(step),
            Command::Present => self.return_to_present(),
            Command::SlowMotion => self.speed = if self.speed < 1.0 { 1.0 } else { SLOW },
            Command::Help => self.show_help = !self.show_help,
            Command::Panel => self.show_panel = !self.show_panel,
            Command::Plots => self.show_plots = !self.show_plots,
            Command::Theme => {
                self.look.theme = match self.look.theme {
                    Theme::Dark => Theme::Light,
                    Theme::Light => Theme::Dark,
                }
            }
            Command::AutoOrbit => self.auto_orbit = !self.auto_orbit,
            Command::ViewHome => self.camera = self.home,
            Command::ViewFrom(side) => self.camera.look_from(side),
            Command::Surface => self.next_surface(),
            Command::Springs => {
                let any = self.look.springs.contains(&true);
                self.look.springs = [!any; 3];
            }
            Command::Reset => {
                self.let_go();
                if self.apply(Action::Reset) {
                    self.started();
                }
            }
            Command::Undo => self.take_back(),
            Command::Mode => {
                let mut scene = *self.simulation().scene();
                scene.solver.mode = scene.solver.mode.next();
                self.change(&scene);
            }
            Command::Wind => {
                let mut scene = *self.simulation().scene();
                self.wind.switch(&mut scene);
                self.change(&scene);
            }
            Command::Scene(number) => self.load(number),
            Command::NextScene => self.load(self.origin.number().map_or(0, |n| n + 1)),
            Command::PreviousScene => {
                let last = self.library.len().saturating_sub(1);
                let before = |n: usize| n.checked_sub(1).unwrap_or(last);
                self.load(self.origin.number().map_or(last, before));
            }
            Command::FindScenes => self.files.find(&self.library),
            Command::ReopenScene => self.reopen(),
            Command::Screenshot
            | Command::RecordGif
            | Command::RecordPng
            | Command::SaveObj
            | Command::RecordObj
            | Command::SaveScene
            | Command::RecordInputs => self.save(command),
        }
    }

    /// Closes what is open; quits where nothing is. Where something is being recorded it asks once.
    fn quit(&mut self) {
        if self.show_help {
            self.show_help = false;
        } else if self.asked || self.exporter.state().is_empty() {
            self.over = true;
        } else {
            self.asked = true;
            let what = self.exporter.state();
            self.say(
                Kind::Refused,
                format!("{what}: Esc again ends it, and quits"),
            );
        }
    }

    fn next_surface(&mut self) {
        let all = Surface::ALL;
        let now = all.iter().position(|one| *one == self.look.surface);
        self.look.surface = all[now.map_or(0, |i| (i + 1) % all.len())];
        // A picture needs something on it.
        if self.look.surface == Surface::None && !self.look.springs.contains(&true) {
            self.look.springs = [true; 3];
        }
    }
}
