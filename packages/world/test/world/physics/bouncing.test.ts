/** Bounces against closed forms: heights, energy, attitude, rows of balls. */
import { BoxShape, type ConvexShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { ColoredSolver } from '@colide/solvers';
import { World, type WorldOptions } from '@colide/world';
import { describe, expect, it } from 'vitest';

const gravity = 9.81;

/** Heights of the first `bounces` bounces of a ball that falls from `height`; fewer when it sleeps. */
function bounceHeights(
  restitution: number,
  height: number,
  bounces: number,
  { radius = 0.25, dt = 1 / 60, floor = new HalfSpace() as ConvexShape | HalfSpace, y = 0 } = {},
): number[] {
  const world = new World();
  world.add({ shape: floor, type: 'static', restitution, ...(y === 0 ? {} : { position: [0, y, 0] }) });
  const ball = world.add({
    shape: new SphereShape(radius),
    position: [0.01, height + radius, 0.02],
    restitution,
  });
  const tops: number[] = [];
  let last = height;
  let rises = false;
  for (let n = 0; n < 60 / dt && tops.length < bounces && world.sleeperCount === 0; n++) {
    world.step(dt);
    const now = world.bodies.positions[3 * ball + 1] - radius;
    if (now < last && rises) tops.push(last);
    rises = now > last;
    last = now;
  }
  return tops;
}

describe('a bouncing ball', () => {
  it.each([
    [0.06, 0.25, 1 / 60],
    [0.06, 0.02, 1 / 60],
    [0.01, 0.1, 1 / 60],
    [4, 0.25, 1 / 60],
    [4, 0.05, 1 / 60],
    [4, 0.5, 1 / 30],
    [4, 0.25, 1 / 120],
  ])('with e = 1 from %d m, radius %d, keeps its height with steps of %d', (height, radius, dt) => {
    const tops = bounceHeights(1, height, 20, { radius, dt });
    expect(tops.length).toBe(20);
    for (const top of tops) expect(Math.abs(top / height - 1)).toBeLessThan(0.04);
  });

  it.each([0.3, 0.5, 0.7, 0.9])('with e = %d rises to e² of the height, then rests and sleeps', e => {
    for (const floor of [
      { floor: new HalfSpace() },
      { floor: new BoxShape([5, 0.5, 5]), y: -0.5, radius: 0.1 },
    ]) {
      const tops = bounceHeights(e, 1.5, 100, floor);
      let expected = 1.5;
      for (const top of tops) {
        expected *= e * e;
        if (expected > 0.01) expect(Math.abs(top / expected - 1)).toBeLessThan(0.03);
      }
      expect(e * e * expected).toBeLessThan(0.01);
      expect(tops.length).toBeLessThan(40);
    }
  });

  it('bounces off a plank on the floor as off the floor', () => {
    for (const [thickness, density] of [
      [0.05, 1000],
      [0.2, 300],
    ]) {
      const world = new World();
      world.add({ shape: new HalfSpace() });
      world.add({ shape: new BoxShape([1, thickness, 1]), position: [0, thickness, 0], density });
      const ball = world.add({
        shape: new SphereShape(0.1),
        position: [0, 1.1 + 2 * thickness, 0],
        restitution: 0.8,
      });
      let top = 0;
      for (let n = 0; n < 70; n++) {
        world.step(1 / 60);
        if (n > 30) top = Math.max(top, world.bodies.positions[3 * ball + 1] - 0.1 - 2 * thickness);
      }
      expect(top).toBeGreaterThan(0.55);
      expect(top).toBeLessThan(0.7);
    }
  });

  it('takes friction of the whole impulse: a ball thrown at the floor slows down by μ (1 + e) v', () => {
    const world = new World();
    const material = { friction: 0.1, restitution: 0.8 };
    world.add({ shape: new HalfSpace(), ...material });
    const ball = world.add({
      shape: new SphereShape(0.2),
      position: [0, 0.3, 0],
      velocity: [10, -4, 0],
      ...material,
    });
    for (let n = 0; n < 6; n++) world.step(1 / 60);
    const impact = Math.sqrt(16 + 2 * gravity * 0.1);
    expect(world.bodies.velocities[3 * ball]).toBeCloseTo(10 - 0.1 * 1.8 * impact, 1);
  });
});

describe('a box that lands flat', () => {
  it.each([
    [0.5, [0.5, 0.5, 0.5], 1],
    [0.5, [0.5, 0.5, 0.5], 3],
    [0.9, [1, 0.1, 0.5], 2],
    [1, [0.5, 0.5, 0.5], 1],
    [0.5, [0.05, 0.05, 0.05], 0.5],
    [0.3, [2, 1, 0.3], 5],
  ])('with e = %d and half edges %s from %d m stays flat', (restitution, half, height) => {
    const world = new World();
    world.add({ shape: new HalfSpace(), restitution });
    const box = world.add({ shape: new BoxShape(half), position: [0, height + half[1], 0], restitution });
    const { rotations, positions } = world.bodies;
    let rises = false;
    let last = height;
    let top = 0;
    for (let n = 0; n < 300; n++) {
      world.step(1 / 60);
      expect(Math.hypot(rotations[4 * box], rotations[4 * box + 2])).toBeLessThan(0.0087 / 2);
      const now = positions[3 * box + 1] - half[1];
      if (now < last && rises && top === 0) top = last;
      rises = now > last;
      last = now;
    }
    expect(Math.abs(top / (restitution * restitution * height) - 1)).toBeLessThan(0.02);
    expect(world.sleeperCount).toBe(restitution < 0.9 ? 1 : 0);
  });
});

/** Balls with e = 1 and without friction in a closed box. */
function elasticBalls(fall: number, count: number, radius: number, options: WorldOptions = {}): World {
  const world = new World({ ...options, gravity: [0, -fall, 0] });
  const random = new Random(3);
  const material = { friction: 0, restitution: 1 };
  for (let k = 0; k < 3; k++)
    for (const side of [-3.5, 3.5]) {
      const half = [4, 4, 4];
      const position = [0, 0, 0];
      half[k] = 0.5;
      position[k] = side;
      world.add({ shape: new BoxShape(half), type: 'static', position, ...material });
    }
  for (let i = 0; i < count; i++)
    world.add({
      shape: new SphereShape(radius),
      position: [i % 4, Math.floor(i / 4) % 4, Math.floor(i / 16)].map(
        x => 1.4 * x - 2.2 + random.uniform(-0.1, 0.1),
      ),
      velocity: [random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)],
      ...material,
    });
  return world;
}

/** Energy per density of the balls of {@link elasticBalls}, height included. */
function energyOf(world: World, fall: number): number {
  const { velocities: v, positions: p } = world.bodies;
  let energy = 0;
  for (let i = 6; i < world.count; i++) {
    for (let k = 3 * i; k < 3 * i + 3; k++) energy += 0.5 * v[k] * v[k];
    energy += fall * (p[3 * i + 1] + 3);
  }
  return energy;
}

describe('elastic balls in a box', () => {
  it.each([
    [0, 30, 0.25, 60],
    [gravity, 30, 0.25, 20],
    [0, 60, 0.4, 5],
    [gravity, 16, 0.1, 20],
  ])('keep their energy with gravity %d, %d of radius %d, for %d s', (fall, count, radius, seconds) => {
    const world = elasticBalls(fall, count, radius);
    const before = energyOf(world, fall);
    for (let n = 0; n < 60 * seconds; n++) world.step(1 / 60);
    expect(Math.abs(energyOf(world, fall) / before - 1)).toBeLessThan(0.03);
  });

  it('keep it in a solver for several threads too', () => {
    const world = elasticBalls(0, 60, 0.4, { solver: new ColoredSolver() });
    const before = energyOf(world, 0);
    for (let n = 0; n < 60 * 5; n++) world.step(1 / 60);
    expect(Math.abs(energyOf(world, 0) / before - 1)).toBeLessThan(0.01);
  });
});

describe('a row of balls', () => {
  it.each([0, 0.001, 0.02, 0.1])('passes an impact on, with gaps of %d m and in any order', gap => {
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
    ]) {
      const world = new World({ gravity: [0, 0, 0] });
      const ids: number[] = [];
      for (const i of order)
        ids[i] = world.add({
          shape: new SphereShape(0.5),
          position: [i * (1 + gap) + (i === 0 ? -1 : 0), 0, 0],
          velocity: [i === 0 ? 2 : 0, 0, 0],
          friction: 0,
          restitution: 1,
        });
      for (let n = 0; n < 90; n++) world.step(1 / 60);
      for (const [i, id] of ids.entries())
        expect(world.bodies.velocities[3 * id]).toBeCloseTo(i === 4 ? 2 : 0, 6);
    }
  });
});

describe('stacks with restitution', () => {
  it.each([
    [0.3, 5, 0.02],
    [0.5, 10, 0.02],
    [0.9, 5, 0.3],
  ])('e = %d, %d boxes, gaps of %d m: come to rest upright', (restitution, count, gap) => {
    const world = new World();
    const cube = new BoxShape([0.5, 0.5, 0.5]);
    world.add({ shape: new HalfSpace(), restitution });
    for (let i = 0; i < count; i++)
      world.add({ shape: cube, position: [0, 0.5 + i * (1 + gap), 0], restitution });
    for (let n = 0; n < 60 * 8; n++) world.step(1 / 60);
    expect(world.sleeperCount).toBe(count);
    for (let i = 1; i <= count; i++)
      expect(Math.abs(world.bodies.positions[3 * i + 1] - (i - 0.5))).toBeLessThan(0.05);
  });

  it('lose energy in impacts of all kinds, and never gain any', () => {
    const random = new Random(11);
    for (let trial = 0; trial < 12; trial++) {
      const world = new World({ gravity: [0, 0, 0], sleeping: false });
      const restitution = trial % 3 === 0 ? 1 : random.uniform(0, 1);
      const friction = trial % 2 === 0 ? 0 : 0.6;
      const vector = (most: number) => [0, 1, 2].map(() => random.uniform(-most, most));
      for (let i = 0; i < 12; i++) {
        const half = [0, 1, 2].map(() => random.uniform(0.1, 0.5));
        const place = [i % 3, Math.floor(i / 3) % 2, Math.floor(i / 6)].map(x => 1.3 * x);
        world.add({
          shape: i % 4 === 0 ? new SphereShape(0.4) : new BoxShape(half),
          position: place,
          rotation: [...vector(1), 1],
          velocity: place.map(x => 3 * (1 - x)),
          angularVelocity: vector(4),
          friction,
          restitution,
        });
      }
      let before = kineticEnergy(world);
      for (let n = 0; n < 120; n++) {
        world.step(1 / 60);
        const now = kineticEnergy(world);
        expect(now, `trial ${trial}, step ${n}`).toBeLessThan(before * 1.02 + 1e-9);
        before = now;
      }
    }
  });
});

function kineticEnergy({ bodies }: World): number {
  const { velocities: v, angularVelocities: w, inverseMasses, inverseMoments, rotations: q, count } = bodies;
  let energy = 0;
  for (let i = 0; i < count; i++) {
    if (inverseMasses[i] === 0) continue;
    const [x, y, z, r] = [-q[4 * i], -q[4 * i + 1], -q[4 * i + 2], q[4 * i + 3]];
    const [a, b, c] = w.subarray(3 * i, 3 * i + 3);
    const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    const local = [a + r * tx + y * tz - z * ty, b + r * ty + z * tx - x * tz, c + r * tz + x * ty - y * tx];
    for (let k = 0; k < 3; k++) {
      energy += (0.5 * v[3 * i + k] ** 2) / inverseMasses[i];
      energy += (0.5 * local[k] ** 2) / inverseMoments[3 * i + k];
    }
  }
  return energy;
}
