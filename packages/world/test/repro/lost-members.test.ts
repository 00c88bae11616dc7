/**
 * A division of deformable bodies among threads: if a member is lost or fails, no bit may differ and no other
 * member may wait forever.
 */
import {
  ColoredSoftShare,
  ColoredSoftSolver,
  createSoftHold,
  SoftBodies,
  type SoftCrew,
  World,
  type WorldPool,
} from '@colide/world';
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

/** A division between an owner and a helper, whose barriers a test plays. */
function createPair() {
  const { bodies, system } = createBlobs();
  let helper: ColoredSoftShare | undefined;
  const division = new ColoredSoftSolver({
    count: 2,
    fewItems: 0,
    allocate: bytes => new ArrayBuffer(bytes),
    tellSoft(news) {
      if (news.kind === 'soft memory') helper = new ColoredSoftShare(news.buffer, news.room);
      else if (news.recipe) helper!.add(news.id, createSoftHold(news.recipe), news.particles);
    },
    beginSoft: () => {},
    barrier: () => {},
  });
  return {
    begin: () => division.begin(bodies, system),
    sweep: () => division.sweep(bodies, system, 1 / 480, false),
    end: () => division.end(),
    /** Runs the helper; at each barrier the owner does one thing. Returns the number of barriers. */
    help(owner: readonly (() => void)[]): number {
      let barriers = 0;
      helper!.run({ count: 2, barrier: () => owner[barriers++]() }, 1);
      return barriers;
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

// The mark that a step had ended was taken back by the next step. A helper that read it late took part in
// that one a barrier ahead of the others: cloths differed from run to run on a busy machine.
it('a helper that comes late from the last barrier of a step leaves it, though the next one has begun', () => {
  const { begin, sweep, end, help } = createPair();
  begin();
  sweep();
  // What the owner of the world does while the helper waits: the order, the end of the only phase, the end of
  // the step and the order of the next one.
  const owner = [
    () => {},
    () => {},
    () => {
      end();
      begin();
      sweep();
    },
  ];
  expect(help(owner)).toBe(owner.length);
});

it('a helper that comes late to a step that ended without a sweep leaves it at the first barrier', () => {
  const { begin, end, help } = createPair();
  for (let n = 0; n < 2; n++) {
    begin();
    end();
    expect(help([() => {}])).toBe(1);
  }
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
