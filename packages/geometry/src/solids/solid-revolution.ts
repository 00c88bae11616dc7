/**
 * Solids of revolution around y: cylinder, cone, capsule, torus, as closed triangle meshes. All but the torus
 * are inscribed in the shapes of the same name and convex, so their hulls are the coarse forms of those
 * shapes.
 */
import { requireInteger, requirePositive } from '@colide/core';
import { polygonGeometry } from './internal/polygons.ts';
import type { PolygonGeometry, TriangleGeometry } from './solid-geometry.ts';

function ring(out: number[], sides: number, radius: number, y: number): number {
  const first = out.length / 3;
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    out.push(radius * Math.cos(angle), y, -radius * Math.sin(angle));
  }
  return first;
}

/** The cap over a ring, as seen from above (+y). */
function cap(sides: number, first: number): number[] {
  return Array.from({ length: sides }, (_, i) => first + i);
}

/** Quads between a ring and the one below it. */
function band(faces: number[][], sides: number, upper: number, lower: number): void {
  for (let i = 0; i < sides; i++) {
    const j = (i + 1) % sides;
    faces.push([upper + i, lower + i, lower + j, upper + j]);
  }
}

/** A prism along y: 2 · `sides` vertices, 4 · `sides` − 4 triangles (13 sides: 26 vertices, 48 triangles). */
export function solidCylinder(radius = 1, halfHeight = 1, sides = 24): PolygonGeometry {
  requirePositive('radius', radius);
  requirePositive('halfHeight', halfHeight);
  requireInteger('sides', sides, 3, 1e6);
  const positions: number[] = [];
  const top = ring(positions, sides, radius, halfHeight);
  const bottom = ring(positions, sides, radius, -halfHeight);
  const faces = [cap(sides, top), cap(sides, bottom).reverse()];
  band(faces, sides, top, bottom);
  return polygonGeometry(Float64Array.from(positions), faces);
}

/** A pyramid along y, apex up: `sides` + 1 vertices, 2 · `sides` − 2 triangles. */
export function solidCone(radius = 1, halfHeight = 1, sides = 24): PolygonGeometry {
  requirePositive('radius', radius);
  requirePositive('halfHeight', halfHeight);
  requireInteger('sides', sides, 3, 1e6);
  const positions = [0, halfHeight, 0];
  const base = ring(positions, sides, radius, -halfHeight);
  const faces = [cap(sides, base).reverse()];
  for (let i = 0; i < sides; i++) faces.push([0, base + i, base + ((i + 1) % sides)]);
  return polygonGeometry(Float64Array.from(positions), faces);
}

/** A capsule along y, each half ball made of `rings` bands. */
export function solidCapsule(radius = 1, halfHeight = 1, sides = 24, rings = 8): PolygonGeometry {
  requirePositive('radius', radius);
  requirePositive('halfHeight', halfHeight);
  requireInteger('sides', sides, 3, 1e5);
  requireInteger('rings', rings, 1, 1e5);
  const positions = [0, halfHeight + radius, 0];
  const firsts: number[] = [];
  for (let i = 1; i <= 2 * rings; i++) {
    const lower = i > rings;
    const angle = (Math.PI / 2) * ((lower ? 2 * rings + 1 - i : i) / rings);
    const height = halfHeight + radius * Math.cos(angle);
    firsts.push(ring(positions, sides, radius * Math.sin(angle), lower ? -height : height));
  }
  const south = positions.push(0, -halfHeight - radius, 0) / 3 - 1;
  const faces: number[][] = [];
  const top = firsts[0];
  const bottom = firsts[2 * rings - 1];
  for (let i = 0; i < sides; i++) faces.push([0, top + i, top + ((i + 1) % sides)]);
  for (let i = 1; i < 2 * rings; i++) band(faces, sides, firsts[i - 1], firsts[i]);
  for (let i = 0; i < sides; i++) faces.push([south, bottom + ((i + 1) % sides), bottom + i]);
  return polygonGeometry(Float64Array.from(positions), faces);
}

/** A torus around y: `radius` from the axis to the middle of the tube, `tube` the tube's own radius. */
export function solidTorus(radius = 1, tube = 0.4, sides = 32, rings = 16): TriangleGeometry {
  requirePositive('radius', radius);
  requirePositive('tube', tube);
  if (tube >= radius) throw new RangeError(`tube must be smaller than radius ${radius}, got ${tube}`);
  requireInteger('sides', sides, 3, 1e5);
  requireInteger('rings', rings, 3, 1e5);
  const positions: number[] = [];
  for (let i = 0; i < rings; i++) {
    const angle = (2 * Math.PI * i) / rings;
    ring(positions, sides, radius + tube * Math.sin(angle), tube * Math.cos(angle));
  }
  const faces: number[][] = [];
  for (let i = 0; i < rings; i++) band(faces, sides, i * sides, ((i + 1) % rings) * sides);
  const { indices } = polygonGeometry(Float64Array.from(positions), faces);
  return { positions: Float64Array.from(positions), indices };
}
