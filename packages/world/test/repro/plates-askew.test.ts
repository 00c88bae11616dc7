import { CylinderShape, HalfSpace, HullShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

/** An upright prism. */
function prism(sides: number, radius: number, halfHeight: number): HullShape {
  const points: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    for (const y of [-halfHeight, halfHeight])
      points.push(radius * Math.cos(angle), y, radius * Math.sin(angle));
  }
  return HullShape.fromPoints(points);
}

/** A stack of ten plates, each turned and up to a tenth of the radius off the middle. */
function stack(shape: CylinderShape | HullShape, radius: number, height: number, seed: number): World {
  const random = new Random(seed);
  const world = new World();
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < 10; i++) {
    const half = random.uniform(-1.5, 1.5);
    const aside = () => 0.1 * radius * random.uniform(-1, 1);
    world.add({
      shape,
      type: 'dynamic',
      density: 1000,
      position: [aside(), height * (0.5 + 1.02 * i), aside()],
      rotation: [0, Math.sin(half), 0, Math.cos(half)],
    });
  }
  return world;
}

describe('a stack of plates that lie askew', () => {
  for (const [name, radius, share, make] of [
    ['coins', 0.035, 0.15, (r: number, h: number) => new CylinderShape(r, h)],
    ['thick coins', 0.12, 0.5, (r: number, h: number) => new CylinderShape(r, h)],
    ['prisms', 0.3, 0.15, (r: number, h: number) => prism(12, r, h)],
  ] as const)
    it(`falls asleep, of ${name}`, () => {
      const height = share * radius;
      const shape = make(radius, height / 2);
      let awake = 0;
      for (let seed = 1; seed <= 8; seed++) {
        const world = stack(shape, radius, height, seed);
        for (let n = 0; n < 180; n++) world.step(1 / 60);
        if (world.bodies.asleep[10] === 0) awake++;
        expect(world.bodies.positions[31]).toBeGreaterThan(9 * height);
      }
      expect(awake).toBe(0);
    });
});
