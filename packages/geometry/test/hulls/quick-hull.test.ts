import { type Hull, quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  describeData,
  expectClose,
  generateHull,
  generatePoints,
  generatePose,
  hullFamilies,
  hullOracle,
  polytopeArea,
  polytopeVolume,
  posePoints,
  readGameHullReferences,
  readGameHulls,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

/** Volume and area, summed over fans of the faces relative to the first vertex. */
function measure(hull: Hull): { volume: number; area: number } {
  const { vertices: v, faceOffsets, faceVertices } = hull;
  const [ox, oy, oz] = [v[0], v[1], v[2]];
  const at = (i: number) => [v[3 * i] - ox, v[3 * i + 1] - oy, v[3 * i + 2] - oz] as const;
  let volume = 0;
  let area = 0;
  for (let f = 0; f + 1 < faceOffsets.length; f++)
    for (let k = faceOffsets[f] + 2; k < faceOffsets[f + 1]; k++) {
      const a = at(faceVertices[faceOffsets[f]]);
      const b = at(faceVertices[k - 1]);
      const c = at(faceVertices[k]);
      const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
      const w = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
      const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]] as const;
      area += Math.hypot(...n) / 2;
      volume += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6;
    }
  return { volume, area };
}

/** How far the farthest point is outside, relative to the size of the set; anchored at face vertices. */
function excess(hull: Hull, points: ArrayLike<number>): number {
  const { vertices: v, faceOffsets, faceVertices, planes } = hull;
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    size = Math.max(size, high - low);
  }
  let worst = 0;
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    let farthest = -Infinity;
    const base = 3 * faceVertices[faceOffsets[f]];
    const height = (p: ArrayLike<number>, i: number) =>
      planes[4 * f] * (p[i] - v[base]) +
      planes[4 * f + 1] * (p[i + 1] - v[base + 1]) +
      planes[4 * f + 2] * (p[i + 2] - v[base + 2]);
    for (let i = 0; i < points.length; i += 3) farthest = Math.max(farthest, height(points, i));
    let own = 0;
    for (let k = faceOffsets[f]; k < faceOffsets[f + 1]; k++)
      own = Math.max(own, height(v, 3 * faceVertices[k]));
    worst = Math.max(worst, farthest - own, own);
  }
  return worst / size;
}

/** Throws unless the faces are a closed, consistently oriented manifold with Euler characteristic 2. */
function expectClosedManifold(hull: Hull): void {
  const { faceOffsets, faceVertices, vertexIds } = hull;
  const next = new Map<number, number>();
  const stride = vertexIds.length;
  const used = new Set<number>();
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const [begin, end] = [faceOffsets[f], faceOffsets[f + 1]];
    if (end - begin < 3) throw new Error(`face ${f} has ${end - begin} corners`);
    for (let k = begin; k < end; k++) {
      const from = faceVertices[k];
      const to = faceVertices[k + 1 < end ? k + 1 : begin];
      used.add(from);
      if (next.has(from * stride + to)) throw new Error(`edge ${from}→${to} twice`);
      next.set(from * stride + to, f);
    }
  }
  for (const key of next.keys()) {
    const from = Math.floor(key / stride);
    const to = key % stride;
    if (!next.has(to * stride + from)) throw new Error(`edge ${from}→${to} has no twin`);
  }
  const faces = faceOffsets.length - 1;
  if (used.size !== stride) throw new Error('unused vertices');
  const euler = stride - next.size / 2 + faces;
  if (euler !== 2) throw new Error(`Euler characteristic ${euler}`);
}

function expectValid(hull: Hull, points: ArrayLike<number>, tolerance = 1e-12): void {
  expectClosedManifold(hull);
  const outside = excess(hull, points);
  if (!(outside <= tolerance)) throw new Error(`a point is outside by ${outside} of the size`);
  for (let i = 0; i < hull.vertexIds.length; i++)
    for (let k = 0; k < 3; k++)
      if (hull.vertices[3 * i + k] !== points[3 * hull.vertexIds[i] + k])
        throw new Error('vertex not a copy');
}

describe('quickHull on small hulls', () => {
  it.each(hullFamilies)('has the volume and area of exhaustive search: %s', family => {
    const random = new Random(17);
    for (let i = 0; i < 30; i++) {
      const cloud = generateHull(family, 8 + random.integer(9), random);
      const points = i % 2 === 0 ? cloud : posePoints(cloud, generatePose(random, 0));
      const oracle = hullOracle(points);
      // A needle's volume is so small that the rounding of products shows.
      const rounding = 1e-16 * Math.max(...points.map(Math.abs)) ** 3;
      for (const triangles of [false, true]) {
        const hull = quickHull(points, { triangles });
        const { volume, area } = measure(hull);
        expectClose(volume, polytopeVolume(oracle), { relative: 1e-9, absolute: rounding }, 'volume');
        expectClose(area, polytopeArea(oracle), { relative: 1e-9 }, 'area');
        expectValid(hull, points);
      }
    }
  });

  it('finds flat clouds flat', () => {
    const random = new Random(18);
    for (let i = 0; i < 40; i++) {
      const points = generatePoints('coplanar', 8 + random.integer(30), random);
      for (const triangles of [false, true]) {
        const hull = quickHull(points, { triangles });
        expect(hull.dimension).toBe(2);
        expectValid(hull, points);
      }
    }
  });
});

describeData('hulls', 'quickHull on game hulls', () => {
  it('agrees with Qhull in volume and area and contains every point', () => {
    const references = readGameHullReferences();
    let flat = 0;
    readGameHulls().forEach((points, i) => {
      const reference = references[i];
      for (const triangles of [false, true]) {
        const hull = quickHull(points, { triangles });
        if (!reference.ok) {
          expect(hull.dimension).toBe(2);
          if (triangles) flat++;
        } else {
          const { volume, area } = measure(hull);
          if (Math.abs(volume / reference.volume - 1) > 1e-9 || Math.abs(area / reference.area - 1) > 1e-9)
            throw new Error(`hull ${i}: ${volume} ${reference.volume} ${area} ${reference.area}`);
        }
        expectValid(hull, points);
      }
    });
    expect(flat).toBe(25);
  });
});

describe('quickHull on adversarial clouds', () => {
  const kinds: Record<string, (random: Random, n: number) => number[]> = {
    grid: (r, n) => fill(n, () => [r.integer(4), r.integer(4), r.integer(4)]),
    rotatedGrid: (r, n) => {
      const m = r.rotationMatrix(new Float64Array(9));
      return fill(n, () => {
        const [x, y, z] = [r.integer(4), r.integer(4), r.integer(4)];
        return [0, 1, 2].map(k => m[k] * x + m[3 + k] * y + m[6 + k] * z);
      });
    },
    noisySphere: (r, n) =>
      fill(n, () => [...r.unitVector([0, 0, 0])].map(x => x * (1 + 1e-9 * (r.next() - 0.5)))),
    repeated: (r, n) => {
      const base = fill(6, () => [r.normal(), r.normal(), r.normal()]);
      return fill(n, () => {
        const i = r.integer(6);
        return base.slice(3 * i, 3 * i + 3);
      });
    },
    line: (r, n) => {
      const d = [...r.unitVector([0, 0, 0])];
      return fill(n, () => {
        const t = r.normal();
        return d.map(x => x * t);
      });
    },
    noisyLine: (r, n) => fill(n, () => [r.normal(), 1e-9 * r.normal(), 1e-9 * r.normal()]),
    plane: (r, n) => {
      const m = r.rotationMatrix(new Float64Array(9));
      return fill(n, () => {
        const [x, y] = [r.normal(), r.normal()];
        return [0, 1, 2].map(k => m[k] * x + m[3 + k] * y);
      });
    },
    noisyPlane: (r, n) => {
      const m = r.rotationMatrix(new Float64Array(9));
      return fill(n, () => {
        const [x, y, z] = [r.normal(), r.normal(), 1e-13 * r.normal()];
        return [0, 1, 2].map(k => m[k] * x + m[3 + k] * y + m[6 + k] * z);
      });
    },
    cylinder: (r, n) => fill(n, () => [...r.unitVector2d([0, 0]), r.integer(2)]),
    ball: (r, n) => fill(n, () => [r.normal(), r.normal(), r.normal()]),
    collinearEdges: (r, n) =>
      fill(n, () => {
        const t = r.next();
        const k = r.integer(3);
        const edge = [r.integer(2), r.integer(2), r.integer(2)];
        edge[k] = t;
        return edge.map(x => x * 0.1);
      }),
  };

  function fill(n: number, make: () => ArrayLike<number>): number[] {
    const out: number[] = [];
    for (let i = 0; i < n; i++) out.push(...Array.from(make()));
    return out;
  }

  it.each(Object.keys(kinds))('%s: closed, convex, contains all points', kind => {
    const random = new Random(7);
    const dimensions = new Set<number>();
    for (let i = 0; i < 910; i++) {
      const n = 1 + random.integer(i % 10 === 0 ? 200 : 24);
      const transform = i % 4;
      const scale = transform === 1 ? 1e-6 : 1;
      const offset = transform === 2 ? 1e6 : transform === 3 ? -1e3 : 0;
      const points = kinds[kind](random, n).map(x => x * scale + offset);
      const hull = quickHull(points, { triangles: i % 2 === 0 });
      dimensions.add(hull.dimension);
      if (hull.dimension < 2) continue;
      try {
        // Far from the origin a flat set is as thick as the rounding of its coordinates.
        expectValid(hull, points, hull.dimension === 2 && offset !== 0 ? 1e-9 : 1e-12);
      } catch (error) {
        throw new Error(
          `${kind} ${i} (${n} points, dimension ${hull.dimension}): ${(error as Error).message}`,
        );
      }
    }
    expect(dimensions.size).toBeGreaterThan(kind === 'line' ? 1 : 2);
  });
});

describe('quickHull on simple input', () => {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(i => [i & 1, (i >> 1) & 1, i >> 2]);

  it('joins coplanar triangles, or leaves them on request', () => {
    const grid: number[] = [];
    for (let i = 0; i < 125; i++) grid.push(i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25));
    for (const points of [corners, grid]) {
      const hull = quickHull(points);
      expect([hull.vertexIds.length, hull.faceOffsets.length - 1]).toEqual([8, 6]);
      const triangles = quickHull(points, { triangles: true });
      expect(triangles.faceVertices.length).toBe(3 * (triangles.faceOffsets.length - 1));
      expect(triangles.faceOffsets.length - 1).toBeGreaterThanOrEqual(12);
    }
  });

  it('reports points, segments and polygons as such', () => {
    expect(quickHull([1, 2, 3])).toMatchObject({ dimension: 0, vertexIds: Uint32Array.of(0) });
    expect(quickHull([1, 2, 3, 1, 2, 3, 1, 2, 3]).dimension).toBe(0);
    const segment = quickHull([0, 0, 0, 2, 2, 2, 1, 1, 1, -1, -1, -1]);
    expect(segment.dimension).toBe(1);
    expect(Array.from(segment.vertexIds).sort()).toEqual([1, 3]);
    const flat = quickHull([0, 0, 5, 1, 0, 5, 1, 1, 5, 0, 1, 5, 0.5, 0.5, 5]);
    expect(flat.dimension).toBe(2);
    expect(Array.from(flat.faceOffsets)).toEqual([0, 4, 8]);
    const top = flat.planes[2] === 1 ? 0 : 4;
    expect(Array.from(flat.planes.subarray(top, top + 4), Math.abs)).toEqual([0, 0, 1, 5]);
    expect(flat.planes[6 - top]).toBe(-1);
  });

  it('levels noise up to mergeDistance', () => {
    const random = new Random(4);
    const points = corners.map(x => x + 1e-7 * random.normal());
    expect(quickHull(points).faceOffsets.length - 1).toBeGreaterThan(6);
    expect(quickHull(points, { mergeDistance: 1e-5 }).faceOffsets.length - 1).toBe(6);
  });

  it('takes any array kind and any scale', () => {
    for (const scale of [1e-150, 1e-30, 1e30, 1e150]) {
      const hull = quickHull(corners.map(x => x * scale));
      expect([hull.dimension, hull.vertexIds.length, hull.faceOffsets.length - 1]).toEqual([3, 8, 6]);
    }
    expect(quickHull(new Float32Array(corners))).toEqual(quickHull(corners));
  });

  it('names bad input', () => {
    expect(() => quickHull([])).toThrow(/points/);
    expect(() => quickHull([1, 2])).toThrow(/points/);
    expect(() => quickHull([1, 2, Number.NaN])).toThrow(/points\[2\]/);
    expect(() => quickHull([1, -Infinity, 2])).toThrow(/points\[1\]/);
    expect(() => quickHull(corners, { mergeDistance: -1 })).toThrow(/mergeDistance/);
  });
});
