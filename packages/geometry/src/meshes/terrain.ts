/**
 * Hills from seeded noise, for `HeightField` and as triangles. Value noise: random heights at the points of a
 * coarse lattice, blended with a smooth polynomial; each octave halves the lattice and the amplitude (Perlin,
 * "An image synthesizer", SIGGRAPH 1985, gives the idea with gradients). Only integer hashing and polynomials
 * are used, so the same seed gives the same bits on every engine.
 */
import { requireInteger, requirePositive, tellUnknown } from '@colide/core';
import type { TriangleGeometry } from '../solids/solid-geometry.ts';
import { HeightField } from './height-field.ts';

/** Settings of a terrain. */
export interface TerrainOptions {
  /** Samples along x. Default 65. */
  columns?: number;
  /** Samples along z. Default 65. */
  rows?: number;
  /** Distance between samples. Default 1. */
  cellSize?: number;
  /** Heights lie in (−amplitude, amplitude). Default 8. */
  amplitude?: number;
  /** Samples from one hill of the coarsest octave to the next. Default 16. */
  period?: number;
  /** Number of octaves. Default 4. */
  octaves?: number;
  /** Seed, an unsigned 32-bit integer. Default 1. */
  seed?: number;
}

/**
 * A height in [−1, 1) for lattice point (x, z): the bits of both and of the seed, mixed by multiplication.
 */
function latticeValue(x: number, z: number, seed: number): number {
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(z, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) / 2 ** 31;
}

/** Weight of the next lattice point at fraction t: 6t⁵ − 15t⁴ + 10t³, flat to second order at both ends. */
function blend(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

function noise(x: number, z: number, seed: number): number {
  const x0 = Math.floor(x);
  const z0 = Math.floor(z);
  const u = blend(x - x0);
  const v = blend(z - z0);
  const near = (1 - u) * latticeValue(x0, z0, seed) + u * latticeValue(x0 + 1, z0, seed);
  const far = (1 - u) * latticeValue(x0, z0 + 1, seed) + u * latticeValue(x0 + 1, z0 + 1, seed);
  return (1 - v) * near + v * far;
}

/** A hilly height field. */
export function terrainField(options: TerrainOptions = {}): HeightField {
  tellUnknown('options', options, ['columns', 'rows', 'cellSize', 'amplitude', 'period', 'octaves', 'seed']);
  const {
    columns = 65,
    rows = 65,
    cellSize = 1,
    amplitude = 8,
    period = 16,
    octaves = 4,
    seed = 1,
  } = options;
  requireInteger('columns', columns, 2, 1e5);
  requireInteger('rows', rows, 2, 1e5);
  requirePositive('amplitude', amplitude);
  requirePositive('period', period);
  requireInteger('octaves', octaves, 1, 16);
  requireInteger('seed', seed, 0, 0xffffffff);
  const heights = new Float64Array(columns * rows);
  // 1 + ½ + ¼ + … stays below 2.
  const first = amplitude / 2;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (let octave = 0; octave < octaves; octave++) {
        const step = 2 ** octave / period;
        heights[row * columns + column] +=
          (first / 2 ** octave) * noise(column * step, row * step, seed + octave);
      }
  return new HeightField({ heights, columns, rows, cellSize });
}

/** The same hills as triangles. */
export function terrainGrid(options: TerrainOptions = {}): TriangleGeometry {
  return terrainField(options).geometry();
}
