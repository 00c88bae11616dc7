/**
 * Ragdolls of particles: sticks keep their lengths, joints hold, limits bound, momentum is kept, and all
 * comes to rest.
 */
import { BoxShape, HalfSpace } from '@colide/geometry';
import {
  ragdollFigure as figure,
  ragdollParts as parts,
  SoftBodies,
  type SoftBody,
  World,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

function build(rotation: number[] = [0.1, 0.2, 0.05, 1], floor = true) {
  const soft = new SoftBodies(floor ? {} : { damping: 0 });
  const world = new World({ parts: [soft], ...(floor ? {} : { gravity: [0, 0, 0] }) });
  if (floor) {
    world.add({ shape: new HalfSpace() });
    world.add({ shape: new BoxShape([0.4, 0.25, 0.4]), position: [0.2, 0.25, 0], type: 'static' });
  }
  const body = soft.addFigure({ ...figure(), position: [0, 0.9, 0], rotation });
  return { soft, world, body };
}

function apart({ view }: SoftBody, i: number, j: number): number {
  return Math.hypot(...[0, 1, 2].map(k => view.positions[3 * i + k] - view.positions[3 * j + k]));
}

/** Cosine of the angle at a joint. */
function cosine({ view }: SoftBody, joint: number, a: number, b: number): number {
  const side = (i: number) => [0, 1, 2].map(k => view.positions[3 * i + k] - view.positions[3 * joint + k]);
  const [u, v] = [side(a), side(b)];
  return (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (Math.hypot(...u) * Math.hypot(...v));
}

/** The errors of lengths, joints and limits. */
function errors(body: SoftBody) {
  const { sticks, balls, hinges, angles, angleCosines, spacers, spacerLengths, positions } = figure();
  let stretch = 0;
  let gap = 0;
  let bend = 0;
  let near = 0;
  for (let i = 0; i < sticks.length; i += 2) {
    const rest = Math.hypot(
      ...[0, 1, 2].map(k => positions[3 * sticks[i] + k] - positions[3 * sticks[i + 1] + k]),
    );
    stretch = Math.max(stretch, Math.abs(apart(body, sticks[i], sticks[i + 1]) / rest - 1));
  }
  for (let i = 0; i < balls!.length; i += 2) gap = Math.max(gap, apart(body, balls![i], balls![i + 1]));
  for (let i = 0; i < hinges!.length; i += 4)
    for (const k of [0, 1]) gap = Math.max(gap, apart(body, hinges![i + k], hinges![i + 2 + k]));
  for (let i = 0; i < angleCosines!.length; i++)
    bend = Math.max(
      bend,
      cosine(body, angles![3 * i], angles![3 * i + 1], angles![3 * i + 2]) - angleCosines![i],
    );
  for (let i = 0; i < spacerLengths!.length; i++)
    near = Math.max(near, 1 - apart(body, spacers![2 * i], spacers![2 * i + 1]) / spacerLengths![i]);
  return { stretch, gap, bend, near };
}

describe('addFigure', () => {
  it('falls, keeps its lengths, joints and limits, and comes to rest', () => {
    for (const rotation of [
      [0.1, 0.2, 0.05, 1],
      [0.7, 0, 0.1, 0.7],
      [0, 0.3, 0.9, 0.2],
    ]) {
      const { soft, world, body } = build(rotation);
      let worst = { stretch: 0, gap: 0, bend: 0, near: 0 };
      for (let n = 0; n < 900; n++) {
        world.step(1 / 60);
        const now = errors(body);
        worst = Object.fromEntries(
          Object.entries(worst).map(([k, v]) => [k, Math.max(v, now[k as keyof typeof now])]),
        ) as typeof worst;
      }
      const { stretch, gap } = errors(body);
      expect(worst.stretch, 'at impact').toBeLessThan(0.08);
      expect(worst.gap, 'at impact').toBeLessThan(0.03);
      expect(worst.bend, 'cosine beyond the limit').toBeLessThan(0.02);
      expect(worst.near).toBeLessThan(0.02);
      expect(stretch, 'at rest').toBeLessThan(0.003);
      expect(gap, 'at rest').toBeLessThan(0.0005);
      expect(soft.sleeperCount, 'at rest').toBe(1);
      for (let i = 1; i < body.view.positions.length; i += 3)
        expect(body.view.positions[i]).toBeGreaterThan(0);
    }
  });

  /**
   * Throws a particle of a figure whose torso is pinned towards another, and follows a figure of its motion.
   */
  function follow(
    change: object,
    thrown: number,
    towards: number,
    measure: (body: SoftBody) => number,
  ): number {
    const soft = new SoftBodies({ damping: 0 });
    const world = new World({ parts: [soft], gravity: [0, 0, 0] });
    const body = soft.addFigure({ ...figure(), ...change, pins: [1, 2, 3, 4, 5] });
    const { positions, previousPositions } = body.view;
    for (let k = 0; k < 3; k++)
      previousPositions[3 * thrown + k] -=
        0.06 * (positions[3 * towards + k] - positions[3 * thrown + k]) + (k === 2 ? 0.01 : 0);
    let most = -Infinity;
    for (let n = 0; n < 120; n++) {
      world.step(1 / 60);
      most = Math.max(most, measure(body));
    }
    return most;
  }

  it('bends elbows no farther than allowed, and farther without limits', () => {
    const { leftElbow, leftArm, leftHand, leftShoulder } = parts;
    const bend = (body: SoftBody) => cosine(body, leftElbow, leftArm, leftHand);
    expect(follow({}, leftHand, leftShoulder, bend)).toBeLessThan(0.55);
    expect(follow({ angles: [], angleCosines: [] }, leftHand, leftShoulder, bend)).toBeGreaterThan(0.8);
  });

  it('keeps knees apart, and lets them meet without spacers', () => {
    const { leftKneeInner, rightKneeInner } = parts;
    const nearest = [{}, { spacers: [], spacerLengths: [] }].map(change => {
      const soft = new SoftBodies();
      const world = new World({ parts: [soft], gravity: [0, 0, 0] });
      const body = soft.addFigure({ ...figure(), ...change, pins: [1, 2, 3, 4, 5, leftKneeInner] });
      let least = Infinity;
      for (let n = 0; n < 60; n++) {
        soft.move(body, leftKneeInner, [0.1 - 0.003 * n, 0.48, 0.02]);
        world.step(1 / 60);
        least = Math.min(least, apart(body, leftKneeInner, rightKneeInner));
      }
      return least;
    });
    expect(nearest[0]).toBeGreaterThan(0.095);
    expect(nearest[1]).toBeLessThan(0.05);
  });

  it('turns a shin about its hinge, and about nothing without', () => {
    const { leftFoot, leftHip, leftKneeOuter, leftShinOuter } = parts;
    const gape = (body: SoftBody) => apart(body, leftKneeOuter, leftShinOuter);
    expect(follow({}, leftFoot, leftHip, gape)).toBeLessThan(0.01);
    expect(follow({ hinges: [] }, leftFoot, leftHip, gape)).toBeGreaterThan(0.1);
  });

  it('conserves momentum without gravity', () => {
    const { soft, world, body } = build([0, 0, 0, 1], false);
    const { freeInverseMasses } = soft.system;
    soft.setVelocity(body, [1, 0.5, -0.25]);
    // One hand is thrown.
    for (let k = 0; k < 3; k++) body.view.previousPositions[3 * parts.leftHand + k] -= [0.002, 0, 0.001][k];
    const momentum = () => {
      const sum = [0, 0, 0];
      const { positions, previousPositions } = body.view;
      for (let i = 0; i < body.count; i++)
        for (let k = 0; k < 3; k++)
          sum[k] +=
            (positions[3 * i + k] - previousPositions[3 * i + k]) /
            freeInverseMasses[body.first + i] /
            soft.system.previousDt;
      return sum;
    };
    const before = momentum();
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    const after = momentum();
    for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 6);
  });

  it('continues from a snapshot with the same bits', () => {
    const [one, two] = [build(), build()];
    for (let n = 0; n < 40; n++) one.world.step(1 / 60);
    const saved = one.world.snapshot();
    for (let n = 0; n < 60; n++) one.world.step(1 / 60);
    two.world.restore(saved);
    for (let n = 0; n < 60; n++) two.world.step(1 / 60);
    expect([...two.body.view.positions]).toEqual([...one.body.view.positions]);
  });

  it('names bad settings and changes nothing', () => {
    const soft = new SoftBodies();
    const bad = (change: object, name: RegExp) =>
      expect(() => soft.addFigure({ ...figure(), ...change })).toThrow(name);
    bad({ sticks: [0, 99] }, /sticks\[1\]/);
    bad({ sticks: [0] }, /sticks/);
    bad({ sticks: [1, 6] }, /stick 0/);
    bad({ sticks: [0, 1] }, /mass of particle 2/);
    bad({ hinges: [1, 2, 3] }, /hinges/);
    bad({ angleCosines: [2, 0, 0, 0] }, /angleCosines\[0\]/);
    bad({ angleCosines: [] }, /angleCosines/);
    bad({ spacerLengths: [-1, 1, 1, 1] }, /spacerLengths\[0\]/);
    bad({ sweeps: 0 }, /sweeps/);
    bad({ density: Number.NaN }, /density/);
    expect(soft.bodies).toHaveLength(0);
    expect(soft.particleCount).toBe(0);
  });
});
