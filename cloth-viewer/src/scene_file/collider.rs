//! Which key of a collider is at fault.
//!
//! serde reads a collider by its `shape` key in two passes, and forgets in between where each key
//! stood. When reading a file has failed, the colliders are read once more with these structs,
//! which keep the places.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shape {
    Sphere,
    Plane,
}

/// What every collider has.
#[derive(Deserialize)]
struct AnyCollider {
    shape: Shape,
}

/// The keys of a sphere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "read for its errors only")]
struct SphereKeys {
    shape: Shape,
    center: [f64; 3],
    radius: f64,
    friction: Option<f64>,
    velocity: Option<[f64; 3]>,
    period: Option<f64>,
}

/// The keys of a plane.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "read for its errors only")]
struct PlaneKeys {
    shape: Shape,
    point: [f64; 3],
    normal: [f64; 3],
    friction: Option<f64>,
}

/// The first fault of a document's colliders: its place in the text, and what is wrong.
pub(super) fn fault(table: &DeTable<'_>) -> Option<(Range<usize>, String)> {
    let (_, colliders) = table.iter().find(|(key, _)| key.get_ref() == "colliders")?;
    let DeValue::Array(items) = colliders.get_ref() else {
        return None;
    };
    items.iter().find_map(|item| {
        let error = match read::<AnyCollider>(item) {
            Ok(AnyCollider {
                shape: Shape::Sphere,
            }) => read::<SphereKeys>(item).err(),
            Ok(AnyCollider {
                shape: Shape::Plane,
            }) => read::<PlaneKeys>(item).err(),
            Err(error) => Some(error),
        }?;
        let place = error.span().unwrap_or_else(|| item.span());
        Some((place, error.message().to_owned()))
    })
}

fn read<'a, T: Deserialize<'a>>(item: &Spanned<DeValue<'a>>) -> Result<T, toml::de::Error> {
    T::deserialize(item.clone().into_deserializer())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::Scene;
    use cloth_core::scene::ColliderScene;

    /// The keys here must be those that the engine's scenes have.
    #[test]
    fn has_no_complaint_about_what_the_engine_writes() {
        let mut scene = Scene::DEFAULT;
        for collider in [
            ColliderScene::Sphere {
                center: [0.0, 1.0, 2.0],
                radius: 0.5,
                friction: 0.1,
                velocity: [1.0, 0.0, 0.0],
                period: 2.0,
            },
            ColliderScene::Plane {
                point: [0.0; 3],
                normal: [0.0, 1.0, 0.0],
                friction: 0.5,
            },
        ] {
            scene.colliders.push(collider).unwrap();
        }
        let text = toml::to_string(&scene).unwrap();
        assert!(text.contains("period"));
        assert_eq!(fault(DeTable::parse(&text).unwrap().get_ref()), None);
    }
}
