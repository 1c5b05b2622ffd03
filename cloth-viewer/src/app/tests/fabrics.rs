//! Fabrics.

use super::{bare, keys};
use crate::app::App;
use crate::export::Exporter;
use crate::input::Command;
use crate::test_files::test_folder;
use cloth_core::host::Fabric;

#[test]
fn a_fabric_is_one_change_and_goes_with_the_cloth_to_another_grid() {
    let mut app = bare(&["four-corners", "--grid", "16"]);
    let original = *app.simulation().scene();
    let denim = Fabric::named("denim").unwrap();
    let mut chosen = app.controls();
    denim.apply(&mut chosen.scene, chosen.grid);
    app.take_controls(chosen);
    assert_eq!(app.simulation().scene().cloth.density, 0.324);
    let mut chosen = app.controls();
    (chosen.grid.columns, chosen.grid.rows) = (31, 31);
    app.take_controls(chosen);
    let grid = app.controls().grid;
    assert_eq!(Fabric::of(app.simulation().scene(), grid), Some(denim));
    app.update(&keys(&[Command::Undo]));
    let grid = app.controls().grid;
    assert_eq!(grid.columns, 16);
    assert_eq!(Fabric::of(app.simulation().scene(), grid), Some(denim));
    app.update(&keys(&[Command::Undo]));
    assert_eq!(*app.simulation().scene(), original);
    assert!(!app.can_undo());
}

/// Of its own grid: a file holds the values that its cloth has there.
#[test]
fn a_fabric_is_saved_and_opened_the_same() {
    let folder = test_folder("fabric");
    let text = |own: &str| {
        format!(
            "name = \"n\"\nsource = \"s\"\nsummary = \"u\"\n[cloth]\nfabric = \"silk\"\n\
             columns = 12\nrows = 9\n[pins]\ntop-edge = true\n{own}"
        )
    };
    for (i, own) in ["", "[springs]\nbend = 0.5\n"].into_iter().enumerate() {
        let path = folder.join(format!("{i}.toml"));
        std::fs::write(&path, text(own)).unwrap();
        let path = path.to_str().unwrap();
        let read = crate::scene_file::read(path.as_ref()).unwrap();
        let mut app = bare(&[path, "--grid", "24"]);
        let scene = app.simulation().scene();
        assert_ne!(scene.xpbd.bend, read.scene.xpbd.bend);
        assert_eq!(scene.springs.bend == 0.5, i == 1);
        app.exporter = Exporter::new(folder.join(format!("saved-{i}")));
        app.update(&keys(&[Command::SaveScene]));
        let saved = app.notice().strip_prefix("in ").unwrap().to_owned();
        let again = crate::scene_file::read(saved.as_ref()).unwrap();
        assert_eq!(again, read);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Springs of a fabric are stiff: nothing is refused, but the banner says what else is needed.
#[test]
fn denim_on_a_large_grid_is_said_to_need_more_substeps() {
    let mut app = bare(&["four-corners", "--mode", "hooke", "--grid", "64"]);
    let said = |app: &mut App| {
        app.update(&keys(&[]));
        let grid = app.controls().grid;
        crate::stability::beyond(app.simulation().scene(), grid, app.watch.stable_dt())
    };
    app.update(&keys(&[Command::Pause]));
    assert_eq!(said(&mut app), None);
    let mut chosen = app.controls();
    let denim = Fabric::named("denim").unwrap();
    denim.apply(&mut chosen.scene, chosen.grid);
    chosen.scene.solver.substeps = 4;
    app.take_controls(chosen);
    let (text, enough) = said(&mut app).unwrap();
    assert!(text.ends_with(" % of the stable limit"), "{text}");
    let mut chosen = app.controls();
    chosen.scene.solver.substeps = enough.unwrap();
    app.take_controls(chosen);
    assert_eq!(said(&mut app), None);
}
