import { BoxShape2d, CircleShape2d, Compound2d, HalfPlane2d, SegmentShape2d } from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { HashGrid2d, LooseQuadtree, Quadtree, UniformGrid2d } from '@colide/spatial';
import { type BodySettings2d, World2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { addBox, buildPyramid, buildTower, createGround, dt, run } from '../support/scenes.ts';

const circle = new CircleShape2d(0.5);

/** A scene with a bit of everything. */
function createMixed(options = {}): World2d {
  const world = createGround(options);
  world.add({ shape: new ChainShape2d([8, 3, 6, 0.5, 4, 0]), type: 'static' });
  addBox(world, 1, 0.2, -4, 1, { type: 'kinematic', angularVelocity: 2 });
  buildTower(world, 5, 0.6);
  for (let i = 0; i < 20; i++)
    world.add({
      shape: i % 3 ? circle : new Compound2d([{ shape: circle }, { shape: new BoxShape2d([0.8, 0.1]) }]),
      position: [(i % 7) - 4, 4 + i],
      restitution: (i % 4) / 4,
      rotation: i,
      rollingFriction: 0.02,
    });
  return world;
}

describe('World2d', () => {
  it('adds, finds and removes bodies; ids are reused, generations are not', () => {
    const world = new World2d(worldExtras2d);
    const [a, b] = [
      world.add({ shape: circle, userData: 'a' }),
      world.add({ shape: circle, position: { x: 3, y: 4 } }),
    ];
    expect([world.count, a, b]).toEqual([2, 0, 1]);
    expect(world.userData[a]).toBe('a');
    expect(world.shapeOf(b)).toBe(circle);
    expect(world.partsOf(b)).toHaveLength(1);
    const generation = world.generation(a);
    world.remove(a);
    expect(world.has(a)).toBe(false);
    expect(world.generation(a)).toBe(0);
    expect([...world.ids()]).toEqual([1]);
    expect(world.add({ shape: circle })).toBe(0);
    expect(world.generation(a)).toBeGreaterThan(generation);
    for (let i = 0; i < 100; i++) world.add({ shape: circle, position: [3 * i, 10] });
    run(world, 0.1);
    world.dispose();
    expect(world.count).toBe(0);
    expect(world.broadPhase.count).toBe(0);
  });

  it('keeps the frame of the shape apart from the centre of mass', () => {
    const world = new World2d({ ...worldExtras2d, gravity: [0, 0] });
    const shape = new Compound2d([{ shape: new BoxShape2d([1, 1]), position: [2, 0] }]);
    const body = world.add({ shape, position: [1, 1], rotation: Math.PI / 2, angularVelocity: 1 });
    const [position, rotation] = [
      [0, 0],
      [0, 0],
    ];
    world.getPose(position, rotation, body);
    expect(position[0]).toBeCloseTo(1, 12);
    expect(position[1]).toBeCloseTo(1, 12);
    expect(rotation[1]).toBeCloseTo(1, 12);
    expect(world.bodies.positions[1]).toBeCloseTo(3, 12);
    run(world, 1);
    expect(world.bodies.positions[1]).toBeCloseTo(3, 12);
    expect(world.angleOf(body)).toBeCloseTo(Math.PI / 2 + 1, 6);
    world.setPose(body, [5, 5], 0);
    world.getPose(position, rotation, body);
    expect(position).toEqual([5, 5]);
  });

  it('reports what begins and what stops touching, sensors included; groups and masks filter', () => {
    const world = createGround();
    const ball = world.add({ shape: circle, position: [0, 1] });
    const sensor = world.add({
      shape: new BoxShape2d([1, 0.2]),
      position: [0, 0.5],
      type: 'static',
      sensor: true,
    });
    const other = world.add({ shape: circle, position: [5, 1], mask: 2 });
    const begun: string[] = [];
    for (let n = 0; n < 60; n++) {
      world.step(dt);
      begun.push(...world.events.begun.toArray().map(pair => pair.join('-')));
    }
    expect(begun.sort()).toEqual([`0-${ball}`, `${ball}-${sensor}`]);
    expect(world.bodies.positions[2 * ball + 1]).toBeCloseTo(0.5, 2);
    expect(world.bodies.positions[2 * other + 1]).toBeLessThan(-1);
    world.setPose(ball, [20, 20]);
    world.step(dt);
    expect(world.events.ended.toArray()).toEqual([
      [0, ball],
      [ball, sensor],
    ]);
    world.setPose(ball, [0, 0.5]);
    world.step(dt);
    world.remove(sensor);
    world.step(dt);
    expect(world.events.ended.toArray()).toEqual([[ball, sensor]]);
  });

  it('puts stacks to sleep, keeps their contacts, and wakes them as a whole', () => {
    const world = createGround();
    const ids = buildTower(world, 5);
    run(world, 3);
    expect(world.sleeperCount).toBe(5);
    const { count } = world.contacts;
    expect(count).toBe(10);
    const load = world.contacts.arrays.impulses[0];
    run(world, 1);
    expect(world.contacts.count).toBe(count);
    expect(world.contacts.arrays.impulses[0]).toBe(load);
    expect(world.events.touching.count).toBe(5);
    const top = world.bodies.positions[2 * ids[4] + 1];
    world.wake(ids[0]);
    world.step(dt);
    expect(world.sleeperCount).toBe(0);
    run(world, 0.2);
    expect(Math.abs(world.bodies.positions[2 * ids[4] + 1] - top)).toBeLessThan(1e-4);
    run(world, 2);
    world.remove(ids[0]);
    run(world, 1);
    expect(world.bodies.positions[2 * ids[4] + 1]).toBeLessThan(3.6);
    run(world, 2);
    expect(world.sleeperCount).toBe(4);
    world.setPose(0 + ids[1], [50, 0.5]);
    run(world, 1);
    expect(world.bodies.positions[2 * ids[4] + 1]).toBeLessThan(2.6);
  });

  it('moves sleepers with a kinematic body that comes, and with a static one that is set into them', () => {
    const world = createGround();
    const box = addBox(world, 1, 1, 0, 0.5);
    const pusher = addBox(world, 1, 1, -3, 0.5, { type: 'kinematic' });
    const block = addBox(world, 1, 1, 30, 0.5, { type: 'static' });
    run(world, 2);
    expect(world.sleeperCount).toBe(1);
    world.setVelocity(pusher, [1, 0]);
    run(world, 4);
    expect(world.bodies.positions[2 * box]).toBeGreaterThan(1.9);
    world.setVelocity(pusher, [0, 0]);
    run(world, 2);
    expect(world.sleeperCount).toBe(1);
    const x = world.bodies.positions[2 * box];
    world.setPose(block, [x + 0.9, 0.5]);
    run(world, 1);
    expect(world.bodies.positions[2 * box]).toBeLessThan(x - 0.05);
  });

  it('applies forces, torques, impulses, damping, limits and locks', () => {
    const world = new World2d({ ...worldExtras2d, gravity: [0, 0] });
    const add = (more: Partial<BodySettings2d> = {}) =>
      world.add({ shape: circle, mass: 2, inertia: 0.5, position: [3 * world.count, 0], ...more });
    const [pushed, turned, hit, damped, limited, locked] = [
      add(),
      add(),
      add(),
      add({ velocity: [1, 0], linearDamping: 2, angularVelocity: 1, angularDamping: 1 }),
      add({ velocity: [0, 9], maxSpeed: 4, maxAngularSpeed: 2, angularVelocity: 5 }),
      add({ lockedRotation: true }),
    ];
    for (let n = 0; n < 60; n++) {
      world.applyForce(pushed, [2, 0]);
      world.applyTorque(turned, 1);
      world.step(dt);
    }
    world.applyImpulse(hit, [0, 2], [world.bodies.positions[2 * hit] + 1, 0]);
    world.applyImpulse(locked, [0, 2], [world.bodies.positions[2 * locked] + 1, 0]);
    const { velocities: v, angularVelocities: w } = world.bodies;
    expect(v[2 * pushed]).toBeCloseTo(1, 9);
    expect(w[turned]).toBeCloseTo(2, 9);
    expect([v[2 * hit + 1], w[hit]]).toEqual([1, 4]);
    expect([v[2 * locked + 1], w[locked]]).toEqual([1, 0]);
    expect(v[2 * damped]).toBeCloseTo(Math.exp(-2), 1);
    expect(w[damped]).toBeCloseTo(Math.exp(-1), 1);
    expect(v[2 * limited + 1]).toBe(4);
    expect(w[limited]).toBe(2);
    world.setMaterial(turned, { gravityScale: -1, friction: 0.2 });
    world.gravity[1] = -10;
    world.step(dt);
    expect(v[2 * turned + 1]).toBeGreaterThan(0);
  });

  it('continues from a snapshot, and from a twin’s, with the same bits', () => {
    const world = createMixed();
    run(world, 1);
    world.applyForce(5, [1, 2], [3, 4]);
    const snapshot = world.snapshot();
    const twin = createMixed();
    run(twin, 0.3);
    twin.restore(snapshot);
    run(world, 2);
    run(twin, 2);
    const after = new Uint8Array(world.snapshot());
    expect(new Uint8Array(twin.snapshot())).toEqual(after);
    world.restore(snapshot);
    run(world, 2);
    expect(new Uint8Array(world.snapshot())).toEqual(after);
  });

  it('refuses snapshots that are damaged, cut or of another world, and changes nothing', () => {
    const world = createMixed();
    run(world, 0.5);
    const snapshot = world.snapshot();
    const other = createMixed();
    other.remove(7);
    const before = new Uint8Array(other.snapshot());
    for (const at of [0, 9, 60, 200, snapshot.byteLength - 9]) {
      const damaged = snapshot.slice(0);
      new Uint8Array(damaged)[at] ^= 1;
      expect(() => world.restore(damaged)).toThrow(/snapshot/);
    }
    expect(() => world.restore(snapshot.slice(0, 400))).toThrow(/snapshot/);
    expect(() => world.restore(undefined as never)).toThrow(/snapshot/);
    expect(() => other.restore(snapshot)).toThrow(/snapshot/);
    expect(new Uint8Array(other.snapshot())).toEqual(before);
    expect(new Uint8Array(world.snapshot())).toEqual(new Uint8Array(snapshot));
  });

  it.each([
    ['HashGrid2d', () => new HashGrid2d()],
    ['UniformGrid2d', () => new UniformGrid2d({ cellSize: 1 })],
    ['Quadtree', () => new Quadtree()],
    ['LooseQuadtree', () => new LooseQuadtree()],
  ])('gives the same bits with %s', (_, create) => {
    const world = createMixed({ broadPhase: create() });
    const reference = createMixed();
    run(world, 1.5);
    run(reference, 1.5);
    expect(new Uint8Array(world.snapshot())).toEqual(new Uint8Array(reference.snapshot()));
  });

  it('advances in fixed steps and says how far it came', () => {
    const world = new World2d({ ...worldExtras2d, fixedStep: 0.01, maxSteps: 3 });
    const ball = world.add({ shape: circle, velocity: [1, 0] });
    expect(world.advance(0.025)).toBeCloseTo(0.5, 9);
    expect(world.bodies.positions[2 * ball]).toBeCloseTo(0.02, 12);
    expect(world.advance(1)).toBe(0);
    expect(world.bodies.positions[2 * ball]).toBeCloseTo(0.05, 12);
  });

  it('lets a function take each step', () => {
    const world = new World2d({ ...worldExtras2d, fixedStep: 0.01, gravity: [0, 0] });
    const ball = world.add({ shape: circle, mass: 2 });
    const steps: number[] = [];
    const each = (dt: number): void => {
      steps.push(dt);
      world.applyForce(ball, [2, 0]);
      world.step(dt);
    };
    expect(world.advance(0.025, each)).toBeCloseTo(0.5, 9);
    expect(steps).toEqual([0.01, 0.01]);
    expect(world.bodies.velocities[2 * ball]).toBeCloseTo(0.02, 12);
    expect(() => world.advance(0.01, 3 as never)).toThrow('each must be a function');
  });

  it('refuses bad input by name and changes nothing', () => {
    const world = createMixed();
    run(world, 0.2);
    const before = new Uint8Array(world.snapshot());
    const nan = Number.NaN;
    const bad: [RegExp, () => unknown][] = [
      [/settings/, () => world.add(undefined as never)],
      [/shape/, () => world.add({} as never)],
      [/shape/, () => world.add({ shape: { kind: 'cone' } as never })],
      [/postion/, () => world.add({ shape: circle, postion: [0, 0] } as never)],
      [/position/, () => world.add({ shape: circle, position: [nan, 0] })],
      [/position\.y/, () => world.add({ shape: circle, position: { x: 0, y: Infinity } })],
      [/position/, () => world.add({ shape: new HalfPlane2d(), position: [0, 0] })],
      [/rotation/, () => world.add({ shape: circle, rotation: nan })],
      [/rotation/, () => world.add({ shape: circle, rotation: [0, 0] })],
      [/velocity/, () => world.add({ shape: circle, velocity: 'fast' as never })],
      [/angularVelocity/, () => world.add({ shape: circle, angularVelocity: 1e31 })],
      [/velocity/, () => world.add({ shape: circle, type: 'static', velocity: [1, 0] })],
      [/type/, () => world.add({ shape: circle, type: 'ghost' as never })],
      [/type/, () => world.add({ shape: new ChainShape2d([0, 0, 1, 0]) })],
      [/mass/, () => world.add({ shape: circle, mass: 0 })],
      [/inertia/, () => world.add({ shape: circle, inertia: -1 })],
      [/density/, () => world.add({ shape: circle, density: 0 })],
      [/mass of shape/, () => world.add({ shape: new SegmentShape2d([0, 0], [1, 0]) })],
      [/inertia of shape/, () => world.add({ shape: new SegmentShape2d([0, 0], [1, 0]), mass: 1 })],
      [/friction/, () => world.add({ shape: circle, friction: -1 })],
      [/restitution/, () => world.add({ shape: circle, restitution: 2 })],
      [/rollingFriction/, () => world.add({ shape: circle, rollingFriction: nan })],
      [/group/, () => world.add({ shape: circle, group: 1.5 })],
      [/sensor/, () => world.add({ shape: circle, sensor: 1 as never })],
      [/body/, () => world.remove(99)],
      [/body/, () => world.remove('0' as never)],
      [/body/, () => world.setPose(-1, [0, 0])],
      [/body/, () => world.setPose(0, [0, 0])],
      [/position/, () => world.setPose(5, [0, nan])],
      [/rotation/, () => world.setPose(5, [0, 0], nan)],
      [/body/, () => world.setVelocity(0, [1, 0])],
      [/velocity/, () => world.setVelocity(5, [nan, 0])],
      [/angularVelocity/, () => world.setVelocity(5, [0, 0], nan)],
      [/impulse/, () => world.applyImpulse(5, [nan, 0])],
      [/point/, () => world.applyImpulse(5, [0, 0], [nan, 0])],
      [/force/, () => world.applyForce(5, null as never)],
      [/torque/, () => world.applyTorque(5, nan)],
      [/friction/, () => world.setMaterial(5, { friction: nan })],
      [/material/, () => world.setMaterial(5, null as never)],
      [/dt/, () => world.step(0)],
      [/dt/, () => world.step(nan)],
      [/elapsed/, () => world.advance(-1)],
      [/outRotation/, () => world.getPose([0, 0], new Float64Array(1), 5)],
      [/gravity/, () => new World2d({ ...worldExtras2d, gravity: [0, nan] })],
      [/margin/, () => new World2d({ ...worldExtras2d, margin: -1 })],
      [/fixedStep/, () => new World2d({ ...worldExtras2d, fixedStep: 0 })],
      [/maxSteps/, () => new World2d({ ...worldExtras2d, maxSteps: 0 })],
      [/options/, () => new World2d(null as never)],
      [/substeps/, () => new World2d({ ...worldExtras2d, solver: { substeps: 0 } })],
      [/broadPhase/, () => new World2d({ ...worldExtras2d, broadPhase: world.broadPhase })],
    ];
    for (const [name, call] of bad) expect(call, String(call)).toThrow(name);
    world.gravity[0] = nan;
    expect(() => world.step(dt)).toThrow(/gravity/);
    world.gravity[0] = 0;
    expect(new Uint8Array(world.snapshot())).toEqual(before);
  });

  it('lets a pyramid of base 8 sleep within four seconds', () => {
    const world = createGround();
    buildPyramid(world, 8);
    run(world, 4);
    expect(world.sleeperCount).toBe(36);
  });
});
