/**
 * Saved games and states of random planar worlds with everything in them: bodies of all shapes and types that
 * come, go and change, all joints, ropes, rules of contacts and characters. What was loaded must have the
 * same future as the original, to the last bit.
 */
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  PolygonShape2d,
  Rounded2d,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { ChainShape2d } from '@colide/narrowphase';
import type { JointSettings } from '@colide/solvers';
import { isSoak } from '@colide/testing';
import {
  type BodySettings2d,
  bodyChange2d,
  Character2d,
  ContactRules2d,
  SoftBodies2d,
  World2d,
  WorldJoints2d,
  WorldRollback2d,
  worldExtras2d,
  worldLoad2d,
  worldSave2d,
} from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const shapes = [
  new CircleShape2d(0.3),
  new BoxShape2d([0.3, 0.2]),
  new CapsuleShape2d(0.15, 0.3),
  new PolygonShape2d([0, 0.4, -0.4, 0, -0.2, -0.4, 0.2, -0.4, 0.4, 0]),
  new Rounded2d([0, 0.25, -0.25, -0.2, 0.25, -0.2], 0.1),
  new Compound2d([{ shape: new BoxShape2d([0.6, 0.1]) }, { shape: new BoxShape2d([0.1, 0.6]) }]),
  new Compound2d([
    { shape: new CircleShape2d(0.2) },
    { shape: new CircleShape2d(0.2), position: [0.4, 0] },
    { shape: new BoxShape2d([0.1, 0.4]), position: [0.2, 0.3] },
  ]),
];

/** What the game itself knows, beside its world. */
interface Ledger {
  joints: number[];
  heroes: { body: number; state: number[] }[];
  speed: number;
}

/** A planar world and what a game has around it. */
class Game {
  readonly seed: number;
  readonly rules = new ContactRules2d();
  readonly soft = new SoftBodies2d();
  readonly world: World2d;
  readonly joints: WorldJoints2d;
  readonly ids: number[] = [];
  readonly heroes: Character2d[] = [];
  speed = -1;

  constructor(seed: number, bytes?: Uint8Array, ledger?: Ledger) {
    this.seed = seed;
    this.soft.addRope({ positions: [0, 3, 0.3, 3, 0.6, 3, 0.9, 3, 1.2, 3], pins: [0] });
    const options = { ...worldExtras2d, parts: [this.soft], solver: this.rules };
    if (!bytes || !ledger) {
      this.world = new World2d({ ...options, sleeping: { time: 0.2 } });
      this.joints = new WorldJoints2d(this.world);
      this.begin();
      return;
    }
    this.setRules();
    this.world = worldLoad2d(bytes, options);
    this.joints = new WorldJoints2d(this.world);
    this.ids.push(...ledger.joints);
    this.speed = ledger.speed;
    for (const { body, state } of ledger.heroes) {
      const hero = new Character2d(this.world, { body, rules: this.rules });
      hero.load(Float64Array.from(state));
      this.heroes.push(hero);
    }
  }

  private begin(): void {
    const { world } = this;
    const random = new Random(this.seed);
    world.add({ shape: new HalfPlane2d([0, 1], -3) });
    world.add({ shape: new ChainShape2d([9, 4, 8, 0, 3, -1, -3, 0.2, -8, 0, -9, 4]), type: 'static' });
    world.add({ shape: new BoxShape2d([1, 0.1]), type: 'static', position: [3, 0.5] });
    world.add({ shape: new BoxShape2d([1, 0.1]), type: 'static', position: [-3, 1] });
    world.add({
      shape: new BoxShape2d([1, 0.1]),
      type: 'kinematic',
      position: [0, 0.6],
      velocity: [0.3, 0.1],
    });
    for (let i = 0; i < 4; i++)
      world.add({ shape: new BoxShape2d([0.5, 0.2]), type: 'static', position: [i - 7, 1] });
    this.setRules();
    for (let i = 0; i < 2; i++)
      this.heroes.push(new Character2d(world, { position: [2 * i + 1, 2], rules: this.rules }));
    for (let i = 0; i < 8; i++) this.add(random);
  }

  private setRules(): void {
    this.rules.setSurfaceVelocity(2, [0.5, 0]);
    this.rules.setOneWay(3, [0, 1]);
  }

  ledger(): Ledger {
    const heroes = this.heroes.map(hero => {
      const state = new Float64Array(hero.stateLength);
      hero.save(state);
      return { body: hero.body, state: [...state] };
    });
    return { joints: [...this.ids], heroes, speed: this.speed };
  }

  reset(ledger: Ledger): void {
    this.ids.length = 0;
    this.ids.push(...ledger.joints);
    this.speed = ledger.speed;
    for (const [i, { state }] of ledger.heroes.entries()) this.heroes[i].load(Float64Array.from(state));
  }

  private add(random: Random): void {
    const kind = Math.floor(random.uniform(0, 12));
    const settings: BodySettings2d = {
      shape: shapes[Math.floor(random.uniform(0, shapes.length))],
      type: kind === 0 ? 'static' : kind === 1 ? 'kinematic' : 'dynamic',
      position: [random.uniform(-6, 6), random.uniform(1, 5)],
      rotation: [random.normal(), random.normal()],
      ...(kind === 0
        ? {}
        : {
            velocity: [random.uniform(-2, 2), kind === 2 ? -90 : 0],
            angularVelocity: random.uniform(-3, 3),
          }),
      density: 10 ** random.uniform(-1, 1),
      friction: random.uniform(0, 2),
      restitution: kind % 4 === 0 ? random.next() : 0,
      rollingFriction: kind % 5 === 0 ? 0.1 : 0,
      bullet: kind === 2,
      sensor: kind === 3,
      canSleep: kind !== 6,
      ...(kind === 7 ? { lockedRotation: true } : {}),
      ...(kind === 8 ? { gravityScale: 0.5, maxSpeed: 3, maxAngularSpeed: 2, mask: 0xfe, group: 3 } : {}),
    };
    this.world.add(settings);
  }

  /** A body of those that come and go. */
  private pick(random: Random): number {
    const free = [...this.world.ids()].filter(id => id > 10);
    return free[Math.floor(random.uniform(0, free.length))] ?? -1;
  }

  private join(random: Random): void {
    const { joints, world, ids } = this;
    const a = this.pick(random);
    const b = random.next() < 0.2 ? undefined : this.pick(random);
    if (a < 0 || a === b || b === -1) return;
    const anchor = Array.from(world.bodies.positions.subarray(2 * a, 2 * a + 2));
    const axis = [random.normal(), random.normal()];
    const common: JointSettings = {
      collide: random.next() < 0.5,
      ...(random.next() < 0.3 ? { breakForce: 50 * random.next() } : {}),
    };
    const motor = { speed: random.uniform(-3, 3), maxForce: 5 };
    const spring = { stiffness: 30, damping: 1 };
    const kind = Math.floor(random.uniform(0, 11));
    try {
      if (kind === 0) ids.push(joints.revolute(a, b, { ...common, anchor, limits: [-0.5, 0.7] }));
      else if (kind === 1) ids.push(joints.revolute(a, b, { ...common, anchor, motor }));
      else if (kind === 2) ids.push(joints.prismatic(a, b, { ...common, axis, spring, friction: 0.3 }));
      else if (kind === 3) ids.push(joints.weld(a, b, common));
      else if (kind === 4) ids.push(joints.wheel(a, b, { ...common, axis, spring, motor }));
      else if (kind === 5) ids.push(joints.distance(a, b, { ...common, limits: [0, 1] }));
      else if (kind === 6) ids.push(joints.rope(a, b, common));
      else if (kind === 7) ids.push(joints.spring(a, b, { ...common, stiffness: 30, damping: 0.3 }));
      else if (kind === 8) ids.push(joints.mouse(a, { target: [0, 3], maxForce: 20 }));
      else if (kind === 9 && b !== undefined) {
        const c = joints.revolute(undefined, a, { anchor });
        const d = joints.revolute(undefined, b, {
          anchor: [...world.bodies.positions.subarray(2 * b, 2 * b + 2)],
        });
        ids.push(c, d, joints.gear(c, d, { ratio: 2 }));
      } else if (kind === 10 && b !== undefined)
        ids.push(joints.pulley(a, b, { groundA: [-1, 6], groundB: [1, 6], ratio: 2 }));
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
    if (action === 7 && joint !== undefined) joints.setBreaking(joint, 20);
    if (action === 16 && joint !== undefined) this.alter(random, joint);
    if (body < 0) return;
    const isStatic = world.bodies.inverseMasses[body] === 0;
    if (action === 8) world.remove(body);
    if (action === 9) bodyChange2d(world, body, { enabled: random.next() < 0.4 });
    if (action === 10)
      bodyChange2d(world, body, { shape: shapes[Math.floor(random.uniform(0, shapes.length))] });
    if (action === 11) bodyChange2d(world, body, { type: random.next() < 0.3 ? 'static' : 'dynamic' });
    if (action === 12) world.setMaterial(body, { friction: random.next(), gravityScale: random.next() });
    if (action === 13 && !isStatic) world.applyForce(body, [1, 3], [0, 0.1]);
    if (action === 14) world.setPose(body, [random.uniform(-2, 2), 3]);
    if (action === 15) world.gravity[0] = random.uniform(-0.3, 0.3);
    if (action === 17) bodyChange2d(world, body, { mass: random.uniform(0.1, 5) });
  }

  /** Changes a joint that may have no such free motion. */
  private alter(random: Random, joint: number): void {
    const { joints } = this;
    const kind = Math.floor(random.uniform(0, 4));
    try {
      if (kind === 0) joints.setMotor(joint, { speed: random.uniform(-2, 2), maxForce: 3 });
      else if (kind === 1) joints.setLimits(joint, [-random.next(), random.next()]);
      else if (kind === 2) joints.setSpring(joint, { stiffness: 90 * random.next() });
      else joints.setFriction(joint, random.next());
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
      hero.move([way % 3 === 0 ? 0 : way % 2 ? 0.03 : -0.03, this.speed * dt], dt);
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
const seeds = isSoak ? Array.from({ length: 300 }, (_, i) => i + 1) : [31, 39, 90, 100, 1, 2];

describe.each(seeds)('a planar game with everything in it, %i,', seed => {
  const first = (37 + ((seed * 13) % 90)) & ~1;
  const frames = 60;

  it('has the same future when it was loaded', () => {
    const game = new Game(seed);
    for (let frame = 0; frame < first; frame++) game.play(frame);
    game.change(first);
    const loaded = new Game(seed, worldSave2d(game.world), game.ledger());
    expect(loaded.state()).toEqual(game.state());
    for (let frame = first; frame < first + frames; frame++) {
      for (const one of [game, loaded]) frame === first ? one.move(frame) : one.play(frame);
      expect(loaded.state(), `frame ${frame}`).toEqual(game.state());
    }
  });

  it('has the same future after rollbacks', () => {
    const game = new Game(seed);
    const rollback = new WorldRollback2d(game.world);
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
