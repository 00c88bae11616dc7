/**
 * A tube along a (p, q) torus knot: a closed curve that winds p times around the axis y and q times through
 * the hole. The cross sections stand on a frame made from the curve's tangent and its offset from the axis,
 * which closes up by itself because both are periodic.
 */
import { requireInteger, requirePositive } from '@colide/core';
import type { TriangleGeometry } from './solid-geometry.ts';

/** A knotted tube of `segments` cross sections with `sides` vertices each. */
export function solidTorusKnot(
  radius = 1,
  tube = 0.2,
  segments = 96,
  sides = 8,
  p = 2,
  q = 3,
): TriangleGeometry {
  requirePositive('radius', radius);
  requirePositive('tube', tube);
  requireInteger('segments', segments, 3, 1e6);
  requireInteger('sides', sides, 3, 1e5);
  requireInteger('p', p, 1, 1000);
  requireInteger('q', q, 1, 1000);
  const positions = new Float64Array(3 * segments * sides);
  const indices = new Uint32Array(6 * segments * sides);
  for (let i = 0; i < segments; i++) {
    const t = (2 * Math.PI * i) / segments;
    const around = 2 + Math.cos(q * t);
    const x = 0.5 * radius * around * Math.cos(p * t);
    const y = 0.5 * radius * Math.sin(q * t);
    const z = 0.5 * radius * around * Math.sin(p * t);
    const turn = -q * Math.sin(q * t);
    const tangent = unit(
      turn * Math.cos(p * t) - p * around * Math.sin(p * t),
      q * Math.cos(q * t),
      turn * Math.sin(p * t) + p * around * Math.cos(p * t),
    );
    const binormal = unitCross(tangent, [x, y, z]);
    const normal = unitCross(binormal, tangent);
    for (let j = 0; j < sides; j++) {
      const angle = (2 * Math.PI * j) / sides;
      const u = tube * Math.cos(angle);
      const v = tube * Math.sin(angle);
      const at = 3 * (i * sides + j);
      positions[at] = x + u * normal[0] + v * binormal[0];
      positions[at + 1] = y + u * normal[1] + v * binormal[1];
      positions[at + 2] = z + u * normal[2] + v * binormal[2];
      const a = i * sides + j;
      const b = i * sides + ((j + 1) % sides);
      const c = ((i + 1) % segments) * sides + j;
      const d = ((i + 1) % segments) * sides + ((j + 1) % sides);
      indices.set([a, d, c, a, b, d], 6 * (i * sides + j));
    }
  }
  return { positions, indices };
}

type Triple = readonly [number, number, number];

function unit(x: number, y: number, z: number): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function unitCross(a: Triple, b: Triple): Triple {
  return unit(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}
