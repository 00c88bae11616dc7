import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  PolygonShape2d,
  Rounded2d,
} from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { soak } from '@colide/testing';
import { type BodySettings2d, World2d, WorldJoints2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { isFinite2d } from '../support/scenes.ts';

function randomShape(random: Random, size: number): BodySettings2d['shape'] {
  const r = () => size * random.uniform(0.1, 1);
  const points = () => Array.from({ length: 2 * random.int(3, 8) }, () => size * random.uniform(-1, 1));
  switch (random.int(0, 5)) {
    case 0:
      return new CircleShape2d(r());
    case 1:
      return new CapsuleShape2d(r(), r());
    case 2:
      return new PolygonShape2d(points());
    case 3:
      return new Rounded2d(points(), r());
    case 4:
      return new Compound2d([
        { shape: new CircleShape2d(r()), position: [r(), 0] },
        { shape: new BoxShape2d([r(), r()]), angle: random.next() },
      ]);
    default:
      return new BoxShape2d([r(), r()]);
  }
}

/** A number that is mostly of ordinary size, and sometimes of any. */
function wild(random: Random, scale: number): number {
  const exponent = random.next() < 0.1 ? random.uniform(-12, 12) : 0;
  return random.uniform(-1, 1) * scale * 10 ** exponent;
}

function randomWorld(random: Random): World2d {
  const world = new World2d({
    ...worldExtras2d,
    gravity: [wild(random, 3), wild(random, 10)],
    margin: random.next() < 0.2 ? 0 : 10 ** random.uniform(-4, -1),
    solver: { substeps: random.int(1, 8) },
  });
  const size = 10 ** random.uniform(-2, 2);
  if (random.next() < 0.7)
    world.add({ shape: new HalfPlane2d([random.uniform(-0.3, 0.3), 1]), friction: random.next() });
  if (random.next() < 0.3)
    world.add({
      shape: new ChainShape2d([8 * size, 0, 0, -size, -8 * size, size], random.next() < 0.5),
      type: 'static',
    });
  for (let i = random.int(2, 25); i > 0; i--) {
    const type = (['dynamic', 'dynamic', 'dynamic', 'static', 'kinematic'] as const)[random.int(0, 4)];
    const moves = type !== 'static';
    world.add({
      shape: randomShape(random, size),
      type,
      position: [wild(random, 5 * size), wild(random, 5 * size)],
      rotation: wild(random, 3),
      velocity: moves ? [wild(random, 10), wild(random, 10)] : [0, 0],
      angularVelocity: moves ? wild(random, 10) : 0,
      density: 10 ** random.uniform(-6, 6),
      friction: random.next() < 0.1 ? 10 ** random.uniform(0, 6) : random.next(),
      restitution: random.next() < 0.5 ? 0 : random.next(),
      rollingFriction: random.next() < 0.5 ? 0 : random.next(),
      bullet: random.next() < 0.2,
      sensor: random.next() < 0.1,
      gravityScale: wild(random, 1),
      lockedRotation: random.next() < 0.1,
    });
  }
  return world;
}

/** Joins some of the bodies of a world, by any kind of joint with any settings. */
function joinSome(random: Random, world: World2d): void {
  const joints = new WorldJoints2d(world);
  const ids = [...world.ids()].filter(id => world.shapeOf(id).kind !== 'halfPlane');
  const point = (): [number, number] => [wild(random, 5), wild(random, 5)];
  for (let i = 1; i < ids.length; i++) {
    if (random.next() < 0.4) continue;
    const [a, b] = [random.next() < 0.2 ? undefined : ids[i - 1], ids[i]];
    const along = {
      ...(random.next() < 0.3 ? { limits: [-random.next(), random.next()] as [number, number] } : {}),
      ...(random.next() < 0.3
        ? { motor: { speed: wild(random, 10), maxForce: Math.abs(wild(random, 100)) } }
        : {}),
      ...(random.next() < 0.3
        ? { spring: { stiffness: Math.abs(wild(random, 100)), damping: random.next() } }
        : {}),
      collide: random.next() < 0.5,
    };
    const kinds = [
      () => joints.revolute(a, b, { anchor: point(), ...along }),
      () => joints.prismatic(a, b, { axis: [1, wild(random, 1)], ...along }),
      () => joints.weld(a, b, { breakForce: Math.abs(wild(random, 1000)) }),
      () => joints.wheel(a, b, { axis: [wild(random, 1), 1], ...along }),
      () => joints.rope(a, b, { anchorA: point(), length: Math.abs(wild(random, 5)) }),
      () => joints.spring(a, b, { anchorA: point(), stiffness: Math.abs(wild(random, 1000)) }),
    ];
    kinds[random.int(0, kinds.length - 1)]();
  }
}

describe('fuzzed worlds', () => {
  it.each([1, 2, 3, 4, 5])('stay finite, dozens of them, seed %d', seed => {
    const random = new Random(seed);
    for (let n = 0; n < soak(40, 100); n++) {
      const world = randomWorld(random);
      if (n % 2 === 1) joinSome(random, world);
      for (let s = 0; s < 40; s++) {
        world.step(random.next() < 0.05 ? 10 ** random.uniform(-6, 2) : 1 / 60);
        if (random.next() < 0.1) {
          const ids = [...world.ids()];
          const body = ids[random.int(0, ids.length - 1)];
          if (random.next() < 0.5)
            world.applyImpulse(body, [wild(random, 10), wild(random, 10)], [wild(random, 1), 0]);
          else world.remove(body);
          if (world.count === 0) break;
        }
      }
      expect(isFinite2d(world), `world ${n}`).toBe(true);
    }
  });
});
