import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { RigidJoints } from '@colide/solvers';
import { BruteForce, LooseOctree } from '@colide/spatial';
import { soak } from '@colide/testing';
import { World, type WorldOptions } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);
const position = new Float64Array(3);
const rotation = new Float64Array(4);

/** Position of the frame of a body. */
function place(world: World, body: number): number[] {
  world.getPose(position, rotation, body);
  return [...position];
}

function run(world: World, seconds: number): void {
  for (let n = Math.round(seconds / dt); n > 0; n--) world.step(dt);
}

/** All bits of the state. */
function bits(world: World): string {
  const { positions, rotations, velocities, angularVelocities } = world.bodies;
  return [positions, rotations, velocities, angularVelocities]
    .map(array =>
      new BigUint64Array(array.slice().buffer).reduce((h, x) => (h * 31n + x) & 0xffffffffffffn, 7n),
    )
    .join();
}

/** A container with bodies of many shapes falling into it. */
function mixedScene(options: WorldOptions = {}, count = 60, seed = 4): World {
  const world = new World(options);
  const random = new Random(seed);
  const shapes: ConvexShape[] = [
    cube,
    new SphereShape(0.5),
    new CapsuleShape(0.3, 0.4),
    new CylinderShape(0.4, 0.4),
    HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.8, 0.8, 0.8]),
    new ConeShape(0.5, 0.5),
  ];
  world.add({ shape: new HalfSpace() });
  for (const side of [-1, 1]) {
    world.add({ shape: new BoxShape([0.5, 10, 4]), type: 'static', position: [3.5 * side, 10, 0] });
    world.add({ shape: new BoxShape([4, 10, 0.5]), type: 'static', position: [0, 10, 3.5 * side] });
  }
  for (let i = 0; i < count; i++)
    world.add({
      shape: shapes[i % shapes.length],
      position: [random.uniform(-2, 2), 1 + 0.8 * i, random.uniform(-2, 2)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
  return world;
}

describe('World', () => {
  it('lets bodies fall as Galileo has it', () => {
    const world = new World();
    const ball = world.add({ shape: new SphereShape(0.5), position: [0, 100, 0] });
    run(world, 2);
    // Four substeps of symplectic Euler a step: half a substep ahead of the parabola.
    expect(place(world, ball)[1]).toBeCloseTo(100 - 0.5 * 9.81 * 4 - 0.5 * 9.81 * 2 * (dt / 4), 9);
  });

  it('stacks ten boxes that stay where they are', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const stack = Array.from({ length: 10 }, (_, i) => world.add({ shape: cube, position: [0, 0.5 + i, 0] }));
    run(world, 4);
    for (const [i, body] of stack.entries()) {
      const [x, y, z] = place(world, body);
      expect(Math.abs(y - 0.5 - i)).toBeLessThan(0.05);
      expect(Math.hypot(x, z)).toBeLessThan(0.01);
    }
    expect(world.sleeperCount).toBe(10);
    expect(world.events.touching.count).toBe(10);
  });

  it('holds bodies of every shape in a container until they sleep', () => {
    const world = mixedScene();
    run(world, 20);
    for (let body = 5; body < world.count; body++) {
      const [x, y, z] = place(world, body);
      expect(y, `body ${body}`).toBeGreaterThan(-0.1);
      expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(3.05);
    }
    let deepest = 0;
    for (let c = 0; c < world.contacts.count; c++) deepest = Math.min(deepest, world.contacts.separations[c]);
    expect(deepest).toBeGreaterThan(-0.03);
    expect(world.sleeperCount).toBeGreaterThan(30);
  });

  it('lets heaps of every shape sleep within 20 s', () => {
    // A ball or cylinder may still roll, since nothing slows it down.
    let awake = 0;
    for (let seed = 10; seed < soak(12, 50); seed++) {
      const world = mixedScene({}, 60, seed);
      for (let n = 0; n < 1200 && world.sleeperCount < 60; n++) world.step(dt);
      if (world.sleeperCount < 60) awake++;
    }
    expect(awake).toBeLessThanOrEqual(soak(0, 2));
  });

  it('gives the same bits with every broad phase, and for the same calls', () => {
    const worlds = [
      mixedScene(),
      mixedScene(),
      mixedScene({ broadPhase: new BruteForce() }),
      mixedScene({ broadPhase: new LooseOctree() }),
    ];
    for (const world of worlds) run(world, 3);
    for (const world of worlds) expect(bits(world)).toBe(bits(worlds[0]));
  });

  it('goes on from a snapshot with the same bits', () => {
    const world = mixedScene();
    run(world, 2);
    const snapshot = world.snapshot();
    const before = bits(world);
    run(world, 2);
    const after = bits(world);
    const touching = world.events.touching.toArray();
    world.restore(snapshot);
    expect(bits(world)).toBe(before);
    run(world, 2);
    expect(bits(world)).toBe(after);
    expect(world.events.touching.toArray()).toEqual(touching);
    const twin = mixedScene();
    twin.restore(snapshot);
    run(twin, 2);
    expect(bits(twin)).toBe(after);
    expect(snapshot.byteLength / world.count).toBeLessThan(600);
    world.setPose(1, [-9, 10, 0]);
    world.restore(snapshot);
    run(world, 2);
    expect(bits(world)).toBe(after);
    expect(() => new World().restore(snapshot)).toThrow(/^snapshot must be .* got 65 bodies, not 0/);
    expect(() => world.restore(new ArrayBuffer(8))).toThrow(/^snapshot must be/);
  });

  it('tells which bodies begin and which stop touching', () => {
    const world = new World({ sleeping: false });
    const floor = world.add({ shape: new HalfSpace() });
    const ball = world.add({ shape: new SphereShape(0.5), position: [0, 1, 0] });
    let begun = 0;
    for (let n = 0; n < 60; n++) {
      world.step(dt);
      begun += world.events.begun.count;
      expect(world.events.ended.count).toBe(0);
    }
    expect(begun).toBe(1);
    expect(world.events.touching.toArray()).toEqual([[floor, ball]]);
    world.setVelocity(ball, [0, 5, 0]);
    let ended = 0;
    for (let n = 0; n < 20; n++) {
      world.step(dt);
      ended += world.events.ended.count;
    }
    expect(ended).toBe(1);
    expect(world.events.touching.count).toBe(0);
  });

  it('knows its bodies and changes their materials', () => {
    const world = new World();
    const floor = world.add({ shape: new HalfSpace() });
    const box = world.add({ shape: cube, position: [0, 0.5, 0] });
    const other = world.add({ shape: cube, position: [3, 0.5, 0] });
    world.remove(box);
    expect([...world.ids()]).toEqual([floor, other]);
    expect([floor, box, other, 3, 999, -1, 0.5].map(id => world.has(id))).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
    run(world, 1);
    expect(world.sleeperCount).toBe(1);
    // Ice: it slides when pushed, as it did not before.
    world.setMaterial(other, { friction: 0, angularDamping: 3 });
    world.setVelocity(other, [1, 0, 0]);
    run(world, 1);
    expect(world.bodies.positions[3 * other]).toBeCloseTo(4, 2);
    expect(world.materials.restitutions[other]).toBe(0);
    world.setVelocity(other, [0, 0, 0], [0, 0, 0]);
    run(world, 1);
    expect(world.sleeperCount).toBe(1);
    // The floor lets it through, though it sleeps.
    world.setMaterial(floor, { mask: 2 });
    run(world, 1);
    expect(world.bodies.positions[3 * other + 1]).toBeLessThan(-3);
    expect(() => world.setMaterial(other, { friction: -1 })).toThrow(/friction/);
    expect(() => world.setMaterial(other, { restitution: 2 })).toThrow(/restitution/);
    expect(() => world.setMaterial(other, { group: 0.5 })).toThrow(/group/);
    expect(() => world.setMaterial(box, {})).toThrow(/body/);
  });

  it('finds sleepers that it may touch from now on', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const box = world.add({ shape: cube, position: [0, 0.5, 0] });
    const sensor = world.add({ shape: cube, type: 'static', sensor: true, mask: 0, position: [0, 1, 0] });
    run(world, 1);
    expect(world.sleeperCount).toBe(1);
    world.setMaterial(sensor, { mask: 1 });
    world.step(dt);
    expect(world.events.begun.toArray()).toEqual([[box, sensor]]);
  });

  it('keeps touching pairs while they sleep, and wakes them', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const lower = world.add({ shape: cube, position: [0, 0.5, 0] });
    const upper = world.add({ shape: cube, position: [0, 1.5, 0] });
    run(world, 3);
    expect(world.sleeperCount).toBe(2);
    expect(world.events.touching.count).toBe(2);
    world.remove(lower);
    run(world, 1);
    expect(place(world, upper)[1]).toBeCloseTo(0.5, 2);
    expect(world.add({ shape: cube, position: [5, 3, 0] })).toBe(lower);
  });

  it('lets sensors feel and masks pass', () => {
    const world = new World();
    world.add({ shape: new HalfSpace(), group: 2 });
    const sensor = world.add({ shape: cube, type: 'static', position: [0, 3, 0], sensor: true });
    const ball = world.add({ shape: new SphereShape(0.3), position: [0, 5, 0] });
    const ghost = world.add({ shape: new SphereShape(0.3), position: [3, 1, 0], mask: 1 });
    let felt = false;
    for (let n = 0; n < 120; n++) {
      world.step(dt);
      felt ||= world.events.begun.toArray().some(([a, b]) => a === sensor && b === ball);
    }
    expect(felt).toBe(true);
    expect(place(world, ball)[1]).toBeCloseTo(0.3, 2);
    expect(place(world, ghost)[1]).toBeLessThan(-5);
  });

  it('pushes bodies with kinematic ones, also sleeping bodies', () => {
    const world = new World();
    world.add({ shape: new HalfSpace(), friction: 0.2 });
    const box = world.add({ shape: cube, position: [0, 0.5, 0], friction: 0.2 });
    const pusher = world.add({ shape: cube, type: 'kinematic', position: [-4, 0.6, 0], velocity: [1, 0, 0] });
    run(world, 5);
    expect(place(world, pusher)[0]).toBeCloseTo(1, 6);
    expect(place(world, box)[0]).toBeGreaterThan(1.9);
    expect(place(world, box)[0]).toBeLessThan(2.2);
  });

  it('bounces and slides as materials have it', () => {
    const world = new World({ sleeping: false });
    world.add({ shape: new HalfSpace(), friction: 0.5 });
    const ball = world.add({ shape: new SphereShape(0.5), position: [0, 5.5, 0], restitution: 0.8 });
    let top = 0;
    for (let n = 0; n < 150; n++) {
      world.step(dt);
      if (n > 70) top = Math.max(top, place(world, ball)[1] - 0.5);
    }
    // e² of the height of the fall.
    expect(top).toBeGreaterThan(0.6 * 5);
    expect(top).toBeLessThan(0.68 * 5);
    const slider = world.add({ shape: cube, position: [9, 0.5, 0], velocity: [4, 0, 0], friction: 0.5 });
    run(world, 3);
    // v² / (2 μ g), with friction the mean of 0.5 and 0.5.
    expect(place(world, slider)[0] - 9).toBeCloseTo(16 / (2 * 0.5 * 9.81), 1);
  });

  it('stops bodies at thin walls, however fast, and bullets at moving ones', () => {
    for (const shape of [cube, new SphereShape(0.3), new CapsuleShape(0.1, 0.5)])
      for (const speed of [30, 300, 3000]) {
        const world = new World({ gravity: [0, 0, 0], sleeping: false });
        world.add({ shape: new BoxShape([0.02, 5, 5]), type: 'static', position: [5.3, 0, 0] });
        const body = world.add({ shape, velocity: [speed, 0, 0], rotation: [0.1, 0.2, 0.3, 1] });
        run(world, 1);
        expect(place(world, body)[0]).toBeLessThan(5.4);
        const target = world.add({ shape: new BoxShape([0.02, 1, 1]), position: [50.3, 0, 0] });
        const bullet = world.add({ shape, position: [40, 0, 0], velocity: [speed, 0, 0], bullet: true });
        let met = false;
        for (let n = 0; n < 60; n++) {
          world.step(dt);
          met ||= world.events.touching.toArray().some(([a, b]) => a === target && b === bullet);
        }
        expect(met, `${speed}`).toBe(true);
      }
  });

  it('turns lopsided bodies about their centre of mass, and gives the pose of the shape', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const hammer = new Compound([
      { shape: new BoxShape([1, 0.1, 0.1]) },
      { shape: new BoxShape([0.2, 0.2, 0.5]), position: [1, 0, 0], rotation: [0, 0.1, 0, 1] },
    ]);
    const body = world.add({ shape: hammer, position: [3, 2, 1], rotation: [2, 2, 2, 2] });
    const start = place(world, body);
    for (let k = 0; k < 3; k++) expect(start[k]).toBeCloseTo(3 - k, 12);
    for (let k = 0; k < 4; k++) expect(Math.abs(rotation[k])).toBeCloseTo(0.5, 12);
    const center = [...world.bodies.positions.slice(3 * body, 3 * body + 3)];
    world.setVelocity(body, [0, 0, 0], [1, 2, 3]);
    run(world, 2);
    const later = place(world, body);
    expect(Math.hypot(...later.map((x, k) => x - start[k]))).toBeGreaterThan(0.1);
    const distance = (p: number[]) => Math.hypot(...p.map((x, k) => x - center[k]));
    expect(distance(later)).toBeCloseTo(distance(start), 9);
  });

  it('hangs a pendulum on a joint', () => {
    const joints = new RigidJoints();
    const world = new World({ sleeping: false, joints });
    const post = world.add({ shape: cube, type: 'static', position: [0, 5, 0], mask: 0 });
    const bob = world.add({ shape: new SphereShape(0.2), position: [2, 5, 0] });
    joints.addBall(world.bodies, post, bob, [0, 5, 0]);
    expect(world.joints).toBe(joints);
    let lowest = 5;
    for (let n = 0; n < 120; n++) {
      world.step(dt);
      const [x, y] = place(world, bob);
      lowest = Math.min(lowest, y);
      expect(Math.hypot(x, y - 5)).toBeCloseTo(2, 2);
    }
    expect(lowest).toBeLessThan(3.1);
  });

  it('damps velocities of bodies that have damping', () => {
    const world = new World({ gravity: [0, 0, 0], sleeping: false });
    const motion = { velocity: [2, 0, 0], angularVelocity: [0, 3, 0] } as const;
    const free = world.add({ shape: cube, ...motion });
    const damped = world.add({
      shape: cube,
      position: [0, 5, 0],
      ...motion,
      linearDamping: 1,
      angularDamping: 2,
    });
    run(world, 1);
    const { velocities, angularVelocities } = world.bodies;
    expect(velocities[3 * free]).toBe(2);
    expect(angularVelocities[3 * free + 1]).toBe(3);
    expect(velocities[3 * damped]).toBeCloseTo(2 / (1 + dt) ** 60, 9);
    expect(angularVelocities[3 * damped + 1]).toBeCloseTo(3 / (1 + 2 * dt) ** 60, 9);
    expect(() => world.add({ shape: cube, linearDamping: -1 })).toThrow(/linearDamping/);
    expect(() => world.add({ shape: cube, angularDamping: Number.NaN })).toThrow(/angularDamping/);
  });

  it('turns forces into motion', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add({ shape: cube, density: 2 });
    for (let n = 0; n < 60; n++) {
      world.applyForce(body, [4, 0, 0]);
      world.step(dt);
    }
    expect(world.bodies.velocities[3 * body]).toBeCloseTo(2, 9);
    world.applyImpulse(body, [0, 2, 0], [0.5 + place(world, body)[0], 0, 0]);
    expect(world.bodies.velocities[3 * body + 1]).toBeCloseTo(1, 9);
    expect(world.bodies.angularVelocities[3 * body + 2]).toBeCloseTo(1 / (2 / 6), 6);
  });

  it('advances in steps of fixed length, and never falls behind for good', () => {
    const world = new World({ gravity: [0, 0, 0], maxSteps: 4 });
    const body = world.add({ shape: cube, velocity: [60, 0, 0] });
    expect(world.advance(0.5 * dt)).toBeCloseTo(0.5, 9);
    expect(place(world, body)[0]).toBe(0);
    expect(world.advance(0.75 * dt)).toBeCloseTo(0.25, 9);
    expect(place(world, body)[0]).toBeCloseTo(1, 9);
    expect(world.advance(10)).toBe(0);
    expect(place(world, body)[0]).toBeCloseTo(5, 9);
    expect(() => world.advance(-1)).toThrow(/elapsed/);
    expect(() => world.advance(Number.NaN)).toThrow(/elapsed/);
  });

  it('lets a function take each step, so that forces act and events are seen in all of them', () => {
    const world = new World({ maxSteps: 4 });
    const floor = world.add({ shape: cube, type: 'static' });
    const body = world.add({ shape: cube, position: [0, 1.02, 0], mass: 2 });
    const seen: string[] = [];
    let calls = 0;
    const each = (length: number): void => {
      calls++;
      expect(length).toBe(world.fixedStep);
      world.applyForce(body, [2, 0, 0]);
      world.step(length);
      for (const [a, b] of world.events.begun) seen.push(`${a} ${b}`);
    };
    expect(world.advance(2.5 * dt, each)).toBeCloseTo(0.5, 9);
    expect(world.advance(0.25 * dt, each)).toBeCloseTo(0.75, 9);
    expect(calls).toBe(2);
    expect(world.advance(9, each)).toBe(0);
    expect(calls).toBe(6);
    expect(seen).toEqual([`${floor} ${body}`]);
    expect(() => world.advance(dt, 3 as never)).toThrow('each must be a function');
  });

  it('names bad arguments and stays as it was', () => {
    const world = new World();
    const body = world.add({ shape: cube, position: [0, 3, 0] });
    const before = bits(world);
    const add = (settings: object) => () => world.add({ shape: cube, ...settings });
    expect(add({ shape: undefined })).toThrow(/shape/);
    expect(add({ shape: {} })).toThrow(/shape/);
    expect(add({ shape: new BoxShape([1, 0, 1]) })).toThrow(/mass/);
    expect(add({ type: 'flying' })).toThrow(/type/);
    expect(add({ density: 0 })).toThrow(/density/);
    expect(add({ friction: -1 })).toThrow(/friction/);
    expect(add({ restitution: 2 })).toThrow(/restitution/);
    expect(add({ position: [0, Number.NaN, 0] })).toThrow(/position/);
    expect(add({ rotation: [0, 0, 0, 0] })).toThrow(/rotation/);
    expect(add({ velocity: [Infinity, 0, 0] })).toThrow(/velocity/);
    expect(add({ group: 0.5 })).toThrow(/group/);
    expect(add({ mask: -1 })).toThrow(/mask/);
    for (const call of [
      () => world.remove(1),
      () => world.remove(-1),
      () => world.setPose(7, [0, 0, 0]),
      () => world.getPose(position, rotation, 9),
      () => world.setVelocity(1, [0, 0, 0]),
      () => world.applyForce(1, [0, 0, 0]),
      () => world.applyImpulse(0.5, [0, 0, 0]),
      () => world.wake(3),
    ])
      expect(call).toThrow(/body/);
    expect(add({ shape: new HalfSpace(), position: [0, 1, 0] })).toThrow(/position/);
    const other = new World();
    const ground = other.add({ shape: new HalfSpace() });
    expect(() => other.setPose(ground, [0, 1, 0])).toThrow(/half-space/);
    expect(() => world.setPose(body, [0, Number.NaN, 0])).toThrow(/position/);
    expect(() => world.setPose(body, [0, 0, 0], [0, 0, 0, 0])).toThrow(/rotation/);
    expect(() => world.applyForce(body, [Number.NaN, 0, 0])).toThrow(/force/);
    expect(() => world.step(0)).toThrow(/dt/);
    expect(() => world.step(Number.NaN)).toThrow(/dt/);
    expect(() => new World({ gravity: [0, Number.NaN, 0] })).toThrow(/gravity/);
    expect(() => new World({ margin: -1 })).toThrow(/margin/);
    expect(() => new World({ fixedStep: 0 })).toThrow(/fixedStep/);
    const used = new BruteForce();
    used.insert([0, 0, 0, 1, 1, 1]);
    expect(() => new World({ broadPhase: used })).toThrow(/broadPhase/);
    expect(world.count).toBe(1);
    expect(bits(world)).toBe(before);
  });

  it.each([1, 2, 3, 5])('stacks boxes that fall flat on each other, %s m apart', gap => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const boxes = [0, 1, 2, 3, 4].map(i =>
      world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 1 + gap * (1 + i), 0] }),
    );
    run(world, 7);
    for (const [i, box] of boxes.entries()) {
      expect(world.bodies.positions[3 * box + 1]).toBeCloseTo(0.5 + i, 2);
      expect(Math.abs(world.bodies.positions[3 * box])).toBeLessThan(0.2);
    }
  });

  it('counts and times its stages', () => {
    const world = mixedScene({ sleeping: false }, 20);
    run(world, 2);
    const { counters, timings } = world;
    expect(counters.candidates).toBeGreaterThanOrEqual(counters.tested);
    expect(counters.tested).toBeGreaterThanOrEqual(counters.touching);
    expect(counters.touching).toBeGreaterThan(10);
    expect(counters.points).toBe(world.contacts.count);
    expect(counters.falsePositives).toBe(counters.tested - counters.touching);
    expect(counters.gjkSearches).toBeGreaterThan(0);
    expect(counters.gjkSteps).toBeGreaterThanOrEqual(counters.gjkSearches);
    expect(timings.total).toBeGreaterThan(0);
    expect(timings.total).toBeCloseTo(
      timings.broad + timings.narrow + timings.islands + timings.solve + timings.volumes + timings.parts,
      9,
    );
  });
});
