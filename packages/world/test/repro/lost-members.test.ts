/**
 * A division of deformable bodies among threads: if a member is lost or fails, no bit may differ and no other
 * member may wait forever.
 */
import { ColoredSoftSolver, SoftBodies, type SoftCrew, World, type WorldPool } from '@colide/world';
import { expect, it } from 'vitest';

function createBlobs(): SoftBodies {
  const soft = new SoftBodies();
  for (let x = 0; x < 4; x++) soft.addSoft({ size: [4, 4, 4], spacing: 0.1, position: [x, 0, 0] });
  const { positions } = soft.system;
  // Turned and crumpled.
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [positions[i], positions[i + 1]];
    positions[i] = 0.5 * x - 0.8 * y + 0.05 * Math.sin(i);
    positions[i + 1] = 0.8 * x + 0.5 * y;
  }
  return soft;
}

/** A crew of two whose other member is lost at a barrier, after the caller has done its part of the sweep. */
function createCrew(barriers: number): SoftCrew {
  let left = barriers;
  const failure = new Error('lost');
  return {
    count: 2,
    fewItems: 0,
    failure,
    allocate: bytes => new ArrayBuffer(bytes),
    tellSoft: () => {},
    beginSoft: () => {},
    barrier: () => {
      if (left-- === 0) throw failure;
    },
  };
}

// Rotations that shapes are matched with begin from the last ones. Those of the caller's share were one sweep
// ahead.
it('a sweep that is taken again begins with the holds of the first time', () => {
  const [alone, divided] = [new ColoredSoftSolver(), new ColoredSoftSolver(createCrew(1))].map(division => {
    const { bodies, system } = createBlobs();
    division.begin(bodies, system);
    for (let n = 0; n < 3; n++) division.sweep(bodies, system, 1 / 480, false);
    division.end();
    return system.positions;
  });
  expect(divided).toEqual(alone);
});

it('a step that fails ends the division', () => {
  const calls: string[] = [];
  const failure = new Error('no room');
  const soft = {
    begin: () => calls.push('begin'),
    sweep: () => {
      throw failure;
    },
    end: () => calls.push('end'),
  };
  const bodies = createBlobs();
  const pool = {
    soft,
    solver: () => undefined,
    collide: () => {},
    read: () => 0,
    measure: () => undefined,
  } as unknown as WorldPool;
  const world = new World({ pool, parts: [bodies] });
  expect(() => world.step(1 / 60)).toThrow(failure);
  expect(calls).toEqual(['begin', 'end']);
});
