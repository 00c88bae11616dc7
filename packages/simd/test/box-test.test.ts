/**
 * The test of two boxes by kernels against `manifoldObbObb`: the same bits, on boxes at all angles and on
 * boxes that lie almost flat on each other.
 */
import { BoxShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { ColliderSet, createContactManifold, manifoldObbObb } from '@colide/narrowphase';
import { loadSimd } from '@colide/simd';
import { describe, expect, it } from 'vitest';

/** Two boxes of which the second lies on the first, turned about y and tilted by about `tilt`. */
function pairOf(random: Random, tilt: number): ColliderSet {
  const set = new ColliderSet(0.02);
  const half = () => 10 ** random.uniform(-0.5, 0.3);
  const [a, b] = [0, 1].map(() => [half(), half(), half()] as const);
  set.add(0, new BoxShape([...a]));
  set.add(1, new BoxShape([...b]));
  const turn = random.uniform(0, 1) < 0.2 ? 0 : random.uniform(-1, 1);
  const axis = [random.uniform(-tilt, tilt), turn, random.uniform(-tilt, tilt), 1];
  const length = Math.hypot(...axis);
  const height = a[1] + b[1] + random.uniform(-0.05, 0.03);
  const positions = Float64Array.of(0, 0, 0, random.uniform(-1, 1), height, random.uniform(-1, 1));
  const rotations = Float64Array.of(0, 0, 0, 1, ...axis.map(x => x / length));
  for (let id = 0; id < 2; id++) set.place(id, positions, rotations);
  return set;
}

describe('the test of boxes by kernels', () => {
  it.each([
    ['flat', 1e-4],
    ['tilted', 0.05],
    ['at all angles', 1],
  ])('gives the bits of manifoldObbObb: %s', async (_, tilt) => {
    const kernels = (await loadSimd())!;
    const margin = Float64Array.of(0.02);
    let touching = 0;
    let left = 0;
    const cases = 500;
    for (let seed = 0; seed < cases; seed++) {
      const set = pairOf(new Random(seed), tilt);
      const [plain, own] = [createContactManifold(8), createContactManifold(8)];
      const { boxTest, data } = set;
      set.boxTest = (...args) => {
        left++;
        return boxTest(...args);
      };
      kernels.replaceBoxTest(set);
      const count = manifoldObbObb(plain, data, 0, 15, margin);
      expect(set.boxTest(own, data, 0, 15, margin)).toBe(count);
      expect(own.count).toBe(count);
      if (count === 0) continue;
      touching++;
      expect(own.normal.map(x => x + 0)).toEqual(plain.normal.map(x => x + 0));
      expect(own.ids.slice(0, count)).toEqual(plain.ids.slice(0, count));
      for (const key of ['depths', 'pointsA', 'pointsB'] as const) {
        const numbers = (key === 'depths' ? 1 : 3) * count;
        expect(own[key].slice(0, numbers)).toEqual(plain[key].slice(0, numbers));
      }
    }
    // Not all apart, and not all left to the other test.
    expect(touching).toBeGreaterThan(0.3 * cases);
    expect(left).toBeLessThan(0.7 * touching);
  });
});
