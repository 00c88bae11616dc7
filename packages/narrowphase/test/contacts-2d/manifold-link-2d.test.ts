import { BoxShape2d, CircleShape2d, HalfPlane2d, PolygonShape2d } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ChainShape2d,
  type ContactShape2d,
  collide2d,
  createContactManifold2d,
  createPosedShapes2d,
  type PosedShape2d,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

const manifold = createContactManifold2d();

/** Normals and depths of all contacts of a shape with the links. */
function contacts(links: PosedShape2d[], shape: PosedShape2d, margin = 0.02) {
  return links.flatMap(link => {
    const count = collide2d(manifold, link, shape, margin);
    return Array.from({ length: count }, (_, p) => ({
      x: manifold.normal[0],
      y: manifold.normal[1],
      depth: manifold.depths[p],
      at: manifold.pointsA[2 * p],
    }));
  });
}

function placed(shape: ContactShape2d, x: number, y: number, angle = 0): PosedShape2d {
  const [part] = createPosedShapes2d(shape);
  part.place(x, y, Math.cos(angle), Math.sin(angle));
  return part;
}

/** Level ground from right to left, in pieces of any length. */
function ground(random: Random): PosedShape2d[] {
  const points: number[] = [];
  for (let x = 6; x > -6; x -= random.uniform(0.05, 0.7)) points.push(x, 0);
  return createPosedShapes2d(new ChainShape2d(points));
}

describe('manifoldLink2d', () => {
  it('pushes up only, wherever a box or a ball is on level ground and however deep it is', () => {
    const random = new Random(21);
    for (let n = 0; n < 100; n++) {
      const links = ground(random);
      for (let i = 0; i < 20; i++) {
        const angle = i % 2 ? 0 : random.uniform(-0.02, 0.02);
        const sunk = random.uniform(-0.01, 0.2);
        const shape = i % 3 ? new BoxShape2d([0.5, 0.5]) : new CircleShape2d(0.5);
        const found = contacts(links, placed(shape, random.uniform(-4, 4), 0.5 - sunk, angle));
        expect(found.length).toBeGreaterThan(0);
        for (const { x, y } of found) {
          expect(Math.abs(x)).toBeLessThan(0.025);
          expect(y).toBeGreaterThan(0.99);
        }
        expect(Math.max(...found.map(({ depth }) => depth))).toBeCloseTo(sunk, 1);
      }
    }
  });

  it('holds a box by its whole width', () => {
    const random = new Random(22);
    for (let n = 0; n < 100; n++) {
      const x = random.uniform(-4, 4);
      const found = contacts(ground(random), placed(new BoxShape2d([0.5, 0.5]), x, 0.495));
      const at = found.map(contact => contact.at);
      expect(Math.min(...at)).toBeCloseTo(x - 0.5, 9);
      expect(Math.max(...at)).toBeCloseTo(x + 0.5, 9);
    }
  });

  it('does not touch what is behind it', () => {
    const links = createPosedShapes2d(new ChainShape2d([1, 0, -1, 0]));
    expect(contacts(links, placed(new BoxShape2d([0.5, 0.5]), 0, -0.4))).toEqual([]);
    expect(contacts(links, placed(new CircleShape2d(0.5), 0, -0.1))).toEqual([]);
    expect(contacts(links, placed(new CircleShape2d(0.5), 0, 0.1))).toHaveLength(1);
  });

  it('meets a ball at a convex vertex once, along the line to its centre', () => {
    const roof = createPosedShapes2d(new ChainShape2d([2, -2, 0, 0, -2, -2]));
    const found = contacts(roof, placed(new CircleShape2d(0.5), 0.1, 0.48));
    expect(found).toHaveLength(1);
    expect(found[0].x).toBeCloseTo(0.1 / Math.hypot(0.1, 0.48), 12);
    expect(found[0].depth).toBeCloseTo(0.5 - Math.hypot(0.1, 0.48), 12);
  });

  it('holds a box on a convex vertex from above and from the side', () => {
    const cliff = createPosedShapes2d(new ChainShape2d([0, -3, 0, 0, -3, 0]));
    for (const x of [-0.3, -0.01, 0.01, 0.3]) {
      const found = contacts(cliff, placed(new BoxShape2d([0.5, 0.5]), x, 0.495));
      expect(found.length).toBeGreaterThan(0);
      for (const contact of found) expect(contact.y).toBeGreaterThan(0.99);
    }
    // A plank that leans on the vertex, with its centre below the top.
    const plank = contacts(cliff, placed(new BoxShape2d([0.1, 2]), 0.643, -0.772, 0.6));
    expect(plank.length).toBeGreaterThan(0);
    for (const { x, y } of plank) {
      expect(x).toBeCloseTo(Math.cos(0.6), 9);
      expect(y).toBeCloseTo(Math.sin(0.6), 9);
    }
  });

  it('has both sides of a concave vertex, and nothing between them', () => {
    const valley = createPosedShapes2d(new ChainShape2d([2, 2, 0, 0, -2, 2]));
    const r = Math.SQRT1_2;
    const found = contacts(valley, placed(new CircleShape2d(r), 0, 0.99));
    expect(found).toHaveLength(2);
    expect(found.map(({ x }) => Math.sign(x)).sort()).toEqual([-1, 1]);
    for (const { y } of found) expect(y).toBeCloseTo(r, 12);
  });

  it('makes a counter-clockwise loop as solid as the polygon', () => {
    const square = [-1, -1, 1, -1, 1, 1, -1, 1];
    const links = createPosedShapes2d(new ChainShape2d(square, true));
    const polygon = placed(new PolygonShape2d(square), 0, 0);
    const random = new Random(23);
    for (let i = 0; i < 2000; i++) {
      const angle = random.uniform(0, 7);
      const ball = placed(new CircleShape2d(0.5), 1.8 * Math.cos(angle), 1.8 * Math.sin(angle));
      const found = contacts(links, ball);
      const count = collide2d(manifold, polygon, ball, 0.02);
      expect(found.length > 0).toBe(count > 0);
      if (count === 0) continue;
      expect(Math.max(...found.map(({ depth }) => depth))).toBeCloseTo(manifold.depths[0], 9);
    }
  });
});

describe('manifoldPlane2d', () => {
  it('has the two lowest vertices of a box, and the distance of a circle', () => {
    const plane = createPosedShapes2d(new HalfPlane2d([0, 2], 1))[0];
    expect(collide2d(manifold, placed(new BoxShape2d([0.5, 0.5]), 3, 1.49), plane, 0.02)).toBe(2);
    expect([...manifold.normal]).toEqual([-0, -1]);
    expect(manifold.depths[0]).toBeCloseTo(0.01, 12);
    expect(manifold.depths[1]).toBeCloseTo(0.01, 12);
    expect([...manifold.pointsA].filter((_, k) => k % 2 === 0).sort()).toEqual([2.5, 3.5]);
    expect(collide2d(manifold, plane, placed(new CircleShape2d(0.5), 3, 1.51), 0.02)).toBe(1);
    expect([...manifold.normal]).toEqual([0, 1]);
    expect(manifold.depths[0]).toBeCloseTo(-0.01, 12);
    expect(manifold.pointsA[1]).toBeCloseTo(1, 12);
    expect(manifold.pointsB[1]).toBeCloseTo(1.01, 12);
    expect(collide2d(manifold, placed(new CircleShape2d(0.5), 3, 1.53), plane, 0.02)).toBe(0);
  });

  it('has points at all depths, tilted or not', () => {
    const plane = createPosedShapes2d(new HalfPlane2d())[0];
    const shape = new PolygonShape2d([-1, -1, 1, -1, 1.5, 0.5, -0.5, 1]);
    const random = new Random(24);
    for (let i = 0; i < 2000; i++) {
      const part = placed(shape, 0, random.uniform(0, 2), random.uniform(0, 7));
      let lowest = Infinity;
      for (let k = 1; k < 8; k += 2) lowest = Math.min(lowest, part.points[k]);
      const count = collide2d(manifold, part, plane, 0.02);
      expect(count > 0).toBe(lowest <= 0.02);
      if (count > 0) expect(manifold.depths[0]).toBeCloseTo(-lowest, 12);
    }
  });
});
