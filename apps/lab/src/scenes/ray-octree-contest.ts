/**
 * Rays against triangles three ways, as experiments E1.1 and E1.2 need it: all triangles in a loop; the
 * octree of the source, in which a triangle sinks to the deepest cell that wholly contains it and every
 * triangle of a visited cell is tested; and `TriangleOctree`, with triangles in all leaves they touch.
 */
import { createRayHit, IdList } from '@colide/core';
import { Random } from '@colide/math';
import { rayTriangle, rayTriangles } from '@colide/narrowphase';
import { TriangleOctree } from '@colide/spatial';
import { cpuNow, leastCpuTimes } from '../harness/cpu-clock.ts';
import { SourceOctree } from './source-octree.ts';

/**
 * The result of a comparison. Times are milliseconds of CPU per thousand rays, the best of some runs;
 * structures are built once.
 */
export interface ContestResult {
  triangles: number;
  hitRate: number;
  bruteTime: number;
  /**
   * Brute force with a call per triangle, as the octree of the source makes them, instead of one tight loop.
   */
  oneByOneTime: number;
  /** Share of the triangles that the octree of the source tests, in per cent. */
  sourceShare: number;
  sourceTime: number;
  /** The same for ours. */
  ourShare: number;
  ourTime: number;
  ourBuildTime: number;
  /** Rays for which the three disagree. */
  disagreements: number;
  /** Cells of the octree of the source that a ray visits, on average. */
  cells: number;
  /** The cost of visiting a cell and listing its triangles, in units of a test of a single triangle. */
  cellCost: number;
  /** The same, per triangle listed. */
  listCost: number;
  /** Triangles at each depth of that octree, the root first. */
  depths: number[];
}

/** Deepest level of the octree of the source; the root is level 0. */
export const maxDepth = 8;

/** The depth of the deepest cell that wholly contains each box, by the corners of the cells themselves. */
function countDepths(boxes: Float64Array, edge: number): number[] {
  const depths = new Array<number>(maxDepth + 1).fill(0);
  for (let at = 0; at < boxes.length; at += 6) {
    let depth = 0;
    for (let level = 1; level <= maxDepth; level++) {
      const cell = edge / 2 ** level;
      const fits = [0, 1, 2].every(
        k => Math.floor(boxes[at + k] / cell) === Math.floor(boxes[at + 3 + k] / cell),
      );
      if (!fits) break;
      depth = level;
    }
    depths[depth]++;
  }
  return depths;
}

/** Rays from random points in the cube in random directions, three numbers each. */
export function makeRays(count: number, edge: number): { origins: Float64Array; directions: Float64Array } {
  const random = new Random(11);
  const origins = Float64Array.from({ length: 3 * count }, () => random.uniform(0, edge));
  const directions = new Float64Array(3 * count);
  const unit: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    random.unitVector(unit);
    directions.set(unit, 3 * i);
  }
  return { origins, directions };
}

/**
 * Whether the octree of the source gains no more than the share of the triangles that it leaves out allows. A
 * quarter is granted for noise, and for triangles of upper cells: every ray tests them, so they stay in the
 * cache.
 */
export function isWithinShare({ oneByOneTime, sourceTime, sourceShare }: ContestResult): boolean {
  return oneByOneTime / sourceTime <= (1.25 * 100) / sourceShare;
}

function bestOf(runs: number, work: () => void): number {
  let best = Infinity;
  for (let i = 0; i < runs; i++) {
    const start = cpuNow();
    work();
    best = Math.min(best, cpuNow() - start);
  }
  return best;
}

/** The number of triangle tests for warm-up. */
const warmUpTests = 200_000;

const candidate = createRayHit();
const corners = [0, 1, 2].map(() => new Float64Array(3));

/**
 * The nearest hit among some triangles, with a call for each of them: the same loop for brute force and
 * octree.
 */
function testOneByOne(
  soup: Float64Array,
  ids: IdList,
  origin: Float64Array,
  direction: Float64Array,
): number {
  const [p0, p1, p2] = corners;
  let nearest = Infinity;
  for (let i = 0; i < ids.count; i++) {
    const at = 9 * ids.get(i);
    for (let k = 0; k < 3; k++) {
      p0[k] = soup[at + k];
      p1[k] = soup[at + 3 + k];
      p2[k] = soup[at + 6 + k];
    }
    nearest = Math.min(nearest, rayTriangle(candidate, origin, direction, p0, p1, p2));
  }
  return nearest;
}

/**
 * Short lists first. If V8 compiles a loop in the middle of a long call, it may leave short calls uncompiled
 * for good: `rayTriangles` on single triangles, after calls on all of them, took 50 times as long.
 */
function warmUp(soup: Float64Array, ids: IdList, origin: Float64Array, direction: Float64Array): void {
  for (let i = 0; i < warmUpTests; i++) {
    if (i % 20 === 0) ids.clear();
    ids.push(i % (soup.length / 9));
    if (i % 20 === 19) testOneByOne(soup, ids, origin, direction);
  }
}

function everyId(count: number): IdList {
  const ids = new IdList();
  for (let i = 0; i < count; i++) ids.push(i);
  return ids;
}

/** The boxes around the triangles of a soup. */
function boxesAround(soup: Float64Array): Float64Array {
  const boxes = new Float64Array((6 * soup.length) / 9);
  for (let i = 0; i < soup.length / 9; i++)
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [soup[9 * i + k], soup[9 * i + k + 3], soup[9 * i + k + 6]];
      boxes[6 * i + k] = Math.min(a, b, c);
      boxes[6 * i + k + 3] = Math.max(a, b, c);
    }
  return boxes;
}

/** Our octree over a soup, and the time to build it. */
function buildOurs(soup: Float64Array): { octree: TriangleOctree; buildTime: number } {
  const indices = Uint32Array.from({ length: soup.length / 3 }, (_, i) => i);
  const start = cpuNow();
  const octree = new TriangleOctree(soup, indices);
  return { octree, buildTime: cpuNow() - start };
}

/** How many rays got different answers. Those of brute force are the first of all rays. */
function countDisagreements(
  ours: Float64Array,
  fromSource: Float64Array,
  brute: Float64Array,
  oneByOne: Float64Array,
): number {
  let disagreements = 0;
  for (let i = 0; i < ours.length; i++) {
    const differs = i < brute.length && (brute[i] !== ours[i] || oneByOne[i] !== ours[i]);
    if (differs || fromSource[i] !== ours[i]) disagreements++;
  }
  return disagreements;
}

/**
 * Lets the three methods answer the same rays `runs` times. `bruteRays` of them are also asked of the loop
 * over all triangles. `depth` is the deepest level of the octree of the source.
 */
export function runContest(
  soup: Float64Array,
  rays: number,
  bruteRays: number,
  edge: number,
  runs: number,
  depth = maxDepth,
): ContestResult {
  const triangles = soup.length / 9;
  const { origins, directions } = makeRays(rays, edge);
  const hit = createRayHit();
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  const cast = (count: number, found: Float64Array, answer: () => number) => {
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        origin[k] = origins[3 * i + k];
        direction[k] = directions[3 * i + k];
      }
      found[i] = answer();
    }
  };

  const brute = new Float64Array(bruteRays);
  const bruteTime = bestOf(runs, () =>
    cast(bruteRays, brute, () => rayTriangles(hit, origin, direction, soup)),
  );

  const ids = new IdList();
  warmUp(soup, ids, origin, direction);
  const boxes = boxesAround(soup);
  const source = new SourceOctree(boxes, edge, depth);
  const fromSource = new Float64Array(rays);
  let listed = 0;
  const list = () => {
    ids.clear();
    source.list(ids, origin, direction);
    listed += ids.count;
    return ids.count;
  };
  const all = everyId(triangles);
  const oneByOne = new Float64Array(bruteRays);
  const [oneByOneTime, listTime, sourceTime] = leastCpuTimes(
    [
      () => cast(bruteRays, oneByOne, () => testOneByOne(soup, all, origin, direction)),
      () => {
        listed = source.visited = 0;
        cast(rays, new Float64Array(rays), list);
      },
      () => {
        listed = source.visited = 0;
        cast(rays, fromSource, () => {
          list();
          return testOneByOne(soup, ids, origin, direction);
        });
      },
    ],
    runs,
  );
  const [perRay, cells] = [listed / rays, source.visited / rays];

  const { octree: ours, buildTime: ourBuildTime } = buildOurs(soup);
  const fromOurs = new Float64Array(rays);
  const ourTime = bestOf(runs, () => {
    ours.counters.reset();
    cast(rays, fromOurs, () => ours.raycast(hit, origin, direction));
  });

  const testTime = oneByOneTime / bruteRays / triangles;
  return {
    triangles,
    cells,
    cellCost: listTime / rays / cells / testTime,
    listCost: listTime / rays / perRay / testTime,
    depths: countDepths(boxes, edge),
    hitRate: fromOurs.filter(t => t < Infinity).length / rays,
    bruteTime: (1000 * bruteTime) / bruteRays,
    oneByOneTime: (1000 * oneByOneTime) / bruteRays,
    sourceShare: (100 * perRay) / triangles,
    sourceTime: (1000 * sourceTime) / rays,
    ourShare: (100 * ours.counters.trianglesTested) / (rays * triangles),
    ourTime: (1000 * ourTime) / rays,
    ourBuildTime,
    disagreements: countDisagreements(fromOurs, fromSource, brute, oneByOne),
  };
}
