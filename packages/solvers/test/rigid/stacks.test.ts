import { ImpulseSolver } from '@colide/solvers';
import { soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { type BoxScene, findContacts } from '../support/box-contacts.ts';
import { createBoxes, pyramid, tower } from '../support/box-scenes.ts';

const dt = 1 / 60;

/** Highest speed, deepest overlap and farthest drift from 2 s on. */
function watch(scene: BoxScene, seconds: number) {
  const { bodies, contacts } = scene;
  const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
  let fastest = 0;
  let deepest = 0;
  let start = bodies.positions;
  for (let n = 0; n < 60 * (2 + seconds); n++) {
    findContacts(scene);
    solver.step(bodies, contacts, dt);
    if (n === 119) start = bodies.positions.slice();
    if (n < 119) continue;
    for (let k = 0; k < 3 * bodies.count; k++)
      fastest = Math.max(fastest, Math.abs(bodies.velocities[k]), Math.abs(bodies.angularVelocities[k]));
    for (let c = 0; c < contacts.count; c++) deepest = Math.max(deepest, -contacts.separations[c]);
  }
  let drift = 0;
  for (let k = 0; k < start.length; k++) drift = Math.max(drift, Math.abs(bodies.positions[k] - start[k]));
  return { fastest, deepest, drift };
}

describe('stacks', () => {
  it.each([
    ['10 equal boxes', tower(() => 1)],
    ['10 boxes, every other one twice as heavy', tower(i => 1 + (i % 2))],
    ['10 boxes shifted to and fro', tower(() => 1).map(([, y, m], i) => [0.1 * (i % 2), y, m] as const)],
    ['2 : 1 on top', [[0, 0.5, 1] as const, [0, 1.5, 2] as const]],
    ['pyramid of 55', pyramid(10)],
    [
      'pyramid of 55, every other one twice as heavy',
      pyramid(10).map(([x, y], i) => [x, y, 1 + (i % 2)] as const),
      0.012,
    ],
  ])('stand still from 2 s on: %s', (_, boxes, limit = 0.01) => {
    const { fastest, deepest, drift } = watch(createBoxes(boxes), soak(25, 60));
    expect(fastest).toBeLessThan(limit);
    expect(deepest).toBeLessThan(0.01);
    expect(drift).toBeLessThan(0.01);
  });

  it('do not notice when the time step changes', () => {
    const scene = createBoxes(tower(() => 1).slice(0, 5));
    const { bodies, contacts } = scene;
    const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
    let fastest = 0;
    for (let n = 0; n < 400; n++) {
      findContacts(scene);
      solver.step(bodies, contacts, n < 200 || n % 3 === 0 ? dt : 0.4 * dt);
      if (n < 200) continue;
      for (let k = 0; k < 3 * bodies.count; k++) fastest = Math.max(fastest, Math.abs(bodies.velocities[k]));
    }
    expect(fastest).toBeLessThan(1e-3);
  });
});
