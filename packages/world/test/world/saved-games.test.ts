/**
 * Saved games and states of random worlds with everything in them: bodies of all shapes and types that come,
 * go and change, all joints, soft bodies, water, rules of contacts, rolling friction, cars and characters.
 * What was loaded must have the same future as the original, to the last bit.
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
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { isSoak } from '@colide/testing';
import {
  type BodySettings,
  Buoyancy,
  bodyChange,
  Character,
  ContactRules,
  type JointSettings,
  RollingFriction,
  SoftBodies,
  Vehicle,
  World,
  WorldJoints,
  WorldRollback,
  worldLoad,
  worldSave,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

const hills = terrainGrid({ columns: 9, rows: 9, cellSize: 2, amplitude: 1, seed: 4 });
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
const wheels = [1, -1].flatMap(z =>
  [0.7, -0.7].map(x => ({ position: [x, 0, z], driven: z < 0, steered: z > 0 })),
);

/** What the game itself knows, beside its world. */
interface Ledger {
  joints: number[];
  cars: { body: number; state: number[] }[];
  heroes: { body: number; state: number[] }[];
  speed: number;
}

/** A world and what a game has around it. */
class Game {
  readonly seed: number;
  readonly rules = new ContactRules({ solver: new RollingFriction({ coefficient: 0.03 }) });
  readonly soft = new SoftBodies();
  world: World;
  readonly joints: WorldJoints;
  readonly ids: number[] = [];
  readonly cars: Vehicle[] = [];
  readonly heroes: Character[] = [];
  speed = -1;

  constructor(seed: number, bytes?: Uint8Array, ledger?: Ledger) {
    this.seed = seed;
    this.soft.addCloth({ columns: 5, rows: 5, spacing: 0.3, position: [0, 3, 0], pins: [0, 4] });
    const parts = [this.soft, new Buoyancy({ level: -0.2, bounds: [-9, -9, -9, 0, 9, 9] })];
    const options = { parts, solver: this.rules };
    if (!bytes || !ledger) {
      this.world = new World({ ...options, sleeping: { time: 0.2 } });
      this.joints = new WorldJoints(this.world);
      this.begin();
      return;
    }
    this.setRules();
    this.world = worldLoad(bytes, options);
    this.joints = new WorldJoints(this.world);
    this.ids.push(...ledger.joints);
    this.speed = ledger.speed;
    for (const { body, state } of ledger.cars) {
      const car = new Vehicle(this.world, body, { wheels });
      car.load(Float64Array.from(state));
      this.cars.push(car);
    }
    for (const { body, state } of ledger.heroes) {
      const hero = new Character(this.world, { body, rules: this.rules });
      hero.load(Float64Array.from(state));
      this.heroes.push(hero);
    }
  }

  private begin(): void {
    const { world } = this;
    const random = new Random(this.seed);
    world.add({ shape: new HalfSpace([0, 1, 0], -3) });
    const land = new MeshShape(new TriangleBvh(hills.positions, hills.indices));
    world.add(
      this.seed % 2
        ? { shape: land, type: 'static', position: [-8, -1, -8] }
        : { shape: new BoxShape([12, 0.5, 12]), type: 'static', position: [0, -1, 0] },
    );
    world.add({ shape: new BoxShape([1, 0.1, 1]), type: 'static', position: [3, 0.5, 0] });
    world.add({ shape: new BoxShape([1, 0.1, 1]), type: 'static', position: [-3, 0.5, 0] });
    world.add({
      shape: new BoxShape([1, 0.1, 1]),
      type: 'kinematic',
      position: [0, 0.6, 3],
      velocity: [0.3, 0.1, 0],
    });
    this.setRules();
    for (let i = 0; i < 2; i++) {
      const body = world.add({
        shape: new BoxShape([0.8, 0.2, 1.4]),
        mass: 500,
        position: [4 * i - 2, 1.5, 4],
      });
      this.cars.push(new Vehicle(world, body, { wheels }));
      this.heroes.push(
        new Character(world, { position: [2 * i + 2, 2, -1], rules: this.rules, slopeLimit: 0.8 }),
      );
    }
    const parked = world.add({ shape: new BoxShape([0.8, 0.2, 1.4]), mass: 500, position: [-6, 1, -6] });
    this.cars.push(new Vehicle(world, parked, { wheels }));
    for (let i = 0; i < 6; i++) this.add(random);
  }

  private setRules(): void {
    this.rules.setSurfaceVelocity(2, [0.5, 0, 0]);
    this.rules.setOneWay(3, [0, 1, 0]);
  }

  ledger(): Ledger {
    const stateOf = (thing: Vehicle | Character) => {
      const state = new Float64Array(thing.stateLength);
      thing.save(state);
      return { body: thing.body, state: [...state] };
    };
    return {
      joints: [...this.ids],
      cars: this.cars.map(stateOf),
      heroes: this.heroes.map(stateOf),
      speed: this.speed,
    };
  }

  reset(ledger: Ledger): void {
    this.ids.length = 0;
    this.ids.push(...ledger.joints);
    this.speed = ledger.speed;
    for (const [i, { state }] of ledger.cars.entries()) this.cars[i].load(Float64Array.from(state));
    for (const [i, { state }] of ledger.heroes.entries()) this.heroes[i].load(Float64Array.from(state));
  }

  private add(random: Random): void {
    const vector = (size: number): Vec3 => [0, 1, 2].map(() => random.uniform(-size, size)) as Vec3;
    const kind = Math.floor(random.uniform(0, 12));
    const settings: BodySettings = {
      shape: shapes[Math.floor(random.uniform(0, shapes.length))],
      type: kind === 0 ? 'static' : kind === 1 ? 'kinematic' : 'dynamic',
      position: [random.uniform(-3, 3), random.uniform(0.5, 4), random.uniform(-3, 3)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()] as Quat,
      ...(kind === 0 ? {} : { velocity: vector(kind === 2 ? 100 : 2), angularVelocity: vector(3) }),
      density: 1000 * 10 ** random.uniform(-1, 1),
      friction: random.uniform(0, 2),
      restitution: kind % 4 === 0 ? random.next() : 0,
      bullet: kind === 2,
      sensor: kind === 3,
      canSleep: kind !== 6,
      ...(kind === 7 ? { lockedRotation: 'xz', lockedTranslation: 'z' } : {}),
      ...(kind === 8 ? { gravityScale: 0.5, maxSpeed: 3, maxAngularSpeed: 2, mask: 0xfe, group: 3 } : {}),
    };
    this.world.add(settings);
  }

  /** A body of those that come and go. */
  private pick(random: Random): number {
    const { heroes, cars } = this;
    const kept = new Set([0, 1, 2, 3, 4, ...heroes.map(h => h.body), ...cars.map(c => c.body)]);
    const free = [...this.world.ids()].filter(id => !kept.has(id));
    return free[Math.floor(random.uniform(0, free.length))] ?? -1;
  }

  private join(random: Random): void {
    const { joints, world } = this;
    const a = this.pick(random);
    const b = random.next() < 0.2 ? null : this.pick(random);
    if (a < 0 || a === b || b === -1) return;
    const anchor = Array.from(world.bodies.positions.subarray(3 * a, 3 * a + 3));
    const axis = [random.normal(), random.normal(), random.normal()];
    const common: JointSettings = {
      collide: random.next() < 0.5,
      ...(random.next() < 0.3 ? { breakForce: 3000 * random.next() } : {}),
    };
    const motor = { speed: random.uniform(-3, 3), maxForce: 500 };
    const spring = { stiffness: 500, damping: 20 };
    const kind = Math.floor(random.uniform(0, 11));
    const { ids } = this;
    try {
      if (kind === 0) ids.push(joints.hinge(a, b, { ...common, anchor, axis, limits: [-0.5, 0.7] }));
      else if (kind === 1) ids.push(joints.hinge(a, b, { ...common, anchor, axis, motor }));
      else if (kind === 2) ids.push(joints.slider(a, b, { ...common, axis, spring, friction: 3 }));
      else if (kind === 3) ids.push(joints.fixed(a, b, common));
      else if (kind === 4)
        ids.push(joints.ball(a, b, { ...common, anchor, axis, swing: 0.6, twist: [-0.3, 0.4] }));
      else if (kind === 5) ids.push(joints.distance(a, b, { ...common, limits: [0, 1] }));
      else if (kind === 6) ids.push(joints.rope(a, b, common));
      else if (kind === 7) ids.push(joints.spring(a, b, { ...common, stiffness: 300, damping: 3 }));
      else if (kind === 8)
        ids.push(joints.sixDof(a, b, { ...common, x: 'free', rotY: { limits: [-0.2, 0.3] }, z: { spring } }));
      else if (kind === 9 && b !== null) {
        const c = joints.hinge(a, null, { anchor, axis });
        const d = joints.hinge(b, null, {
          anchor: [...world.bodies.positions.subarray(3 * b, 3 * b + 3)],
          axis,
        });
        ids.push(c, d, joints.gear(c, d, { ratio: 2 }));
      } else if (kind === 10 && b !== null)
        ids.push(joints.pulley(a, b, { groundA: [-1, 6, 0], groundB: [1, 6, 0], ratio: 2 }));
    } catch (error) {
      // Static bodies cannot be joined.
      if (!(error instanceof Error)) throw error;
    }
  }

  private act(random: Random): void {
    const { world, joints } = this;
    const action = Math.floor(random.uniform(0, 18));
    const body = this.pick(random);
    if (action < 2) this.add(random);
    else if (action < 5) this.join(random);
    const alive = this.ids.filter(id => joints.has(id));
    const joint = alive[Math.floor(random.uniform(0, alive.length))];
    if (action === 5 && joint !== undefined) joints.remove(joint);
    if (action === 6 && joint !== undefined) joints.setCollision(joint, random.next() < 0.5);
    if (action === 7 && joint !== undefined) joints.setBreaking(joint, 2000);
    if (action === 16 && joint !== undefined) this.alter(random, joint);
    if (body < 0) return;
    const isStatic = world.bodies.inverseMasses[body] === 0;
    if (action === 8) world.remove(body);
    if (action === 9) bodyChange(world, body, { enabled: random.next() < 0.5 });
    if (action === 10)
      bodyChange(world, body, { shape: shapes[Math.floor(random.uniform(0, shapes.length))] });
    if (action === 11) bodyChange(world, body, { type: random.next() < 0.3 ? 'static' : 'dynamic' });
    if (action === 12) world.setMaterial(body, { friction: random.next(), gravityScale: random.next() });
    if (action === 13 && !isStatic) world.applyForce(body, [100, 300, 0], [0, 0.1, 0]);
    if (action === 14) world.setPose(body, [random.uniform(-2, 2), 3, random.uniform(-2, 2)]);
    if (action === 15) world.gravity[0] = random.uniform(-0.3, 0.3);
    if (action === 17) bodyChange(world, body, { mass: random.uniform(1, 500) });
  }

  /** Changes a joint that may have no such free motion. */
  private alter(random: Random, joint: number): void {
    const { joints } = this;
    const kind = Math.floor(random.uniform(0, 4));
    try {
      if (kind === 0) joints.setMotor(joint, { speed: random.uniform(-2, 2), maxForce: 300 });
      else if (kind === 1) joints.setLimits(joint, [-random.next(), random.next()]);
      else if (kind === 2) joints.setSpring(joint, { stiffness: 900 * random.next() });
      else joints.setFriction(joint, 5 * random.next());
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }

  /** One frame: what happens follows from its number. */
  play(frame: number): void {
    this.change(frame);
    this.move(frame);
  }

  /** The first half of a frame, before the world moves. */
  change(frame: number): void {
    const random = new Random(1000 * this.seed + frame);
    if (frame % 2 === 0) for (let i = 0; i < 4; i++) this.act(random);
  }

  /** The second half. */
  move(frame: number): void {
    const dt = frame % 50 < 40 ? 1 / 60 : 1 / (40 + (frame % 7) * 10);
    for (const [i, hero] of this.heroes.entries()) {
      this.speed = hero.isGrounded ? (frame % 40 === 7 ? 4 : -0.5) : this.speed - 9.81 * dt;
      const way = Math.floor(frame / 30) + i;
      hero.move([way % 3 === 0 ? 0 : way % 2 ? 0.03 : -0.03, this.speed * dt, way % 5 ? 0 : 0.02], dt);
    }
    for (const [i, car] of this.cars.entries()) {
      const isDriven = i < 2 && Math.floor(frame / 60) % 2 === i;
      car.drive(isDriven ? 300 : 0);
      car.steer(isDriven ? 0.2 : 0);
      car.brake(isDriven ? 0 : 400);
      car.step(dt);
    }
    this.world.step(dt);
  }

  /** Everything that a player could tell apart. */
  state(): unknown {
    const { world } = this;
    const { touching } = world.events;
    return {
      ids: Array.from(world.ids(), body => [body, world.generation(body), ...world.table.collidersOf[body]]),
      touching: Array.from({ length: touching.count }, (_, i) => [touching.first(i), touching.second(i)]),
      joints: this.ids.filter(id => this.joints.has(id)),
      ledger: this.ledger(),
      bytes: Buffer.from(world.snapshot()).toString('base64'),
    };
  }
}

/** Seeds whose futures once differed, and others. */
const seeds = isSoak ? Array.from({ length: 150 }, (_, i) => i + 1) : [7, 34, 1, 2, 3];

describe.each(seeds)('a game with everything in it, %i,', seed => {
  const first = (37 + ((seed * 13) % 90)) & ~1;
  const frames = 60;

  it('has the same future when it was loaded', () => {
    const game = new Game(seed);
    for (let frame = 0; frame < first; frame++) game.play(frame);
    game.change(first);
    const loaded = new Game(seed, worldSave(game.world), game.ledger());
    expect(loaded.state()).toEqual(game.state());
    for (let frame = first; frame < first + frames; frame++) {
      for (const one of [game, loaded]) frame === first ? one.move(frame) : one.play(frame);
      expect(loaded.state(), `frame ${frame}`).toEqual(game.state());
    }
  });

  it('has the same future after rollbacks', () => {
    const game = new Game(seed);
    const rollback = new WorldRollback(game.world);
    for (let frame = 0; frame < first; frame++) game.play(frame);
    game.change(first);
    const past = rollback.save();
    const ledger = game.ledger();
    const expected: unknown[] = [];
    for (let frame = first; frame < first + frames; frame++) {
      frame === first ? game.move(frame) : game.play(frame);
      expected.push(game.state());
    }
    for (let round = 0; round < 2; round++) {
      for (let frame = 300; frame < 320 + 10 * round; frame++) game.play(frame);
      rollback.restore(past);
      game.reset(ledger);
      for (let frame = first; frame < first + frames; frame++) {
        frame === first ? game.move(frame) : game.play(frame);
        expect(game.state(), `frame ${frame} of round ${round}`).toEqual(expected[frame - first]);
      }
    }
  });
});
