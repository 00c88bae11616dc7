import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { ColoredSolver } from '@colide/solvers';
import { BodyHandle, bodyChange, bodyMoveTo, bodyVelocityAt, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const ball = new SphereShape(0.5);
const box = new BoxShape([0.5, 0.5, 0.5]);
const dt = 1 / 60;
const steps = (world: World, count: number) => {
  for (let n = 0; n < count; n++) world.step(dt);
};
const y = (world: World, body: number) => world.bodies.positions[3 * body + 1];

describe('gravity scale', () => {
  it('falls, floats and rises as the closed form says', () => {
    const world = new World();
    const bodies = [1, 0, -0.5, 2].map((gravityScale, i) =>
      world.add({ shape: ball, position: [3 * i, 0, 0], gravityScale }),
    );
    steps(world, 60);
    // Semi-implicit Euler with 240 substeps: g t² (1 + 1/240) / 2.
    for (const [i, scale] of [1, 0, -0.5, 2].entries())
      expect(y(world, bodies[i])).toBeCloseTo(-0.5 * 9.81 * scale * (1 + 1 / 240), 9);
  });

  it('carries its share of the weight and bounces to the height it fell from', () => {
    const world = new World({ sleeping: false });
    world.add({ shape: new HalfSpace(), restitution: 1 });
    const light = world.add({ shape: ball, position: [0, 2.5, 0], gravityScale: 0.1 });
    const floating = world.add({ shape: ball, position: [3, 0.5, 0], gravityScale: 0 });
    let highest = 0;
    for (let n = 0; n < 480; n++) {
      world.step(dt);
      if (n > 200) highest = Math.max(highest, y(world, light));
    }
    expect(highest).toBeGreaterThan(2.48);
    expect(highest).toBeLessThan(2.51);
    expect(y(world, floating)).toBeCloseTo(0.5, 3);
  });
});

describe('speed limits', () => {
  it('hold for falls and spins, in every substep', () => {
    const world = new World();
    const fast = world.add({ shape: ball, maxSpeed: 3, maxAngularSpeed: 2, angularVelocity: [9, 0, 0] });
    steps(world, 120);
    expect(world.bodies.velocities[3 * fast + 1]).toBeCloseTo(-3, 1);
    expect(y(world, fast)).toBeGreaterThan(-6);
    expect(
      Math.hypot(...world.bodies.angularVelocities.subarray(3 * fast, 3 * fast + 3)),
    ).toBeLessThanOrEqual(2);
    world.setMaterial(fast, { maxSpeed: Infinity });
    steps(world, 60);
    expect(world.bodies.velocities[3 * fast + 1]).toBeLessThan(-12);
  });
});

describe('locks', () => {
  for (const solver of ['ImpulseSolver', 'ColoredSolver'])
    it(`keep bodies in a plane and upright, ${solver}`, () => {
      const world = new World(solver === 'ColoredSolver' ? { solver: new ColoredSolver() } : {});
      world.add({ shape: new HalfSpace([0, 1, 0.3]) });
      const bodies = [0, 1, 2, 3, 4, 5].map(i =>
        world.add({
          shape: i % 2 ? ball : new BoxShape([0.3, 0.6, 0.4]),
          position: [0.1 * i, 1 + 1.3 * i, 0],
          rotation: [0, 0.1 * i, 0, 1],
          lockedTranslation: 'z',
          lockedRotation: 'xz',
        }),
      );
      const start = bodies.map(body => world.bodies.positions[3 * body + 2]);
      steps(world, 300);
      for (const [i, body] of bodies.entries()) {
        expect(world.bodies.positions[3 * body + 2]).toBe(start[i]);
        expect(y(world, body)).toBeGreaterThan(0);
        expect(y(world, body)).toBeLessThan(9);
        expect(Math.abs(world.bodies.rotations[4 * body])).toBeLessThan(1e-12);
        expect(Math.abs(world.bodies.rotations[4 * body + 2])).toBeLessThan(1e-12);
      }
    });

  it('let a ball bounce off a locked body as off a wall', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const wall = world.add({ shape: ball, lockedTranslation: 'x', lockedRotation: 'xyz' });
    const thrown = world.add({ shape: ball, position: [-3, 0, 0], velocity: [5, 0, 0], restitution: 1 });
    steps(world, 60);
    expect(world.bodies.velocities[3 * thrown]).toBeCloseTo(-5, 2);
    expect(world.bodies.positions[3 * wall]).toBe(0);
    // A wall that cannot move at all, to the last digit.
    world.setMaterial(wall, { lockedTranslation: 'xyz' });
    world.setPose(thrown, [-3, 0, 0]);
    world.setVelocity(thrown, [5, 0, 0]);
    steps(world, 60);
    expect(world.bodies.velocities[3 * thrown]).toBeCloseTo(-5, 12);
  });

  it('respond to torques as a body on an axle', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const plank = new BoxShape([1, 0.1, 0.2]);
    // Tilted, so that its inertia is not diagonal in world axes.
    const tilt: [number, number, number, number] = [0, 0, 0.3, 1];
    const axle = world.add({ shape: plank, rotation: tilt, lockedRotation: 'xz', lockedTranslation: 'xyz' });
    world.applyTorque(axle, [7, 100, -9]);
    world.step(dt);
    const [x, , z, w] = tilt.map(c => c / Math.hypot(...tilt));
    const cos = 1 - 2 * (x * x + z * z) + 0 * w;
    const density = 1000 * plank.volume;
    const [ix, iy] = [(density * (0.01 + 0.04)) / 3, (density * (1 + 0.04)) / 3];
    const moment = iy * cos * cos + ix * (1 - cos * cos);
    expect(world.bodies.angularVelocities[3 * axle + 1]).toBeCloseTo((100 * dt) / moment, 9);
    expect(world.bodies.angularVelocities[3 * axle]).toBe(0);
    expect(() => world.setMaterial(axle, { lockedRotation: 'up' as never })).toThrow('lockedRotation');
  });
});

describe('mass', () => {
  it('replaces density, with inertia and centre', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const heavy = world.add({ shape: box, mass: 3 });
    const odd = world.add({
      shape: box,
      position: [5, 0, 0],
      mass: 2,
      inertia: [1, 2, 2.5],
      centerOfMass: [0.5, 0, 0],
    });
    expect(1 / world.bodies.inverseMasses[heavy]).toBeCloseTo(3, 12);
    expect(1 / world.bodies.inverseMoments[3 * heavy]).toBeCloseTo(0.5, 12);
    expect([...world.bodies.positions.subarray(3 * odd, 3 * odd + 3)]).toEqual([5.5, 0, 0]);
    expect([...world.bodies.inverseMoments.subarray(3 * odd, 3 * odd + 3)]).toEqual([1, 0.5, 0.4]);
    world.applyImpulse(odd, [0, 2, 0], [7.5, 0, 0]);
    expect(world.bodies.velocities[3 * odd + 1]).toBeCloseTo(1, 12);
    expect(world.bodies.angularVelocities[3 * odd + 2]).toBeCloseTo(4 / 2.5, 12);
    expect(bodyVelocityAt([0, 0, 0], world, odd, { x: 7.5, y: 0, z: 0 })[1]).toBeCloseTo(
      1 + 2 * (4 / 2.5),
      12,
    );
  });
});

describe('a kinematic body', () => {
  it('moves to a pose and carries what lies on it', () => {
    const world = new World();
    const lift = world.add({ shape: new BoxShape([2, 0.1, 2]), type: 'kinematic' });
    const load = world.add({ shape: box, position: [0.5, 0.6, 0] });
    const turned = [0, 0, 0];
    for (let n = 1; n <= 120; n++) {
      const half = (0.5 * Math.PI * n) / 240;
      bodyMoveTo(world, lift, [0, n / 120, 0], [0, Math.sin(half), 0, Math.cos(half)], dt);
      world.step(dt);
      const rotation = [0, 0, 0, 1];
      world.getPose(turned, rotation, lift);
      expect(turned[1]).toBeCloseTo(n / 120, 9);
      expect(rotation[1]).toBeCloseTo(Math.sin(half), 6);
    }
    expect(y(world, load)).toBeCloseTo(1.6, 2);
    // A quarter of a half turn: it goes round with the lift.
    expect(world.bodies.positions[3 * load + 2]).toBeLessThan(-0.2);
    expect(() => bodyMoveTo(world, load, [0, 0, 0], undefined, dt)).toThrow('kinematic');
    expect(() => bodyMoveTo(world, lift, [0, 0, 0], undefined, 0)).toThrow('dt');
  });
});

describe('own sleep switch', () => {
  it('keeps a body and what it touches awake', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const [a, b] = [0, 3].map(x => world.add({ shape: box, position: [x, 0.5, 0], canSleep: x === 0 }));
    const onTop = world.add({ shape: box, position: [3, 1.5, 0] });
    steps(world, 120);
    expect([a, b, onTop].map(body => world.bodies.asleep[body])).toEqual([1, 0, 0]);
    world.setMaterial(b, { canSleep: true });
    steps(world, 60);
    expect(world.sleeperCount).toBe(3);
  });
});

describe('bodyChange', () => {
  it('changes shape, type and mass in place, with what rests on them', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const base = world.add({ shape: box, position: [0, 0.5, 0], mass: 1000 });
    const top = world.add({ shape: box, position: [0, 1.5, 0] });
    steps(world, 90);
    expect(world.bodies.asleep[top]).toBe(1);
    bodyChange(world, base, { shape: new BoxShape([0.5, 0.25, 0.5]) });
    expect(1 / world.bodies.inverseMasses[base]).toBeCloseTo(1000, 9);
    steps(world, 90);
    expect(y(world, base)).toBeCloseTo(0.25, 2);
    expect(y(world, top)).toBeCloseTo(1, 2);
    bodyChange(world, base, { type: 'static' });
    world.applyImpulse(base, [1e6, 0, 0]);
    steps(world, 30);
    expect(world.bodies.positions[3 * base]).toBeCloseTo(0, 3);
    bodyChange(world, base, { type: 'dynamic', density: 500 });
    expect(1 / world.bodies.inverseMasses[base]).toBeCloseTo(250, 9);
    world.setVelocity(base, [1, 0, 0]);
    world.step(dt);
    expect(world.bodies.velocities[3 * base]).toBeGreaterThan(0);
  });

  it('takes a body out of the world and back, and nothing else notices its place', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const ghost = world.add({ shape: box, position: [0, 0.5, 0], velocity: [0, 0, 0] });
    const faller = world.add({ shape: box, position: [0, 3, 0] });
    bodyChange(world, ghost, { enabled: false });
    world.setVelocity(ghost, [1, 0, 0]);
    world.wake(ghost);
    world.applyForce(ghost, [1, 1, 1]);
    steps(world, 120);
    expect(y(world, faller)).toBeCloseTo(0.5, 2);
    expect(world.bodies.positions[3 * ghost]).toBe(0);
    expect(world.has(ghost)).toBe(true);
    world.setPose(faller, [5, 0.5, 0]);
    bodyChange(world, ghost, { enabled: true });
    world.setPose(ghost, [0, 4, 0]);
    world.setVelocity(ghost, [0, 0, 0]);
    steps(world, 120);
    expect(y(world, ghost)).toBeCloseTo(0.5, 2);
    const late = world.add({ shape: box, position: [9, 4, 0], enabled: false });
    steps(world, 10);
    expect(y(world, late)).toBe(4);
    world.remove(late);
  });

  it('refuses what is wrong and changes nothing', () => {
    const world = new World();
    const ground = world.add({ shape: new HalfSpace() });
    const body = world.add({ shape: box, position: [0, 0.5, 0] });
    steps(world, 3);
    const before = world.snapshot();
    const angry = {
      ...box,
      support: () => [0, 0, 0],
      aabb: () => {
        throw new Error('angry');
      },
    };
    for (const [id, changes, name] of [
      [7, {}, 'body'],
      [body, null, 'changes'],
      [body, { postion: 1 }, 'postion'],
      [body, { type: 'gas' }, 'type'],
      [body, { mass: -1 }, 'mass'],
      [body, { shape: new HalfSpace() }, 'shape'],
      [ground, { shape: box }, 'shape'],
      [body, { shape: 5 }, 'shape'],
      [
        body,
        {
          shape: Object.assign(angry, {
            centerOfMass: (o: number[]) => o.fill(0),
            inertia: box.inertia,
            volume: 1,
          }),
        },
        'angry',
      ],
      [body, { friction: -1 }, 'friction'],
    ] as const)
      expect(() => bodyChange(world, id, changes as never)).toThrow(name);
    expect(new Uint8Array(world.snapshot())).toEqual(new Uint8Array(before));
  });
});

describe('a misspelt setting', () => {
  it('is told', () => {
    const world = new World();
    expect(() => world.add({ shape: box, postion: [0, 1, 0] } as never)).toThrow('postion');
    expect(world.count).toBe(0);
  });
});

describe('generations and handles', () => {
  it('tell a body from the next one with its id', () => {
    const world = new World();
    const first = world.add({ shape: box, userData: 'first' });
    const handle = new BodyHandle(world, first);
    const generation = world.generation(first);
    expect(world.userData[first]).toBe('first');
    handle.remove();
    expect(world.generation(first)).toBe(0);
    const second = world.add({ shape: box });
    expect(second).toBe(first);
    expect(world.generation(second)).not.toBe(generation);
    expect(world.userData[second]).toBe(undefined);
    expect(handle.exists).toBe(false);
    expect(() => handle.position).toThrow('was removed');
    expect(() => handle.remove()).toThrow('was removed');
    expect(() => new BodyHandle(world, 9)).toThrow('id');
  });

  it('read and write the body', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = new BodyHandle(world, world.add({ shape: box, mass: 2, position: [1, 2, 3] }));
    expect(body.position).toEqual([1, 2, 3]);
    body.position = { x: 4, y: 5, z: 6 };
    body.rotation = [0, 1, 0, 0];
    body.velocity = [1, 0, 0];
    body.angularVelocity = [0, 0, 2];
    body.userData = { hp: 3 };
    expect([body.position, body.rotation, body.velocity, body.angularVelocity, body.centerOfMass]).toEqual([
      [4, 5, 6],
      [0, 1, 0, 0],
      [1, 0, 0],
      [0, 0, 2],
      [4, 5, 6],
    ]);
    expect(body.velocityAt([4, 6, 6])).toEqual([-1, 0, 0]);
    body.mass = 4;
    body.applyImpulse([0, 4, 0]);
    body.applyForce([0, 0, 240]);
    body.applyTorque([0, 0, 0]);
    world.step(dt);
    expect(body.velocity[1]).toBeCloseTo(1, 12);
    expect(body.velocity[2]).toBeCloseTo(1, 12);
    body.shape = ball;
    body.type = 'kinematic';
    body.moveTo([0, 0, 0], undefined, dt);
    world.step(dt);
    for (const c of body.position) expect(c).toBeCloseTo(0, 12);
    body.enabled = false;
    body.change({ friction: 0 });
    body.setMaterial({ friction: 0.1 });
    body.wake();
    expect([body.shape, body.type, body.enabled, body.mass, body.isAsleep]).toEqual([
      ball,
      'kinematic',
      false,
      Infinity,
      true,
    ]);
    expect(body.userData).toEqual({ hp: 3 });
  });
});
