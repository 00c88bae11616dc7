/**
 * A block of particles on a lattice for `lattice-shape-matching`, centred on the origin, with the triangles
 * of its surface, which face outward. Cells can be left out, so any body made of cubes can be built.
 *
 * A particle sits in the middle of every cell. The surface runs through the outer particles: it is the
 * boundary of the cubes that have eight particles at their corners. O(cells).
 */
import { requireInteger, requireLength, requirePositive } from '@colide/core';

/** Particles on a lattice. */
export interface LatticeBox {
  /** Three numbers per particle. */
  readonly positions: Float64Array;
  /** Particle of each cell, x fastest, −1 for empty cells. */
  readonly cells: Int32Array;
  /** Cells along x, y and z. */
  readonly size: readonly [number, number, number];
  /** Three particles per triangle of the surface. */
  readonly triangles: Uint32Array;
}

/**
 * For each face of a cube, its outward step along one axis and its corners, counter-clockwise from outside,
 * as bits x, y, z.
 */
const faces = [
  [-1, 0, 0, 0b000, 0b100, 0b110, 0b010],
  [1, 0, 0, 0b001, 0b011, 0b111, 0b101],
  [0, -1, 0, 0b000, 0b001, 0b101, 0b100],
  [0, 1, 0, 0b010, 0b110, 0b111, 0b011],
  [0, 0, -1, 0b000, 0b010, 0b011, 0b001],
  [0, 0, 1, 0b100, 0b101, 0b111, 0b110],
] as const;

/**
 * Makes a block of particles `spacing` apart.
 *
 * @param size cells along x, y and z
 * @param isFilled whether a cell has a particle; all by default
 */
export function createLatticeBox(
  size: readonly [number, number, number],
  spacing: number,
  isFilled: (x: number, y: number, z: number) => boolean = () => true,
): LatticeBox {
  requireLength('size', size, 3);
  for (let axis = 0; axis < 3; axis++) requireInteger(`size[${axis}]`, size[axis], 1);
  requirePositive('spacing', spacing);
  const [nx, ny, nz] = size;
  const cells = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++) {
        if (!isFilled(x, y, z)) continue;
        cells[x + nx * (y + ny * z)] = positions.length / 3;
        positions.push(
          spacing * (x - (nx - 1) / 2),
          spacing * (y - (ny - 1) / 2),
          spacing * (z - (nz - 1) / 2),
        );
      }
  const at = (x: number, y: number, z: number): number =>
    x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz ? -1 : cells[x + nx * (y + ny * z)];
  const isCube = (x: number, y: number, z: number): boolean => {
    for (let c = 0; c < 8; c++) if (at(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)) < 0) return false;
    return true;
  };
  const triangles: number[] = [];
  for (let z = 0; z + 1 < nz; z++)
    for (let y = 0; y + 1 < ny; y++)
      for (let x = 0; x + 1 < nx; x++) {
        if (!isCube(x, y, z)) continue;
        for (const [dx, dy, dz, ...corners] of faces) {
          if (isCube(x + dx, y + dy, z + dz)) continue;
          const [a, b, c, d] = corners.map(bits =>
            at(x + (bits & 1), y + ((bits >> 1) & 1), z + (bits >> 2)),
          );
          triangles.push(a, b, c, a, c, d);
        }
      }
  return { positions: Float64Array.from(positions), cells, size, triangles: Uint32Array.from(triangles) };
}
