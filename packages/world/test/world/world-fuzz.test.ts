/**
 * Random worlds: no crash, no NaN, no hang; bad arguments give a clear error and leave the world as it was.
 */

import type { Quat, Vec3 } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  SphereShape,
  solidIcosahedron,
  terrainGrid,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { manifoldSat } from '@colide/narrowphase';
import { ParticleSolver, RigidJoints } from '@colide/solvers';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { soak } from '@colide/testing';
import { type BodySettings, SoftBodies, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const worlds = 500;
const hills = terrainGrid({ columns: 9, rows: 9, cellSize: 2, amplitude: 1, seed: 4 });
const mesh = new MeshShape(new TriangleBvh(hills.positions, hills.indices));
const shapes = [
  new BoxShape([0.5, 0.3, 0.7]),
  new SphereShape(0.5),
  new CapsuleShape(0.3, 0.4),
  new CylinderShape(0.4, 0.3),
  new ConeShape(0.5, 0.4),
  HullShape.fromPoints(solidIcosahedron(0.5).positions),
  new Compound([
    { shape: new BoxShape([0.6, 0.1, 0.1]) },
    { shape: new SphereShape(0.3), position: [0.6, 0, 0] },
  ]),
];

class Fuzz {
  readonly random: Random;
  readonly joints = new RigidJoints();
  readonly soft: SoftBodies | undefined;
  readonly world: World;
  readonly alive: number[] = [];
  readonly inJoint = new Set<number>();
  readonly fixed = new Set<number>();

  constructor(seed: number) {
    this.random = new Random(seed);
    const particles = seed % 5 === 0;
    this.soft = seed % 10 === 3 ? new SoftBodies() : undefined;
    this.world = new World({
      joints: this.joints,
      ...(particles ? { solver: new ParticleSolver({ rigidity: seed % 2 ? 'matching' : 'distances' }) } : {}),
      ...(seed % 3 === 0 ? { narrowPhase: manifoldSat } : {}),
      ...(seed % 4 === 0 ? { sleeping: false as const } : {}),
      ...(this.soft ? { parts: [this.soft] } : {}),
    });
    this.world.add(
      seed % 2 === 0 ? { shape: new HalfSpace() } : { shape: mesh, type: 'static', position: [-8, -1, -8] },
    );
    this.soft?.addCloth({ columns: 5, rows: 5, spacing: 0.3, position: [0, 3, 0] });
    for (let i = 2 + this.integer(8); i > 0; i--) this.add();
  }

  integer(end: number): number {
    return Math.floor(this.random.uniform(0, end));
  }

  vector(size: number): Vec3 {
    const { random } = this;
    return [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
  }

  turn(): Quat {
    const { random } = this;
    return [random.normal(), random.normal(), random.normal(), random.normal()];
  }

  add(): void {
    const { random } = this;
    const kind = this.integer(12);
    const settings: BodySettings = {
      shape: shapes[this.integer(shapes.length)],
      type: kind === 0 ? 'static' : kind === 1 ? 'kinematic' : 'dynamic',
      position: [random.uniform(-3, 3), random.uniform(-0.5, 5), random.uniform(-3, 3)],
      rotation: this.turn(),
      ...(kind === 0
        ? {}
        : {
            velocity: this.vector(kind === 2 ? 300 : 5),
            angularVelocity: this.vector(kind === 2 ? 100 : 5),
          }),
      density: 1000 * 1000 ** random.uniform(-0.5, 0.5),
      friction: random.uniform(0, 2),
      restitution: random.uniform(0, 1),
      bullet: kind === 2,
      sensor: kind === 3,
      ...(kind === 4 ? { mask: 0 } : {}),
      ...(kind === 5 ? { angularDamping: 1 } : {}),
    };
    const body = this.world.add(settings);
    this.alive.push(body);
    if (kind === 0) this.fixed.add(body);
  }

  /** A body that no joint holds. */
  removeOne(): void {
    const free = this.alive.filter(body => !this.inJoint.has(body));
    if (free.length === 0) return;
    const body = free[this.integer(free.length)];
    this.world.remove(body);
    this.fixed.delete(body);
    this.alive.splice(this.alive.indexOf(body), 1);
  }

  join(): void {
    const { world, joints } = this;
    const a = this.alive[this.integer(this.alive.length)];
    const b = this.alive[this.integer(this.alive.length)];
    if (a === undefined || b === undefined || a === b) return;
    const anchor = [0, 1, 2].map(
      k => 0.5 * (world.bodies.positions[3 * a + k] + world.bodies.positions[3 * b + k]),
    );
    const kind = this.integer(4);
    if (kind === 0) joints.addBall(world.bodies, a, b, anchor);
    else if (kind === 1) joints.addFixed(world.bodies, a, b, anchor);
    else if (kind === 2) joints.addHinge(world.bodies, a, b, anchor, [0, 1, 0.2]);
    else joints.addDistance(world.bodies, a, b, anchor, [anchor[0], anchor[1] + 1, anchor[2]], [0, 2]);
    this.inJoint.add(a).add(b);
  }

  act(): void {
    const { world, random } = this;
    const body = this.alive[this.integer(this.alive.length)];
    const action = this.integer(10);
    if (action === 0) this.add();
    else if (action === 1) this.removeOne();
    else if (action === 2) this.join();
    else if (action === 3) this.removeTouching();
    else if (body === undefined) return;
    else if (action === 4) world.setPose(body, this.vector(4), this.turn());
    else if (action === 5) {
      if (this.fixed.has(body)) expect(() => world.setVelocity(body, [1, 0, 0])).toThrow(/static/);
      else world.setVelocity(body, this.vector(20), this.vector(20));
    } else if (action === 6) world.applyImpulse(body, this.vector(100), this.vector(5));
    else if (action === 7) world.applyForce(body, this.vector(1e4));
    else if (action === 8) world.setPose(body, this.vector(random.uniform(0, 1) < 0.1 ? 1e6 : 0.1));
    else world.restore(world.snapshot());
  }

  /** Removes bodies while the list of touching pairs is being read. */
  removeTouching(): void {
    const { touching } = this.world.events;
    for (let i = 0; i < touching.count && i < 2; i++) {
      const body = touching.second(i);
      const at = this.alive.indexOf(body);
      if (at < 0 || this.inJoint.has(body)) continue;
      this.world.remove(body);
      this.fixed.delete(body);
      this.alive.splice(at, 1);
    }
  }

  requireFinite(label: string): void {
    const { positions, rotations, velocities, angularVelocities } = this.world.bodies;
    for (const array of [positions, rotations, velocities, angularVelocities, this.soft?.positions ?? []])
      for (let i = 0; i < array.length; i++)
        if (!Number.isFinite(array[i])) throw new Error(`${label}: number ${i} is ${array[i]}`);
  }
}

describe('random worlds', () => {
  for (let block = 0; block < soak(2, 10); block++)
    it(`stay finite, ${block * 50} to ${block * 50 + 49}`, () => {
      for (let seed = block * 50; seed < block * 50 + 50; seed++) {
        const fuzz = new Fuzz(seed);
        for (let n = 0; n < 24; n++) {
          fuzz.act();
          const dt = n === 10 ? 1e-9 : n === 15 ? 1 : n === 20 ? 10 : 1 / 60;
          fuzz.world.step(dt);
          fuzz.requireFinite(`world ${seed}, step ${n}`);
        }
        const state = fuzz.world.snapshot();
        fuzz.world.step(1 / 60);
        const next = new Uint8Array(fuzz.world.snapshot());
        fuzz.world.restore(state);
        fuzz.world.step(1 / 60);
        expect(new Uint8Array(fuzz.world.snapshot()), `world ${seed}`).toEqual(next);
      }
      expect(worlds).toBe(500);
    });
});

describe('bad arguments', () => {
  it('are named and leave the world as it was', () => {
    const fuzz = new Fuzz(7);
    const { world, joints } = fuzz;
    for (let n = 0; n < 30; n++) world.step(1 / 60);
    const body = fuzz.alive[0];
    const other = fuzz.alive[1];
    const cube = new BoxShape([0.5, 0.5, 0.5]);
    const nan = Number.NaN;
    const add = (settings: object) => () => world.add({ shape: cube, ...settings });
    const calls: [() => unknown, RegExp][] = [
      [() => world.step(0), /dt/],
      [() => world.step(-1), /dt/],
      [() => world.step(nan), /dt/],
      [() => world.step(Infinity), /dt/],
      [() => world.advance(-1), /elapsed/],
      [() => world.advance(Infinity), /elapsed/],
      [() => world.remove(999), /body/],
      [() => world.remove(-1), /body/],
      [() => world.remove(0.5), /body/],
      [() => world.remove(nan), /body/],
      [() => world.setPose(body, [nan, 0, 0]), /position/],
      [() => world.setPose(body, [0, 0, 0], [0, 0, 0, 0]), /rotation/],
      [() => world.setPose(body, [0, 0, 0], [0, nan, 0, 1]), /rotation/],
      [() => world.setPose(999, [0, 0, 0]), /body/],
      [() => world.setVelocity(body, [0, Infinity, 0]), /velocity/],
      [() => world.setVelocity(body, [0, 0, 0], [nan, 0, 0]), /angularVelocity/],
      [() => world.applyImpulse(body, [nan, 0, 0]), /impulse/],
      [() => world.applyImpulse(body, [1, 0, 0], [nan, 0, 0]), /point/],
      [() => world.applyForce(body, [nan, 0, 0]), /force/],
      [() => world.applyForce(body, [1, 0, 0], [0, 0, Infinity]), /point/],
      [() => world.wake(999), /body/],
      [() => world.restore(new ArrayBuffer(64)), /^snapshot must be/],
      [() => world.restore(new World().snapshot()), /^snapshot must be/],
      [add({ shape: null }), /shape/],
      [add({ shape: 'box' }), /shape/],
      [add({ position: [1, 2] }), /position/],
      [add({ density: nan }), /density/],
      [add({ density: -1 }), /density/],
      [add({ linearDamping: -1 }), /linearDamping/],
      [add({ restitution: nan }), /restitution/],
      [add({ type: 'liquid' }), /type/],
      [add({ type: 'static', velocity: [1, 0, 0] }), /velocity/],
      [add({ shape: mesh }), /mass/],
      [() => joints.addBall(world.bodies, body, body, [0, 0, 0]), /same/],
      [() => joints.addBall(world.bodies, body, 1e9, [0, 0, 0]), /b must/],
      [() => joints.addHinge(world.bodies, body, other, [0, 0, 0], [0, 0, 0]), /axis/],
      [() => joints.addBall(world.bodies, body, other, [nan, 0, 0]), /anchor/],
      [() => joints.remove(99), /joint/],
    ];
    const before = new Uint8Array(world.snapshot());
    const { count: size } = world;
    for (const [call, name] of calls) {
      expect(call, String(call)).toThrow(name);
      expect(new Uint8Array(world.snapshot()), String(call)).toEqual(before);
      expect(world.count).toBe(size);
      expect(joints.count).toBe(0);
    }
    world.step(1 / 60);
    fuzz.requireFinite('after all');
  });
});
