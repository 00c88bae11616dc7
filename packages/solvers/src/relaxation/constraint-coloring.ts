/**
 * Graph colouring of constraints: constraints of one colour share no particle, so a colour can be solved by
 * many workers, in vector lanes or on a GPU at once, with the same result in any order. On one core it also
 * pays: neighbours in the array do not wait for each other's results.
 *
 * Greedy first fit in array order, O(constraints · colours/32); at most arity·(Δ − 1) + 1 colours for a
 * largest degree Δ. The order within a colour is that of the input, so it is deterministic.
 *
 * Fratarcangeli, Tibaldo & Pellacini, "Vivace: a practical Gauss–Seidel method for stable soft body
 * dynamics", 2016.
 */
import { requireInteger } from '@colide/core';
import { requireParticleIds } from '../constraints/constraint-checks.ts';

/** A partition of constraints into colours. */
export interface ConstraintColoring {
  /** Number of colours. */
  readonly colorCount: number;
  /** Constraints of colour `c` are `order[offsets[c]]` to `order[offsets[c + 1] − 1]`. */
  readonly offsets: Uint32Array;
  /** Constraint ids sorted by colour. */
  readonly order: Uint32Array;
}

/**
 * Colours constraints of `arity` particles each. Particles with inverse mass 0 are only read, so sharing them
 * does no harm: give `inverseMasses` to leave them out.
 */
export function colorConstraints(
  ids: ArrayLike<number>,
  arity: number,
  particleCount: number,
  inverseMasses?: ArrayLike<number>,
): ConstraintColoring {
  requireInteger('arity', arity, 1, 16);
  requireParticleIds('ids', ids, arity, particleCount);
  const count = ids.length / arity;
  const colors = new Uint32Array(count);
  /** Which colours the constraints of a particle use already, 32 to a word. */
  const words: Uint32Array[] = [];
  let colorCount = 0;
  for (let i = 0; i < count; i++) {
    let color = -1;
    for (let word = 0; color < 0; word++) {
      if (word === words.length) words.push(new Uint32Array(particleCount));
      const used = words[word];
      let taken = 0;
      for (let k = arity * i; k < arity * (i + 1); k++)
        if (inverseMasses === undefined || inverseMasses[ids[k]] > 0) taken |= used[ids[k]];
      const free = ~taken;
      if (free !== 0) {
        const bit = 31 - Math.clz32(free & -free);
        color = 32 * word + bit;
        for (let k = arity * i; k < arity * (i + 1); k++) used[ids[k]] |= 1 << bit;
      }
    }
    colors[i] = color;
    if (color >= colorCount) colorCount = color + 1;
  }
  const offsets = new Uint32Array(colorCount + 1);
  for (let i = 0; i < count; i++) offsets[colors[i] + 1]++;
  for (let c = 0; c < colorCount; c++) offsets[c + 1] += offsets[c];
  const next = offsets.slice();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[next[colors[i]]++] = i;
  return { colorCount, offsets, order };
}

/**
 * Writes the groups of `stride` numbers of `values` to `out` in the given order. `out` must be another array.
 */
export function permuteConstraints<T extends Uint32Array | Float64Array>(
  out: T,
  values: T,
  stride: number,
  order: Uint32Array,
): T {
  for (let i = 0; i < order.length; i++)
    for (let k = 0; k < stride; k++) out[stride * i + k] = values[stride * order[i] + k];
  return out;
}
