/**
 * If cloths collide as triangles, particles that had been torn off all of their triangles passed through
 * other cloth.
 */
import { SoftBodies, SphereTreeSelfCollision, World } from '@colide/world';
import { expect, it } from 'vitest';

it('particles that are torn off all triangles lie on another cloth', () => {
  const soft = new SoftBodies({ selfCollision: new SphereTreeSelfCollision() });
  const world = new World({ parts: [soft] });
  const cloth = { spacing: 0.1, thickness: 0.02 };
  const height = 1.15;
  const all = Array.from({ length: 120 }, (_, i) => i);
  soft.addCloth({ ...cloth, columns: 20, rows: 6, pins: all, position: [0, height, 0] });
  // Two pinned strips that part; the two particles between them keep a thread to one of them.
  const pins = [0, 1, 3, 4, 5, 6, 8, 9];
  const upper = soft.addCloth({
    ...cloth,
    columns: 5,
    rows: 2,
    pins,
    tearFactor: 1.2,
    bending: 0,
    selfCollision: false,
    position: [0, 1.2, 0],
  });
  for (const i of [3, 4, 8, 9]) soft.positions[3 * (upper.first + i)] += 0.5;
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  expect(upper.triangleCount).toBe(4);
  for (const i of [2, 7])
    expect(soft.positions[3 * (upper.first + i) + 1]).toBeGreaterThan(height + cloth.thickness);
});
