import { BoxShape2d, CircleShape2d, PolygonShape2d, Rounded2d } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  type ContactShape2d,
  createContactManifold2d,
  createPosedShapes2d,
  manifoldConvex2d,
  manifoldSeam2d,
  type PosedShape2d,
  seamReach2d,
  seamReachSize,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

const margin = 0.02;
const manifold = createContactManifold2d();
const whole = createContactManifold2d();

/** A box from one x to another with its top at a height, and 1 m high. */
function block(from: number, to: number, top = 0): PosedShape2d {
  const [tile] = createPosedShapes2d(new BoxShape2d([(to - from) / 2, 0.5]));
  tile.place((from + to) / 2, top - 0.5, 1, 0);
  return tile;
}

function createShape(random: Random): ContactShape2d {
  const size = random.uniform(0.05, 0.8);
  const n = 3 + Math.floor(6 * random.next());
  const ring = Array.from({ length: 2 * n }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / n;
    return size * (k % 2 ? Math.sin(angle) : Math.cos(angle));
  });
  return [
    new BoxShape2d([size, 0.7 * size]),
    new CircleShape2d(size),
    new PolygonShape2d(ring),
    new Rounded2d(ring, 0.2 * size),
  ][Math.floor(4 * random.next())];
}

/** Contact points of a shape with the first of several tiles, corrected. */
function meet(shape: PosedShape2d, tiles: readonly PosedShape2d[]): number {
  if (manifoldConvex2d(manifold, shape, tiles[0], margin) === 0) return 0;
  return manifoldSeam2d(manifold, shape, tiles[0], tiles, tiles.length, margin);
}

describe('manifoldSeam2d', () => {
  it('finds on every tile of a floor the normal of the floor as a whole, and on one of them its depth', () => {
    const random = new Random(11);
    const floor = block(-3, 3);
    let ghosts = 0;
    let touching = 0;
    for (let n = 0; n < 3000; n++) {
      const seams = [-3, random.uniform(-1, 0), random.uniform(0.001, 1), 3];
      const tiles = seams.slice(1).map((to, i) => block(seams[i], to));
      const [shape] = createPosedShapes2d(createShape(random));
      const angle = n % 3 ? random.uniform(0, 6.3) : 0;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      shape.place(0, 0, c, s);
      const box = new Float64Array(4);
      shape.writeBox(box, 0);
      shape.place(random.uniform(-1, 1), -box[1] - 10 ** random.uniform(-9, -2) * (n % 5 ? 1 : -1), c, s);
      manifoldConvex2d(whole, shape, floor, margin);
      let deepest = -Infinity;
      for (let i = 0; i < 3; i++) {
        manifoldConvex2d(manifold, shape, tiles[i], margin);
        if (manifold.count > 0 && manifold.normal[1] > -0.999) ghosts++;
        const count = meet(shape, [tiles[i], ...tiles]);
        for (let p = 0; p < count; p++) deepest = Math.max(deepest, manifold.depths[p]);
        if (count > 0) expect(manifold.normal[1], `${n}`).toBeLessThan(-1 + 1e-6);
      }
      expect(deepest).toBeCloseTo(Math.max(...whole.depths.slice(0, whole.count)), 9);
      touching++;
    }
    expect(touching).toBe(3000);
    expect(ghosts).toBeGreaterThan(300);
  });

  it('needs no correction within the reach of a normal', () => {
    const random = new Random(12);
    const reach = new Float64Array(seamReachSize);
    let within = 0;
    let beyond = 0;
    let corrected = 0;
    for (let n = 0; n < 6000; n++) {
      const at = random.uniform(-0.5, 0.5);
      const step = n % 2 ? 0 : 10 ** random.uniform(-4, -1);
      const tiles = [block(-3, at), block(at, at + 0.7, -step), block(at + 0.7, 3, step)];
      const [shape] = createPosedShapes2d(createShape(random));
      const angle = n % 3 ? random.uniform(0, 6.3) : 0;
      shape.place(random.uniform(-1, 1), 0, Math.cos(angle), Math.sin(angle));
      const box = new Float64Array(4);
      shape.writeBox(box, 0);
      shape.place(
        random.uniform(-1, 1),
        -box[1] - 10 ** random.uniform(-6, -2),
        Math.cos(angle),
        Math.sin(angle),
      );
      for (const tile of tiles) {
        if (manifoldConvex2d(manifold, shape, tile, margin) === 0) continue;
        seamReach2d(reach, 0, manifold, shape, tiles, 3);
        const [nx, ny] = manifold.normal;
        expect([reach[0], reach[1]]).toEqual([-nx, -ny]);
        const gap = -Math.max(...manifold.depths.slice(0, manifold.count));
        manifoldSeam2d(manifold, shape, tile, tiles, 3, margin);
        const isSame = manifold.count > 0 && manifold.normal[0] === nx && manifold.normal[1] === ny;
        if (gap <= reach[2]) {
          within++;
          expect(isSame, `${n}`).toBe(true);
        } else {
          beyond++;
          if (!isSame) corrected++;
        }
      }
    }
    expect(within).toBeGreaterThan(3000);
    expect(beyond).toBeGreaterThan(1000);
    expect(corrected).toBeGreaterThan(300);
  });

  it('leaves walls, gaps and edges that stick out as they are', () => {
    const [box] = createPosedShapes2d(new BoxShape2d([0.5, 0.5]));
    const wall = block(0, 1, 0.8);
    const floor = block(-3, 0);
    box.place(-0.499, 0.499, 1, 0);
    expect(meet(box, [wall, floor])).toBe(2);
    expect(manifold.normal).toEqual([1, -0]);
    expect(meet(box, [floor, wall])).toBe(2);
    expect(manifold.normal).toEqual([0, -1]);
    // A tile that is 1 cm higher, and one beyond a gap, in which a corner hangs.
    expect(meet(box, [block(0, 1, 0.01), floor])).toBe(2);
    expect(manifold.normal).toEqual([1, -0]);
    box.place(0.06, 0.45, Math.cos(0.1), -Math.sin(0.1));
    expect(meet(box, [block(0.5, 1), block(-3, 0)])).toBeGreaterThan(0);
    expect(manifold.normal[0]).toBeGreaterThan(0.9);
  });

  it('knows what is left of a tile that another covers', () => {
    const [box] = createPosedShapes2d(new BoxShape2d([0.5, 0.5]));
    // It is 1 mm over the tile, and 4 mm deep.
    box.place(-0.499, 0.496, 1, 0);
    const tiles = [block(0, 1), block(-3, 0)];
    expect(manifoldConvex2d(manifold, box, tiles[0], margin)).toBe(2);
    expect(manifold.normal).toEqual([1, -0]);
    expect(manifoldSeam2d(manifold, box, tiles[0], tiles, 2, margin)).toBe(2);
    expect(manifold.normal).toEqual([-0, -1]);
    expect(manifold.depths[0]).toBeCloseTo(0.004, 12);
  });
});
