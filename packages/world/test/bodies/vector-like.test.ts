import { BoxShape, SphereShape } from '@colide/geometry';
import {
  createWorldHit,
  type QuatLike,
  readQuat,
  readVec3,
  SoftBodies,
  type Vec3Like,
  World,
  WorldHitList,
  WorldQueries,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

/** As vectors of three.js: components are accessors, and `length` is a method. */
class NamedVector {
  private readonly values: number[];
  constructor(...values: number[]) {
    this.values = values;
  }
  get x(): number {
    return this.values[0];
  }
  get y(): number {
    return this.values[1];
  }
  get z(): number {
    return this.values[2];
  }
  get w(): number {
    return this.values[3];
  }
  length(): number {
    return Math.hypot(...this.values);
  }
}

type Make = (...values: number[]) => Vec3Like & QuatLike;

const forms: [string, Make][] = [
  ['arrays', (...values) => values],
  ['Float32Array', (...values) => Float32Array.from(values)],
  ['Float64Array', (...values) => Float64Array.from(values)],
  ['plain objects', (x, y, z, w) => ({ x, y, z, w })],
  ['objects with accessors', (...values) => new NamedVector(...values)],
];

/** A world that was told everything in one form. Numbers are multiples of 1/8, so that floats hold them. */
function tell(make: Make): World {
  const soft = new SoftBodies();
  const world = new World({ gravity: make(0, -8, 0.5), parts: [soft] });
  const shape = new BoxShape([0.5, 0.25, 0.5]);
  const body = world.add({
    shape,
    position: make(1, 2, 3),
    rotation: make(0.5, 0.5, 0.5, 0.5),
    velocity: make(1, 0, -1),
    angularVelocity: make(0, 2, 0.5),
  });
  const other = world.add({ shape });
  world.setPose(other, make(-1, 4, 2), make(0, 1, 0, 1));
  world.setPose(other, make(-1, 3, 2));
  world.setVelocity(other, make(0, 0.5, 0), make(0.5, 0, 0));
  world.applyImpulse(body, make(10, 20, 30));
  world.applyImpulse(body, make(1, 2, 3), make(1.5, 2, 3));
  world.applyForce(other, make(100, 0, 50), make(-1, 3.5, 2));
  const rope = soft.addRope({
    positions: [0, 0, 0, 0.25, 0, 0],
    position: make(0, 6, 0),
    rotation: make(0, 0, 1, 1),
    velocity: make(0, 0, 1),
  });
  soft.setVelocity(rope, make(0, 1, 0.5));
  soft.move(rope, 0, make(0, 6.5, 0));
  for (let n = 0; n < 5; n++) world.step(1 / 64);
  return world;
}

describe.each(forms)('a world told everything in %s', (_, make) => {
  it('has the same bits as one told in arrays', () => {
    const expected = new Uint8Array(tell((...values) => values).snapshot());
    expect(new Uint8Array(tell(make).snapshot())).toEqual(expected);
  });

  it('answers queries', () => {
    const world = new World();
    const body = world.add({ shape: new SphereShape(1), position: [4, 0, 0], type: 'static' });
    const queries = new WorldQueries(world);
    const hit = createWorldHit();
    expect(queries.raycast(hit, make(0, 0, 0), make(1, 0, 0))).toBeCloseTo(3, 12);
    expect(hit.body).toBe(body);
    expect(hit.point[0]).toBeCloseTo(3, 12);
    expect(queries.raycastEvery(new WorldHitList(), make(0, 0, 0), make(2, 0, 0))).toBe(1);
    expect(queries.shapecast(hit, new SphereShape(1), make(4, 0, 0))).toBeCloseTo(0.5, 6);
  });
});

describe('errors', () => {
  const nan = { x: 0, y: Number.NaN, z: 0 };

  it('name the argument and the component', () => {
    const world = new World();
    const body = world.add({ shape: new SphereShape(1) });
    const queries = new WorldQueries(world);
    const hit = createWorldHit();
    const right = [0, 0, 1];
    expect(() => new World({ gravity: nan })).toThrow(/gravity\.y must be a finite number, got NaN/);
    expect(() => world.add({ shape: new SphereShape(1), position: nan })).toThrow(/position\.y/);
    expect(() => world.add({ shape: new SphereShape(1), rotation: { ...nan, w: 1 } })).toThrow(/rotation\.y/);
    expect(() => world.setPose(body, nan)).toThrow(/position\.y/);
    expect(() => world.setPose(body, right, { x: 0, y: 0, z: 0, w: 0 })).toThrow(/length of rotation/);
    expect(() => world.setVelocity(body, right, nan)).toThrow(/angularVelocity\.y/);
    expect(() => world.applyImpulse(body, nan)).toThrow(/impulse\.y/);
    expect(() => world.applyForce(body, right, nan)).toThrow(/point\.y/);
    expect(() => queries.raycast(hit, nan, right)).toThrow(/origin\.y/);
    expect(() => queries.raycast(hit, right, nan)).toThrow(/direction\.y/);
    expect(() => queries.shapecast(hit, new SphereShape(1), nan)).toThrow(/motion\.y/);
    expect(() => new SoftBodies().addRope({ positions: [0, 0, 0, 1, 0, 0], velocity: nan })).toThrow(
      /velocity\.y/,
    );
  });

  it('leave the body as it was', () => {
    const world = new World();
    const body = world.add({ shape: new SphereShape(1) });
    const before = new Uint8Array(world.snapshot());
    expect(() => world.setVelocity(body, [1, 2, 3], nan)).toThrow();
    expect(() => world.setPose(body, [1, 2, 3], { ...nan, w: 1 })).toThrow();
    expect(() => world.applyImpulse(body, [1, 2, 3], nan)).toThrow();
    expect(new Uint8Array(world.snapshot())).toEqual(before);
  });
});

describe('readVec3 and readQuat', () => {
  it('copy into any array and return it', () => {
    const out = new Float32Array(3);
    expect(readVec3(out, 'v', { x: 1, y: 2, z: 3 })).toBe(out);
    expect([...out]).toEqual([1, 2, 3]);
    expect(readQuat([], 'q', Float64Array.of(1, 2, 3, 4))).toEqual([1, 2, 3, 4]);
  });

  it('reject what is neither form', () => {
    expect(() => readVec3([], 'v', [1, 2])).toThrow(/v must have/);
    expect(() => readVec3([], 'v', { x: 1, y: 2 } as never)).toThrow(/v\.z/);
    expect(() => readQuat([], 'q', { x: 1, y: 2, z: 3 } as never)).toThrow(/q\.w/);
  });
});
