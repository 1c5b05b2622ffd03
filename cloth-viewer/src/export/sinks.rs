//! What recordings are written to.

use super::worker::Sink;
use cloth_draw::output::{GifWriter, Mesh, OutputError, SequenceWriter, copy, save_obj};
use cloth_draw::raster::Framebuffer;
use std::fs;
use std::path::PathBuf;

/// A cloth's surface, as it is at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shape {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) columns: usize,
}

impl From<&Mesh<'_>> for Shape {
    fn from(mesh: &Mesh<'_>) -> Self {
        Self {
            positions: mesh.positions.to_vec(),
            normals: mesh.normals.to_vec(),
            triangles: mesh.triangles.to_vec(),
            columns: mesh.columns,
        }
    }
}

impl Shape {
    fn mesh(&self) -> Mesh<'_> {
        Mesh {
            positions: &self.positions,
            normals: &self.normals,
            triangles: &self.triangles,
            columns: self.columns,
        }
    }
}

impl Sink<Framebuffer> for GifWriter {
    fn push(&mut self, frame: &Framebuffer) -> Result<(), OutputError> {
        Self::push(self, frame)
    }

    fn repeat(&mut self) -> Result<(), OutputError> {
        Self::repeat(self)
    }

    fn finish(self) -> Result<usize, OutputError> {
        Self::finish(self)
    }
}

impl Sink<Framebuffer> for SequenceWriter {
    fn push(&mut self, frame: &Framebuffer) -> Result<(), OutputError> {
        Self::push(self, frame)
    }

    fn repeat(&mut self) -> Result<(), OutputError> {
        Self::repeat(self)
    }

    fn finish(self) -> Result<usize, OutputError> {
        Self::finish(self)
    }
}

/// Writes `shape-00000.obj`, `shape-00001.obj`, … into a folder.
#[derive(Debug)]
pub(super) struct ShapeWriter {
    folder: PathBuf,
    count: usize,
}

impl ShapeWriter {
    /// Makes the folder, which must be new.
    pub(super) fn create(folder: PathBuf) -> Result<Self, OutputError> {
        fs::create_dir(&folder).map_err(|error| OutputError::io(&folder, error))?;
        Ok(Self { folder, count: 0 })
    }

    fn place(&self, number: usize) -> PathBuf {
        self.folder.join(format!("shape-{number:05}.obj"))
    }
}

impl Sink<Shape> for ShapeWriter {
    fn push(&mut self, shape: &Shape) -> Result<(), OutputError> {
        let path = self.place(self.count);
        save_obj(&path, &shape.mesh())?;
        self.count += 1;
        Ok(())
    }

    fn repeat(&mut self) -> Result<(), OutputError> {
        let Some(last) = self.count.checked_sub(1) else {
            return Ok(());
        };
        copy(&self.place(last), &self.place(self.count))?;
        self.count += 1;
        Ok(())
    }

    fn finish(self) -> Result<usize, OutputError> {
        Ok(self.count)
    }
}
