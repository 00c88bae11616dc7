/**
 * G4.4: how the cost of a query grows with the number of items, for structures other than broad phases of
 * boxes in space: rays at triangles, points and rays at a closed solid, faces of two sheets that meet,
 * nearest points and balls among points, pairs of boxes in the plane.
 *
 * Triangles are those of a bumpy ground, and of a ball with bumps where the surface must be closed. Points
 * lie evenly in a cube that grows with their number, so that a ball holds as many at every size, and squares
 * in the plane are spread in the same way. CPU times, the least of several measurements, over three decades,
 * with the fitted exponent.
 */
import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import {
  createNearestPoint,
  HashGrid2d,
  KdopTree,
  KdTree,
  LooseQuadtree,
  ObbTree,
  PointGrid,
  Quadtree,
  TriangleBsp,
  TriangleBvh,
  TriangleGrid,
  TriangleOctree,
  UniformGrid2d,
} from '@colide/spatial';
import { cpuNow, leastCpuTimes } from '../harness/cpu-clock.ts';
import { defineExperiment } from '../harness/experiment.ts';
import { plotLines, type Series } from '../harness/plot.ts';
import { growthExponent } from '../harness/statistics.ts';
import { crossingSheets, pointsInSolid, queryCount, rays, raysAtSolid } from '../scenes/triangle-queries.ts';

/** One point per unit of volume, and the query points. */
function cloud(count: number): { points: Float64Array; centers: [number, number, number][] } {
  const random = new Random(count);
  const edge = Math.cbrt(count);
  const place = (): [number, number, number] => [
    random.uniform(0, edge),
    random.uniform(0, edge),
    random.uniform(0, edge),
  ];
  return {
    points: Float64Array.from(Array.from({ length: count }, place).flat()),
    centers: Array.from({ length: queryCount }, place),
  };
}

function nearestPoints(count: number): () => void {
  const { points, centers } = cloud(count);
  const tree = new KdTree(points);
  const found = createNearestPoint();
  return () => {
    for (const center of centers) tree.nearest(found, center);
  };
}

function pointsInBalls(count: number): () => void {
  const { points, centers } = cloud(count);
  const grid = new PointGrid(1.2).build(points);
  const ids = new IdList();
  return () => {
    for (const center of centers) {
      ids.clear();
      grid.querySphere(ids, center);
    }
  };
}

/** The common interface of the planar structures. */
interface PlanarStructure {
  insertAll(boxes: Float64Array): number;
  updateAll(boxes: Float64Array): void;
  findPairs(out: PairList): number;
}

/** A frame: all squares move a little, and all pairs are found. */
function planarPairs(Class: new () => PlanarStructure): (count: number) => () => void {
  return count => {
    const random = new Random(count);
    const edge = 2 * Math.sqrt(count);
    const frames = [new Float64Array(4 * count), new Float64Array(4 * count)];
    for (let i = 0; i < count; i++) {
      const [x, y] = [random.uniform(0, edge), random.uniform(0, edge)];
      for (const [k, boxes] of frames.entries()) boxes.set([x + 0.1 * k, y, x + 0.1 * k + 1, y + 1], 4 * i);
    }
    const structure = new Class();
    structure.insertAll(frames[0]);
    const pairs = new PairList();
    let frame = 0;
    return () => {
      structure.updateAll(frames[++frame % 2]);
      pairs.clear();
      structure.findPairs(pairs);
    };
  };
}

interface Contender {
  readonly name: string;
  readonly make: (count: number) => () => void;
}

interface Group {
  readonly name: string;
  readonly file: string;
  readonly unit: string;
  /** Calls in one measurement, for the time of each. */
  readonly calls: number;
  /** Structures that take long to build begin and end with a quarter of the number. */
  readonly isSlowToBuild?: boolean;
  /** Upper limit of the exponent: queries grow with the logarithm, all pairs with the number. */
  readonly most: number;
  readonly contenders: readonly Contender[];
}

const groups: readonly Group[] = [
  {
    name: 'A ray at triangles',
    file: 'rays',
    unit: 'triangles',
    calls: queryCount,
    most: 0.6,
    contenders: [
      { name: 'TriangleBvh', make: rays(TriangleBvh) },
      { name: 'TriangleGrid', make: rays(TriangleGrid) },
      { name: 'TriangleOctree', make: rays(TriangleOctree) },
      { name: 'TriangleBsp', make: rays(TriangleBsp) },
      { name: 'KdopTree', make: rays(KdopTree) },
      { name: 'ObbTree', make: rays(ObbTree) },
    ],
  },
  {
    name: 'A query at a closed solid',
    file: 'solid',
    unit: 'triangles',
    calls: queryCount,
    isSlowToBuild: true,
    most: 0.6,
    contenders: [
      { name: 'BspTree, is it inside', make: pointsInSolid },
      { name: 'BspTree, ray', make: raysAtSolid },
    ],
  },
  {
    name: 'Faces of two sheets that cross',
    file: 'faces',
    unit: 'faces per sheet',
    calls: 1,
    isSlowToBuild: true,
    // The line along which they cross grows with the square root, the update of layers with the number.
    most: 1.2,
    contenders: [
      { name: 'SphereTree, layered', make: crossingSheets('layered') },
      { name: 'SphereTree, wrapped', make: crossingSheets('wrapped') },
    ],
  },
  {
    name: 'A query among points',
    file: 'points',
    unit: 'points',
    calls: queryCount,
    most: 0.6,
    contenders: [
      { name: 'KdTree, nearest', make: nearestPoints },
      { name: 'PointGrid, ball', make: pointsInBalls },
    ],
  },
  {
    name: 'All pairs of squares in the plane',
    file: 'plane',
    unit: 'squares',
    calls: 1,
    most: 1.6,
    contenders: [
      { name: 'UniformGrid2d', make: planarPairs(UniformGrid2d) },
      { name: 'HashGrid2d', make: planarPairs(HashGrid2d) },
      { name: 'Quadtree', make: planarPairs(Quadtree) },
      { name: 'LooseQuadtree', make: planarPairs(LooseQuadtree) },
    ],
  },
];

/** Microseconds of CPU per call, the least of some measurements of 20 ms or more. */
function timeCall(run: () => void, calls: number, runs: number): number {
  const end = cpuNow() + 60;
  let warmRuns = 0;
  for (; cpuNow() < end; warmRuns++) run();
  const repetitions = Math.max(1, Math.ceil(warmRuns / 3));
  const [least] = leastCpuTimes(
    [
      () => {
        for (let n = 0; n < repetitions; n++) run();
      },
    ],
    runs,
  );
  return (1000 * least) / (repetitions * calls);
}

export const experiment = defineExperiment({
  id: 'G4.4',
  title: 'Cost of a query against the number of triangles, points or squares',
  run(report) {
    const all = [64, 250, 1000, 4000, 16_000, 64_000, 256_000];
    const few = [500, 8000];
    report.note(
      'Microseconds of CPU per ray, query or frame, over three decades; the exponent is fitted to the four largest sizes. A logarithm has no exponent: between 16 000 and 256 000 it looks like one of 0.1, and what goes beyond is the memory that no longer fits into the caches.',
    );
    for (const { name, file, unit, calls, isSlowToBuild, most, contenders } of groups) {
      const threeDecades = isSlowToBuild ? all.slice(0, -1) : all.slice(1);
      const counts = report.quick ? few : threeDecades;
      // A first one warms the compiler up.
      for (const { make } of contenders) timeCall(make(counts[0]), calls, 1);
      const series: Series[] = contenders.map(({ name: label, make }) => ({
        name: label,
        points: counts.map((count): [number, number] => [
          count,
          timeCall(make(count), calls, report.size(3, 5)),
        ]),
      }));
      const exponents = series.map(({ points }) => growthExponent(points.slice(-4)));
      report.table(
        [name, ...counts.map(String), 'exponent'],
        series.map(({ name: label, points }, i) => [
          label,
          ...points.map(([, time]) => Number(time.toPrecision(3))),
          exponents[i].toFixed(2),
        ]),
      );
      report.plot(
        file,
        plotLines(series, { title: name, xLabel: unit, yLabel: 'µs', logX: true, logY: true }),
      );
      report.claim(
        `${name.toLowerCase()}: with every structure the time grows with an exponent below ${most}`,
        exponents.every(exponent => exponent < most),
      );
    }
  },
});
