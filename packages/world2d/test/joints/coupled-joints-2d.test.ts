/** Gears, racks and pulleys in the plane, against closed forms. */
import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import { ParticleSolver2d } from '@colide/solvers';
import { World2d, WorldJoints2d, worldExtras2d, worldLoad2d, worldSave2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;
type Pair = [number, number];

function run(world: World2d, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(dt);
}

/** Two wheels on fixed axes, the second of which has twice the radius. */
function wheels(ratio: number, motor?: { speed: number; maxForce: number }) {
  const world = new World2d({ ...worldExtras2d, gravity: [0, 0], sleeping: false });
  const joints = new WorldJoints2d(world);
  const bodies = [1, 2].map((radius, i) =>
    world.add({ shape: new CircleShape2d(radius), position: [3 * i, 0], mask: 0 }),
  );
  const axles = bodies.map((body, i) =>
    joints.revolute(undefined, body, { anchor: [3 * i, 0], ...(i === 0 && motor && { motor }) }),
  );
  const gear = joints.gear(axles[0], axles[1], { ratio });
  return { world, joints, bodies, axles, gear };
}

describe('gears in the plane', () => {
  it('begin at the angles that the wheels have, however they came by them', () => {
    const { world, joints, bodies, axles, gear } = wheels(1);
    joints.remove(gear);
    run(world, 1);
    world.setPose(bodies[1], [3, 0], 1);
    joints.gear(axles[0], axles[1], { ratio: 1 });
    run(world, 60);
    expect(joints.value(axles[0])).toBeCloseTo(0, 9);
    expect(joints.value(axles[1])).toBeCloseTo(1, 9);
  });

  it('turn against each other by the ratio, and keep angles in step for minutes', () => {
    for (const ratio of [2, -3, 0.25]) {
      const { world, joints, axles } = wheels(ratio, { speed: 4, maxForce: 1000 });
      run(world, 1200);
      const [first, second] = axles.map(axle => joints.value(axle));
      expect(Math.abs(first)).toBeGreaterThan(70);
      // 20 s at 4 rad/s and more: both count full revolutions.
      expect(Math.abs(first + ratio * second)).toBeLessThan(0.01);
      expect(joints.speed(axles[0])).toBeCloseTo(4, 3);
    }
  });

  it('accelerate as one wheel of both moments of inertia', () => {
    const ratio = 2;
    const { world, bodies, axles, joints } = wheels(ratio);
    const { inverseMoments } = world.bodies;
    const torque = 10;
    const moment = 1 / inverseMoments[bodies[0]] + 1 / inverseMoments[bodies[1]] / ratio ** 2;
    for (let n = 0; n < 60; n++) {
      world.applyTorque(bodies[0], torque);
      world.step(dt);
    }
    expect(joints.speed(axles[0]) / (torque / moment)).toBeCloseTo(1, 3);
    expect(joints.speed(axles[1])).toBeCloseTo(-joints.speed(axles[0]) / ratio, 5);
  });

  it('are removed with their joints, and break under a torque', () => {
    const { world, joints, axles, gear } = wheels(1);
    expect(joints.has(gear)).toBe(true);
    joints.remove(axles[1]);
    expect(joints.has(gear)).toBe(false);
    expect(joints.has(axles[0])).toBe(true);
    const other = wheels(1);
    other.joints.setBreaking(other.gear, Infinity, 5);
    for (let n = 0; n < 10; n++) {
      other.world.applyTorque(other.bodies[0], 100);
      other.world.step(dt);
    }
    expect(other.joints.has(other.gear)).toBe(false);
    run(world, 2);
  });

  it('follow a kinematic wheel', () => {
    const world = new World2d({ ...worldExtras2d, gravity: [0, 0], sleeping: false });
    const joints = new WorldJoints2d(world);
    const drive = world.add({ shape: new CircleShape2d(1), type: 'kinematic', angularVelocity: 3, mask: 0 });
    const wheel = world.add({ shape: new CircleShape2d(1), position: [3, 0], mask: 0 });
    const axles = [drive, wheel].map((body, i) => joints.revolute(undefined, body, { anchor: [3 * i, 0] }));
    joints.gear(axles[0], axles[1], { ratio: 2 });
    run(world, 120);
    expect(world.bodies.angularVelocities[wheel]).toBeCloseTo(-1.5, 4);
  });
});

describe('racks and pulleys in the plane', () => {
  it('a rack falls with the pinion that it turns', () => {
    const world = new World2d({ ...worldExtras2d, sleeping: false });
    const joints = new WorldJoints2d(world);
    const rack = world.add({ shape: new BoxShape2d([0.1, 2]), position: [0.6, 0], mass: 2, mask: 0 });
    const pinion = world.add({ shape: new CircleShape2d(0.5), mass: 4, mask: 0 });
    const slider = joints.prismatic(undefined, rack, { axis: [0, 1] });
    const axle = joints.revolute(undefined, pinion, { anchor: [0, 0] });
    joints.rackAndPinion(slider, axle, { radius: 0.5 });
    run(world, 60);
    // m g = (m + I / r²) a, with I = ½ M r²: half of g here.
    expect(joints.speed(slider) / (-g / 2)).toBeCloseTo(1, 3);
    expect(joints.value(slider)).toBeCloseTo(0.5 * joints.value(axle), 4);
  });

  it("a pulley is Atwood's machine, and its tension that of the closed form", () => {
    const world = new World2d({ ...worldExtras2d, sleeping: false });
    const joints = new WorldJoints2d(world);
    const bodies = [3, 1].map((mass, i) =>
      world.add({ shape: new BoxShape2d([0.2, 0.2]), position: [2 * i, 0], mass, mask: 0 }),
    );
    const rope = joints.pulley(bodies[0], bodies[1], { groundA: [0, 10], groundB: [2, 10] });
    expect(joints.value(rope)).toBeCloseTo(20, 12);
    run(world, 60);
    const { velocities, positions } = world.bodies;
    expect(velocities[2 * bodies[0] + 1] / (-g / 2)).toBeCloseTo(1, 3);
    expect(velocities[2 * bodies[1] + 1] / (g / 2)).toBeCloseTo(1, 3);
    expect(positions[2 * bodies[0] + 1] + positions[2 * bodies[1] + 1]).toBeCloseTo(0, 3);
    const force: Pair = [0, 0];
    joints.reaction(force, rope);
    // 2 m M g / (m + M)
    expect(Math.hypot(...force) / (1.5 * g)).toBeCloseTo(1, 2);
  });

  it('a block and tackle of ratio 2 is in balance at twice the mass, and a slack rope pulls nothing', () => {
    const world = new World2d({ ...worldExtras2d, sleeping: false });
    const joints = new WorldJoints2d(world);
    const bodies = [1, 2].map((mass, i) =>
      world.add({ shape: new BoxShape2d([0.2, 0.2]), position: [2 * i, 0], mass, mask: 0 }),
    );
    const rope = joints.pulley(bodies[0], bodies[1], { groundA: [0, 5], groundB: [2, 5], ratio: 2 });
    run(world, 120);
    for (const body of bodies) expect(Math.abs(world.bodies.positions[2 * body + 1])).toBeLessThan(0.01);
    joints.setLimits(rope, [-Infinity, 100]);
    run(world, 30);
    expect(world.bodies.velocities[2 * bodies[0] + 1]).toBeCloseTo(-g / 2, 1);
    joints.remove(rope);
    expect(world.joints!.couplings).toBe(0);
    run(world, 2);
  });

  it('are saved and restored with the same bits', () => {
    const { world, joints } = wheels(2, { speed: 1, maxForce: 10 });
    const bodies = [2, 1].map((mass, i) =>
      world.add({ shape: new BoxShape2d([0.2, 0.2]), position: [2 * i, 9], mass, mask: 0 }),
    );
    joints.pulley(bodies[0], bodies[1], { groundA: [0, 12], groundB: [2, 12] });
    run(world, 30);
    const copy = worldLoad2d(worldSave2d(world));
    const snapshot = world.snapshot();
    run(world, 30);
    run(copy, 30);
    expect(copy.bodies.rotations).toEqual(world.bodies.rotations);
    const after = world.bodies.rotations.slice();
    world.restore(snapshot);
    run(world, 30);
    expect(world.bodies.rotations).toEqual(after);
  });

  it('refuse what they cannot couple, with the argument named, and change nothing', () => {
    const { world, joints, axles, bodies, gear } = wheels(1);
    const count = world.joints!.count;
    expect(() => joints.gear(99, axles[0], { ratio: 1 })).toThrow('first');
    expect(() => joints.gear(axles[0], gear, { ratio: 1 })).toThrow('second');
    expect(() => joints.gear(axles[0], axles[1], { ratio: 0 })).toThrow('ratio');
    expect(() => joints.rackAndPinion(axles[0], axles[1], { radius: 1 })).toThrow('rack');
    const ends = { groundA: [0, 9], groundB: [1, 9] };
    expect(() => joints.pulley(bodies[0], bodies[0], ends)).toThrow();
    expect(() => joints.pulley(bodies[0], bodies[1], { ...ends, ratio: -1 })).toThrow('ratio');
    expect(() => joints.pulley(bodies[0], bodies[1], { ...ends, length: -1 })).toThrow('length');
    expect(() => joints.pulley(bodies[0], bodies[1], { ...ends, groundB: [0, Number.NaN] })).toThrow(
      'groundB',
    );
    expect(world.joints!.count).toBe(count);
    const particles = new World2d({ ...worldExtras2d, solver: new ParticleSolver2d() });
    const pair = [0, 3].map(x => particles.add({ shape: new CircleShape2d(1), position: [x, 0] }));
    const other = new WorldJoints2d(particles);
    const both = pair.map((body, i) => other.revolute(undefined, body, { anchor: [3 * i, 0] }));
    other.gear(both[0], both[1], { ratio: 1 });
    expect(() => particles.step(dt)).toThrow('must be a revolute joint without limits');
  });
});
