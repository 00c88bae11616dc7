/**
 * The requirements of every scene: it stays finite and within its container, overlaps little, does not gain
 * energy and comes to rest; and it gives the same bits when it is run again or continues from a snapshot. A
 * soak takes 10 000 steps with the default number of bodies; otherwise there are about 15, and a scene ends
 * 30 steps after it has come to rest, or after 120 if it never does.
 */
import { isSoak, soak } from '@colide/testing';
import { rigidKineticEnergy } from 'colide';
import { describe, expect, it } from 'vitest';
import type { SolverName } from '../src/choice.ts';
import type { Scene, SceneDefinition } from '../src/scene.ts';
import { scenes } from '../src/scenes/index.ts';
import { countAtMost } from './support/count-at-most.ts';
import { hashWorld } from './support/hash-world.ts';
import { OverlapWatch, shapeOverlap } from './support/overlap.ts';

const dt = 1 / 60;
const steps = 10_000;
/** Steps of scenes that never rest, and steps at rest after which the others end. */
const restlessSteps = soak(120, steps);
const restingSteps = soak(30, steps);
/**
 * Most bodies, where a scene offers fewer than its default; two chains and cloths swing for 40 s as four do.
 */
const most = (name: string) => soak(name === 'chains-and-cloths' ? 2 : 15, Infinity);
/** Steps at which the state is compared with that of other runs: in the middle of things. */
const first = soak(40, 150);
const second = soak(65, 300);

function build(definition: SceneDefinition, solver: SolverName): Scene {
  return definition.build({
    count: countAtMost(definition, most(definition.name)),
    solver,
    broadPhase: 'hash grid',
  });
}

function advance(scene: Scene, from: number, to: number): void {
  for (let n = from; n < to; n++) {
    scene.beforeStep?.(n * dt);
    scene.world.step(dt);
  }
}

/** Kinetic and potential energy of the particles of deformable bodies, from the floor of the container. */
function softEnergy({ world, soft, container }: Scene): number {
  if (!soft) return 0;
  const { positions, previousPositions, freeInverseMasses, inverseMasses, previousDt } = soft.system;
  let sum = 0;
  for (const { first, count } of soft.bodies)
    for (let i = first; i < first + count; i++) {
      let square = 0;
      for (let k = 3 * i; k < 3 * i + 3 && inverseMasses[i] > 0; k++)
        square += ((positions[k] - previousPositions[k]) / previousDt) ** 2;
      const height = positions[3 * i + 1] - container[1];
      sum += (0.5 * square - world.gravity[1] * height) / freeInverseMasses[i];
    }
  return sum;
}

/** Kinetic and potential energy of all bodies, from the floor of the container. */
function energy(scene: Scene): number {
  const { world, container } = scene;
  const { positions, inverseMasses } = world.bodies;
  let sum = softEnergy(scene) + rigidKineticEnergy(world.bodies);
  for (let body = 0; body < world.bodies.count; body++)
    if (inverseMasses[body] > 0)
      sum -= (world.gravity[1] * (positions[3 * body + 1] - container[1])) / inverseMasses[body];
  return sum;
}

function countDynamic({ world }: Scene): number {
  return world.bodies.inverseMasses.reduce((count, inverse) => count + (inverse > 0 ? 1 : 0), 0);
}

/**
 * How far the centres of bodies, and the particles of deformable ones, are outside of the container at most.
 */
function outside({ world, soft, container }: Scene): number {
  const { positions, inverseMasses } = world.bodies;
  let most = 0;
  for (let i = 0; i < 3 * (soft?.particleCount ?? 0); i++) {
    const x = soft!.positions[i];
    most = Math.max(most, container[i % 3] - x, x - container[3 + (i % 3)]);
  }
  for (let body = 0; body < world.bodies.count; body++)
    if (inverseMasses[body] > 0)
      for (let k = 0; k < 3; k++) {
        const x = positions[3 * body + k];
        most = Math.max(most, container[k] - x, x - container[3 + k]);
      }
  return most;
}

/**
 * Overlap beyond what bodies may have come in a step, at most, in m. Boxes of the container overlap by 0.2 m
 * at the start, which takes some steps to undo; a soft block presses a box into the ground for as long as it
 * swings. The scenes named here come to rest, so a soak adds bodies but no motion: limits are a little more
 * than measured with all bodies.
 */
const excessLimits: Readonly<Record<string, number>> = {
  'boxes-in-a-container': 0.015,
  'soft-bodies': 0.03,
  'polygons-2d': soak(0.002, 0.01),
  bullets: soak(0.002, 0.006),
  'mixed-shapes': 0.002,
  'icosahedra-in-a-box': 0.002,
  cylinders: 0.002,
  stacks: 0.002,
  'cloth-on-cube': 0.002,
  'spheres-in-a-container': 0.002,
};
/**
 * Measured with few bodies: up to 0.7 mm. With all of them, the heap of 512 octahedra is higher and presses
 * what lies below: up to 0.073 m.
 */
const usualExcess = soak(0.002, 0.1);

/**
 * Overlap of shapes at rest, at most, in m: bodies are 0.3 to 1 m wide. Bullets are four times as dense as
 * the plates on which and below which some of them end.
 */
const restLimits: Readonly<Record<string, number>> = {
  'polygons-2d': soak(0.001, 0.008),
  bullets: soak(0.0015, 0.006),
};
const usualRest = soak(0.0015, 0.006);

/**
 * Overlap as a fraction of half the width of the body along the normal, at most: at 1, the middle of the body
 * is as deep as the surface of the other one. The exceptions are as measured, rounded up: machines, boats and
 * terrain are built with overlaps; bullets come by more than their width in a step, and what joints swing by
 * most of it.
 */
const overlapLimits: Readonly<Record<string, number>> = {
  joints: 1.4,
  machines: 1.9,
  bullets: 1.6,
  terrain: 1.2,
  water: 1.4,
};
/** Overlap that is ignored, in m. */
const slight = 0.02;
const normal = new Float64Array(3);
const point = new Float64Array(3);

/** The colliders of each body. */
function collidersByBody({ colliders }: Scene['world']): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  for (let c = 0; c < colliders.count; c++) {
    const list = lists.get(colliders.bodies[c]);
    if (list) list.push(c);
    else lists.set(colliders.bodies[c], [c]);
  }
  return lists;
}

/** How far a body of these colliders extends along the normal of a contact, from `support` to `support`. */
function widthAlong(world: Scene['world'], ownColliders: readonly number[], contact: number): number {
  const { colliders, contacts } = world;
  const reach = (sign: number) => {
    let most = -Infinity;
    for (let k = 0; k < 3; k++) normal[k] = sign * contacts.normals[3 * contact + k];
    for (const c of ownColliders) {
      colliders.convexes[c]!.support(point, normal);
      most = Math.max(most, point[0] * normal[0] + point[1] * normal[1] + point[2] * normal[2]);
    }
    return most;
  };
  return reach(1) + reach(-1);
}

/** The deepest overlap of a dynamic body, as a fraction of half its width along the normal. */
function deepestShare({ world }: Scene): number {
  const { separations, bodies, count } = world.contacts;
  let most = 0;
  let lists: Map<number, number[]> | undefined;
  for (let c = 0; c < count; c++)
    for (let side = 0; side < 2 && separations[c] < -slight; side++) {
      const body = bodies[2 * c + side];
      if (!(world.bodies.inverseMasses[body] > 0)) continue;
      lists ??= collidersByBody(world);
      most = Math.max(most, (-2 * separations[c]) / widthAlong(world, lists.get(body) ?? [], c));
    }
  return most;
}

function check(definition: SceneDefinition, solver: SolverName): void {
  const scene = build(definition, solver);
  const { world } = scene;
  const start = energy(scene);
  const bodies = countDynamic(scene);
  const watch = new OverlapWatch(world, dt);
  const mostExcess = excessLimits[definition.name] ?? usualExcess;
  let lowest = start;
  let snapshot = new ArrayBuffer(0);
  const hashes: number[] = [];
  const end = scene.restAfter < Infinity ? steps : restlessSteps;
  let rested = 0;
  for (let n = 0; n < end && (n < second || rested < restingSteps); n++) {
    advance(scene, n, n + 1);
    if (n + 1 === first) snapshot = world.snapshot();
    if (n + 1 === first || n + 1 === second) hashes.push(hashWorld(world));
    const resting = world.sleeperCount === bodies;
    rested = resting && scene.soft?.sleeperCount === scene.soft?.bodies.length ? rested + 1 : 0;
    // Where fast bodies meet, overlap is deep for a moment; then it is undone.
    expect(watch.excess(), `overlap at step ${n}`).toBeLessThan(mostExcess);
    if (!resting)
      expect(deepestShare(scene), `overlap at step ${n}`).toBeLessThan(overlapLimits[definition.name] ?? 1);
    if (n % (resting ? 500 : 10) !== 0) continue;
    expect(outside(scene), `outside at step ${n}`).toBeLessThan(1e-9);
    const now = energy(scene);
    expect(Number.isFinite(now)).toBe(true);
    // Motors give energy to bodies, and deformable ones give back what they have stored: never more than
    // there was.
    if (scene.restAfter < Infinity) {
      expect(now, `energy at step ${n}`).toBeLessThan(lowest + (scene.soft ? 0.1 : 0.01) * start);
      expect(now, `energy at step ${n}`).toBeLessThan(1.001 * start);
    }
    lowest = Math.min(lowest, now);
  }
  if (scene.restAfter < Infinity) {
    expect(scene.restAfter / dt).toBeLessThan(steps);
    expect(world.sleeperCount, 'bodies at rest').toBe(bodies);
    expect(scene.soft?.sleeperCount).toBe(scene.soft?.bodies.length);
    // Contacts of what sleeps are not listed: the shapes tell.
    expect(shapeOverlap(world), 'overlap at rest').toBeLessThan(restLimits[definition.name] ?? usualRest);
  }
  const again = build(definition, solver);
  advance(again, 0, first);
  expect(hashWorld(again.world), 'the same run again').toBe(hashes[0]);
  const restored = build(definition, solver);
  restored.world.restore(snapshot);
  expect(hashWorld(restored.world), 'right after restore').toBe(hashes[0]);
  advance(restored, first, second);
  expect(hashWorld(restored.world), 'on from the snapshot').toBe(hashes[1]);
}

/**
 * Scenes that particle solvers are held to as well; a cloth on a rope, which has no rigid bodies, only in a
 * soak.
 */
const particleScenes = isSoak
  ? /^(icosahedra-in-a-box|stacks|cylinders|boxes-in-a-container|cloth-on-cube|cloth-on-rope)$/
  : /^(icosahedra-in-a-box|stacks|cylinders|boxes-in-a-container|cloth-on-cube)$/;

/** Steps of all other scenes with particle solvers. */
const particleSteps = soak(60, 1500);

/**
 * Overlap beyond what bodies may have come in a step, in m. Parts of boats overlap at the start, and
 * particles take longer to part them than impulses do; a soft block presses on a box.
 */
const briefExcess: Readonly<Record<string, number>> = { water: 0.14, 'soft-bodies': soak(0.045, 0.1) };

/**
 * A few steps of a scene: finite, inside, no deeper in each other than they came, with no more energy than
 * there was unless motors or springs give it.
 */
function checkBriefly(definition: SceneDefinition, solver: SolverName): void {
  const scene = definition.build({
    count: countAtMost(definition, soak(10, Infinity)),
    solver,
    broadPhase: 'hash grid',
  });
  const start = energy(scene);
  const watch = new OverlapWatch(scene.world, dt);
  let stopped = 0;
  for (let n = 0; n < particleSteps; n++) {
    advance(scene, n, n + 1);
    stopped += scene.world.stoppedCount;
    expect(watch.excess(), `overlap at step ${n}`).toBeLessThan(
      briefExcess[definition.name] ?? soak(0.004, 0.1),
    );
    expect(outside(scene), `outside at step ${n}`).toBeLessThan(1e-9);
    const now = energy(scene);
    expect(Number.isFinite(now)).toBe(true);
    if (scene.restAfter < Infinity) expect(now, `energy at step ${n}`).toBeLessThan(1.001 * start);
  }
  if (definition.name === 'bullets') expect(stopped, 'bullets that were stopped').toBeGreaterThan(10);
}

describe('scenes', () => {
  for (const definition of scenes)
    it(`${definition.name} holds for ${isSoak ? `${steps} steps` : 'as long as it moves'}`, () =>
      check(definition, 'impulses'));
  for (const [i, definition] of scenes.entries())
    for (const [s, solver] of (['particles', 'shape matching'] as const).entries())
      if (particleScenes.test(definition.name))
        it(`${definition.name} holds with ${solver}`, () => check(definition, solver));
      // One of both with each scene, the other with the next; both in a soak.
      else if (isSoak || s === i % 2)
        it(`${definition.name} begins well with ${solver}`, () => checkBriefly(definition, solver));
});
