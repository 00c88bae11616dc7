import { BoxShape, CapsuleShape, CylinderShape, HalfSpace, SphereShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

/** Speed of the centre of mass. */
function speed(world: World, body: number): number {
  const { velocities: v } = world.bodies;
  return Math.hypot(v[3 * body], v[3 * body + 1], v[3 * body + 2]);
}

/** A world with ground at height 0: a half-space, or a long plank of the given mass on one. */
function ground(plankMass = 0, friction = 0.6): World {
  const world = new World({ sleeping: false });
  world.add({ shape: new HalfSpace([0, 1, 0], plankMass > 0 ? -2 : 0), friction });
  if (plankMass > 0)
    world.add({
      shape: new BoxShape([300, 1, 2]),
      position: [0, -1, 0],
      density: plankMass / 4800,
      friction,
    });
  return world;
}

describe('balls', () => {
  it.each([
    [0.005, 0],
    [0.05, 0],
    [0.5, 0],
    [5, 0],
    [0.05, 0.5],
    [0.5, 5e4],
    [0.5, 50],
  ])('roll on without loss: radius %d, on a free plank of %d kg', (radius, plankMass) => {
    const world = ground(plankMass);
    const ball = world.add({
      shape: new SphereShape(radius),
      position: [-100, radius, 0],
      velocity: [5, 0, 0],
      angularVelocity: [0, 0, -5 / radius],
    });
    let fastest = 0;
    for (let n = 0; n < 1800; n++) {
      world.step(dt);
      fastest = Math.max(fastest, speed(world, ball));
    }
    expect(fastest).toBeLessThan(5.01);
    expect(speed(world, ball)).toBeGreaterThan(4.95);
  });

  it.each([
    [0.05, 0.05, 0],
    [0.05, 10, 0],
    [0.5, 10, 0],
    [0.5, 10, 1e6],
    [2, 10, 0],
  ])(
    'that slide go over to rolling at 5/7 of their speed: radius %d, %d m/s, plank %d kg',
    (radius, v, mass) => {
      const world = ground(mass);
      const ball = world.add({ shape: new SphereShape(radius), position: [-100, radius, 0] });
      for (let n = 0; n < 60; n++) world.step(dt);
      world.setVelocity(ball, [v, 0, 0]);
      for (let n = 0; n < 360; n++) {
        world.step(dt);
        expect(speed(world, ball)).toBeLessThan(v);
      }
      expect(speed(world, ball) / v).toBeCloseTo(5 / 7, 2);
    },
  );

  it('without friction do not begin to spin', () => {
    const world = new World({ sleeping: false, gravity: [0, 0, 0] });
    for (let i = 0; i < 8; i++)
      world.add({
        shape: new SphereShape(0.5),
        position: [1.2 * (i & 1), 0.6 * (i & 2), 0.3 * (i & 4)],
        velocity: [3 - 6 * (i & 1), 2 - 2 * (i & 2), 1 - 0.5 * (i & 4) + 0.1 * i],
        friction: 0,
        restitution: 1,
      });
    for (let n = 0; n < 300; n++) world.step(dt);
    for (const w of world.bodies.angularVelocities) expect(Math.abs(w)).toBeLessThan(1e-9);
  });
});

describe('capsules', () => {
  it('roll on their side without loss', () => {
    const world = ground();
    const capsule = world.add({
      shape: new CapsuleShape(0.3, 0.5),
      position: [-50, 0.3, 0],
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      velocity: [5, 0, 0],
      angularVelocity: [0, 0, -5 / 0.3],
    });
    for (let n = 0; n < 600; n++) world.step(dt);
    expect(speed(world, capsule)).toBeCloseTo(5, 2);
  });
});

/** Ground at height 0 in three forms. */
const grounds = {
  'a half-space': () => new HalfSpace(),
  'a box': () => new BoxShape([200, 1, 20]),
  'a mesh': () =>
    new MeshShape(new TriangleBvh([-200, 1, -20, 200, 1, -20, 200, 1, 20, -200, 1, 20], [0, 2, 1, 0, 3, 2])),
};

describe('cylinders', () => {
  for (const [name, shape] of Object.entries(grounds))
    it.each([
      [0.005, 0.2],
      [0.02, 5],
      [0.1, 5],
      [0.5, 5],
      [5, 5],
    ])(`roll on their side on ${name} without loss: radius %d, %d m/s`, (radius, v) => {
      const world = new World({ sleeping: false });
      const isPlane = name === 'a half-space';
      world.add({ shape: shape(), type: 'static', ...(isPlane ? {} : { position: [0, -1, 0] }) });
      const cylinder = world.add({
        shape: new CylinderShape(radius, radius),
        position: [-100, radius, 0],
        rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        velocity: [v, 0, 0],
        angularVelocity: [0, 0, -v / radius],
      });
      for (let n = 0; n < 1800; n++) world.step(dt);
      expect(speed(world, cylinder) / v).toBeGreaterThan(0.99);
      expect(speed(world, cylinder) / v).toBeLessThan(1.001);
    });
});

describe('bodies on single points', () => {
  it.each([[0.05], [0.5]])('stop spinning on the spot: a ball of radius %d', radius => {
    const world = ground();
    const ball = world.add({ shape: new SphereShape(radius), position: [0, radius, 0] });
    world.setVelocity(ball, [0, 0, 0], [0, 2, 0]);
    const { angularVelocities } = world.bodies;
    for (let n = 0; n < 30; n++) world.step(dt);
    expect(angularVelocities[3 * ball + 1]).toBeLessThan(1.9);
    for (let n = 0; n < 300; n++) world.step(dt);
    expect(Math.abs(angularVelocities[3 * ball + 1])).toBeLessThan(1e-6);
  });

  it('take angular momentum from each other where both can move', () => {
    const world = new World({ sleeping: false, gravity: [9.81, 0, 0] });
    const shape = new SphereShape(0.5);
    const a = world.add({ shape, position: [-0.5, 0, 0], angularVelocity: [3, 0, 0] });
    const b = world.add({ shape, position: [0.5, 0, 0], gravityScale: -1 });
    const { angularVelocities: w } = world.bodies;
    for (let n = 0; n < 60; n++) world.step(dt);
    expect(w[3 * b]).toBeGreaterThan(0.1);
    expect(w[3 * a] + w[3 * b]).toBeCloseTo(3, 12);
  });
});
