/** Cloth in a world with kernels: it drapes, tears, is pinned and restored as without. */
import { BoxShape, SphereShape } from '@colide/geometry';
import { loadClothSimd } from '@colide/simd';
import type { ClothKernels } from '@colide/solvers';
import { SoftBodies, type SoftBody, World } from '@colide/world';
import { beforeAll, describe, expect, it } from 'vitest';

let kernels: ClothKernels;
beforeAll(async () => {
  kernels = (await loadClothSimd())!;
});

function scene(far: number, withKernels = true): { world: World; soft: SoftBodies; cloth: SoftBody } {
  const soft = new SoftBodies(withKernels ? { kernels } : {});
  const world = new World({ parts: [soft] });
  world.add({ shape: new BoxShape([5, 0.5, 5]), position: [far, -0.5, far], type: 'static' });
  world.add({ shape: new SphereShape(0.3), position: [far, 0.3, far], type: 'static' });
  const cloth = soft.addCloth({ columns: 20, rows: 20, spacing: 0.05, position: [far, 0.8, far] });
  return { world, soft, cloth };
}

/** Mean stretch of the sides of the triangles, as a share of their lengths. */
function stretchOf({ triangles, restPositions, view }: SoftBody): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t++) {
    const [i, j] = [triangles[t], triangles[t % 3 === 2 ? t - 2 : t + 1]];
    const length = (p: Float64Array) => Math.hypot(...[0, 1, 2].map(k => p[3 * i + k] - p[3 * j + k]));
    sum += Math.abs(length(view.positions) / length(restPositions) - 1);
  }
  return sum / triangles.length;
}

describe('cloth with kernels', () => {
  it.each([0, 300])('drapes over a ball and falls asleep, %d m from the origin', far => {
    const [own, plain] = [scene(far), scene(far, false)];
    const asleep = [own, plain].map(({ world, cloth }) => {
      let steps = 0;
      for (; steps < 360 && !cloth.asleep; steps++) world.step(1 / 60);
      return steps;
    });
    // 2.4 s and 2.2 s; 0.6 % and 0.5 %.
    expect(asleep[0]).toBeLessThan(1.3 * asleep[1]);
    expect(stretchOf(own.cloth)).toBeLessThan(0.01);
    for (let i = 0; i < own.cloth.count; i++) {
      const [x, y, z] = [0, 1, 2].map(k => own.cloth.view.positions[3 * i + k]);
      expect(Math.hypot(x - far, y - 0.3, z - far)).toBeGreaterThan(0.3);
    }
  });

  it('continues from a snapshot with the same bits, beside cloths that come and go', () => {
    const { world, soft, cloth } = scene(0);
    for (let step = 0; step < 30; step++) world.step(1 / 60);
    const snapshot = world.snapshot();
    const after = () => {
      for (let step = 0; step < 20; step++) world.step(1 / 60);
      return cloth.view.positions.slice();
    };
    const expected = after();
    const others = [3, 30].map(columns =>
      soft.addCloth({ columns, rows: 9, spacing: 0.05, position: [3, 1, 0] }),
    );
    world.step(1 / 60);
    for (const other of others) soft.remove(other);
    world.restore(snapshot);
    expect(after()).toEqual(expected);
  });

  it('tears, and is whole again after a snapshot is restored', () => {
    const soft = new SoftBodies({ kernels });
    const world = new World({ parts: [soft] });
    const pins = [0, 9];
    const cloth = soft.addCloth({ columns: 10, rows: 10, spacing: 0.1, tearFactor: 1.2, pins });
    world.step(1 / 60);
    const snapshot = world.snapshot();
    const after = () => {
      for (let step = 0; step < 40; step++) {
        soft.move(cloth, 9, [0.45 + 0.03 * step, 0, -0.45]);
        world.step(1 / 60);
      }
      return { positions: cloth.view.positions.slice(), triangles: cloth.triangleCount };
    };
    const torn = after();
    expect(torn.triangles).toBeLessThan(162);
    world.restore(snapshot);
    world.step(1 / 60);
    expect(cloth.triangleCount).toBe(162);
    world.restore(snapshot);
    expect(after()).toEqual(torn);
  });

  it('refuses kernels that are none', () => {
    expect(() => new SoftBodies({ kernels: 1 as never })).toThrow(/kernels/);
  });
});
