/**
 * The requirements of every planar scene: it stays finite and within the room, hardly overlaps, comes to
 * rest, and gives the same bits again.
 */
import { describe, expect, it } from 'vitest';
import { type PlanarScene, planarScenes } from '../src/planar/index.ts';
import { room } from '../src/planar/planar-scene.ts';

const dt = 1 / 60;
/** Steps of scenes that never rest, and at which two runs are compared. */
const restlessSteps = 240;
const comparedSteps = 90;

function advance({ world }: PlanarScene, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(dt);
}

/** The farthest that a body or particle is outside of the room. */
function outside({ world, soft }: PlanarScene): number {
  const { positions, inverseMasses } = world.bodies;
  let worst = 0;
  const measure = (x: number, y: number) => {
    worst = Math.max(worst, room.left - x, x - room.right, room.bottom - y, y - room.top);
    expect(Number.isFinite(x + y)).toBe(true);
  };
  for (const body of world.ids())
    if (inverseMasses[body] > 0) measure(positions[2 * body], positions[2 * body + 1]);
  for (let i = 0; soft && i < soft.particleCount; i++)
    measure(soft.positions[2 * i], soft.positions[2 * i + 1]);
  return worst;
}

describe.each(planarScenes)('$title', ({ title, counts, build }) => {
  it('stays in the room, overlaps little and comes to rest', () => {
    const scene = build(counts[1]);
    const { world, restAfter } = scene;
    const steps = Math.min(restlessSteps, Math.ceil(restAfter / dt));
    advance(scene, steps);
    for (let n = steps; n < restAfter / dt && restAfter < Infinity; n++) {
      if (world.sleeperCount > 0 && world.bodies.asleep.every(asleep => asleep === 1)) break;
      world.step(dt);
    }
    expect(outside(scene)).toBe(0);
    const { separations } = world.contacts.arrays;
    const deepest = Math.min(0, ...separations.subarray(0, world.contacts.count));
    expect(deepest).toBeGreaterThan(title === 'Tumbler' ? -0.03 : -0.02);
    const awake = [...world.ids()].filter(
      body => world.bodies.inverseMasses[body] > 0 && world.bodies.asleep[body] === 0,
    );
    if (restAfter < Infinity) expect(awake).toEqual([]);
    else expect(awake.length).toBeGreaterThan(0);
  });

  it('takes the same steps again', () => {
    const [a, b] = [build(counts[1]), build(counts[1])];
    advance(a, comparedSteps);
    advance(b, comparedSteps);
    expect(Buffer.from(a.world.snapshot()).equals(Buffer.from(b.world.snapshot()))).toBe(true);
  });
});

it('Newton’s cradle passes the speed of the first ball on to the last', () => {
  const { world } = planarScenes.find(({ title }) => title.includes('cradle'))!.build(5);
  const { velocities } = world.bodies;
  let fastest = 0;
  for (let n = 0; n < 90; n++) {
    world.step(dt);
    fastest = Math.max(fastest, velocities[2 * 6]);
  }
  // It falls 0.4 of 4 m.
  expect(fastest).toBeGreaterThan(0.9 * Math.sqrt(2 * 9.81 * 1.6));
});
