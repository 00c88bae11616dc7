import { BoxShape, CapsuleShape, ConeShape, CylinderShape, HalfSpace, SphereShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { soak } from '@colide/testing';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
/** 8 s on the way, or 30 s. */
const steps = soak(480, 1800);

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
    for (let n = 0; n < steps; n++) {
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

/** A flat mesh at height 0, 400 m long, in cells of 1 m by 10 m. */
function grid(): MeshShape {
  const [columns, rows] = [401, 5];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j < rows; j++) for (let i = 0; i < columns; i++) positions.push(i - 200, 0, 10 * j - 20);
  for (let j = 0; j < rows - 1; j++)
    for (let i = 0; i < columns - 1; i++) {
      const a = columns * j + i;
      indices.push(a, a + columns, a + 1, a + 1, a + columns, a + columns + 1);
    }
  return new MeshShape(new TriangleBvh(positions, indices));
}

/** Ground at height 0: its shape and how high that is placed. */
const grounds = {
  'a half-space': () => [new HalfSpace(), 0] as const,
  'a box': () => [new BoxShape([200, 1, 20]), -1] as const,
  'two triangles': () =>
    [
      new MeshShape(
        new TriangleBvh([-200, 0, -20, 200, 0, -20, 200, 0, 20, -200, 0, 20], [0, 2, 1, 0, 3, 2]),
      ),
      0,
    ] as const,
  'a mesh': () => [grid(), 0] as const,
};
type GroundName = keyof typeof grounds;

/** A world without sleep with one of the grounds. */
function worldOn(name: GroundName): World {
  const world = new World({ sleeping: false });
  const [shape, height] = grounds[name]();
  world.add({ shape, type: 'static', ...(name === 'a half-space' ? {} : { position: [0, height, 0] }) });
  return world;
}

/** The last and the highest speed of a body of this shape that rolls on its side. */
function roll(world: World, shape: CapsuleShape | CylinderShape | SphereShape, v: number): [number, number] {
  const { radius } = shape;
  const body = world.add({
    shape,
    position: [-100, radius, 0.3],
    rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    velocity: [v, 0, 0],
    angularVelocity: [0, 0, -v / radius],
  });
  let fastest = 0;
  for (let n = 0; n < steps; n++) {
    world.step(dt);
    fastest = Math.max(fastest, speed(world, body));
  }
  return [speed(world, body), fastest];
}

describe('balls on a mesh', () => {
  it('larger than its triangles roll on without loss', () => {
    const [last, fastest] = roll(worldOn('a mesh'), new SphereShape(5), 5);
    expect(last).toBeGreaterThan(4.95);
    expect(fastest).toBeLessThan(5.01);
  });
});

describe('capsules', () => {
  for (const name of Object.keys(grounds) as GroundName[])
    it.each([
      [0.005, 1],
      [0.02, 1],
      [0.02, 4],
      [0.3, 1.7],
    ])(`roll on their side on ${name} without loss: radius %d, %d as long`, (radius, length) => {
      const [last, fastest] = roll(worldOn(name), new CapsuleShape(radius, length * radius), 5);
      expect(last).toBeGreaterThan(4.95);
      expect(fastest).toBeLessThan(5.01);
    });
});

describe('cylinders', () => {
  for (const name of Object.keys(grounds) as GroundName[])
    it.each([
      [0.005, 1, 5],
      [0.005, 4, 5],
      [0.005, 1, 0.2],
      [0.02, 0.2, 5],
      [0.02, 1, 5],
      [0.1, 1, 5],
      [0.5, 1, 5],
      [5, 1, 5],
    ])(`roll on their side on ${name} without loss: radius %d, %d as long, %d m/s`, (radius, length, v) => {
      const [last, fastest] = roll(worldOn(name), new CylinderShape(radius, length * radius), v);
      expect(last / v).toBeGreaterThan(0.99);
      expect(fastest / v).toBeLessThan(1.002);
    });

  it.each([[0.005], [0.02], [0.5]])('roll on a free plank without loss: radius %d', radius => {
    const [last, fastest] = roll(ground(5e4), new CylinderShape(radius, radius), 5);
    expect(last).toBeGreaterThan(4.95);
    expect(fastest).toBeLessThan(5.01);
  });
});

/** Energy of motion and of spin of the body with this id. */
function energy({ bodies }: World, i: number): number {
  const { velocities: v, angularVelocities: w, inverseMasses, inverseMoments, rotations } = bodies;
  const local = new Float64Array(3);
  const [x, y, z, s] = rotations.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
  const [a, b, c] = w.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
  local[0] = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y + s * z) * b + 2 * (x * z - s * y) * c;
  local[1] = 2 * (x * y - s * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z + s * x) * c;
  local[2] = 2 * (x * z + s * y) * a + 2 * (y * z - s * x) * b + (1 - 2 * (x * x + y * y)) * c;
  let sum = 0;
  for (let k = 0; k < 3; k++)
    sum += (0.5 * v[3 * i + k] ** 2) / inverseMasses[i] + (0.5 * local[k] ** 2) / inverseMoments[3 * i + k];
  return sum;
}

describe('cones', () => {
  it.each([
    [0.5, 0.5, 1],
    [0.5, 0.5, 0.1],
    [0.3, 1, 0.3],
    [0.05, 0.05, 0.2],
    [0.05, 0.1, 0.1],
    [3, 4, 1],
  ])('roll about their apex without gain or loss: radius %d, half-height %d, %d m/s', (radius, half, v) => {
    const slope = Math.atan2(radius, 2 * half);
    // The apex lies at the origin, and the cone on its side along z.
    const angle = -Math.PI / 2 - slope;
    const world = worldOn('a half-space');
    const cone = world.add({
      shape: new ConeShape(radius, half),
      position: [0, half * Math.sin(slope), half * Math.cos(slope)],
      rotation: [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)],
    });
    const height = world.bodies.positions[3 * cone + 1];
    world.setVelocity(cone, [-v, 0, 0], [0, 0, v / height]);
    const first = energy(world, cone);
    for (let n = 0; n < steps; n++) {
      world.step(dt);
      expect(energy(world, cone) / first).toBeLessThan(1.01);
    }
    expect(energy(world, cone) / first).toBeGreaterThan(0.97);
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
