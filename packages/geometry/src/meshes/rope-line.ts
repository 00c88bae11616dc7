/** A rope: a straight chain of particles along x, centred on the origin. */
import { requireInteger, requirePositive } from '@colide/core';

/** Particles and the segments between them. */
export interface RopeLine {
  /** Particle coordinates x, y, z, one particle after the other. */
  readonly positions: Float64Array;
  /** Two particle numbers per segment. */
  readonly edges: Uint32Array;
}

/** A rope of the given length with `segments` segments, so `segments` + 1 particles. */
export function ropeLine(length = 1, segments = 50): RopeLine {
  requirePositive('length', length);
  requireInteger('segments', segments, 1, 1e7);
  const positions = new Float64Array(3 * (segments + 1));
  const edges = new Uint32Array(2 * segments);
  for (let i = 0; i <= segments; i++) positions[3 * i] = length * (i / segments - 0.5);
  for (let i = 0; i < 2 * segments; i++) edges[i] = (i + 1) >> 1;
  return { positions, edges };
}
