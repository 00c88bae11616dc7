import { expect, it } from 'vitest';
import { createThrow, goesThrough, type ThrowChoices } from '../support/throws.ts';

function failures(seeds: readonly number[], choices: ThrowChoices = {}): string[] {
  const throws = seeds.map(seed => createThrow(seed, choices));
  return throws.filter(thrown => goesThrough(thrown)).map(({ label }) => label);
}

// The side of a triangle came from its plane, which goes on beyond it: above a spike the centre is behind the
// planes of far slopes. Contacts along the normals of such triangles pushed bodies down.
it.each<[number, string, string, number]>([
  [8, 'pole', 'pits', 0.7501],
  [33, 'hull', 'pits', 2.9719],
  [58, 'stick', 'spikes', 1.3096],
  [161, 'box', 'pits', 0.6835],
  [337, 'rod', 'rough', 2.4689],
  [361, 'box', 'spikes', 1.6108],
  [406, 'box', 'spikes', 3.4651],
  [475, 'tetrahedron', 'spikes', 1.7536],
])('throw %d: a %s does not go through %s', (seed, shape, ground, ratio) => {
  expect(failures([seed], { shape, ground, ratio, form: 'mesh' })).toEqual([]);
});

// If a body overlapped a slope of a valley only at a vertex, that slope had no contact.
it('a tetrahedron that lies in a valley does not sink through one of its slopes', () => {
  expect(failures([4], { shape: 'tetrahedron', ground: 'ridges', ratio: 2.26, form: 'mesh' })).toEqual([]);
});

// Slow bodies were not tested against ground that came at them, and ground that turns was taken to move as
// its centre.
it('kinematic ground that moves and turns does not pass through bodies', () => {
  expect(failures([1, 67, 100, 102, 105, 122, 136, 147, 184, 192, 261, 264, 285])).toEqual([]);
});
