/**
 * E1.1: rays against random triangles in a cube, octree against brute force (Lorenzi & Brandi 2015).
 *
 * Triangles have their corners in a cube of at most the given size, placed at random in a cube of edge 100:
 * size 100 is what the source calls low affinity with the octree, 30 medium, 5 high. The source tests every
 * triangle of every cell that a ray visits, and so does `SourceOctree`.
 */
import { Random } from '@colide/math';
import { type ComparedValue, defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotBars, plotLines, type Series } from '../harness/plot.ts';
import { type ContestResult, isWithinShare, maxDepth, runContest } from '../scenes/ray-octree-contest.ts';
import { fillCells, rayReadings, shareTested } from '../scenes/ray-readings.ts';

const edge = 100;
const affinities = [
  { name: 'low', size: 100, share: 98.95, speedUp: 'slower' },
  { name: 'medium', size: 30, share: 66.45, speedUp: 1.07 },
  { name: 'high', size: 5, share: 15.91, speedUp: 2.3 },
];

function makeTriangles(count: number, size: number): Float64Array {
  const random = new Random(count + size);
  const soup = new Float64Array(9 * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) {
      const corner = random.uniform(0, edge - size);
      for (let j = 0; j < 3; j++) soup[9 * i + 3 * j + k] = corner + random.uniform(0, size);
    }
  return soup;
}

/** What is compared with the published numbers, for triangles of one size. */
function comparedRows(
  name: string,
  results: readonly ContestResult[],
  share: number | string,
  speedUp: number | string,
): ComparedValue[] {
  const largest = results.at(-1)!;
  const row = (label: string, measured: number | string, theirs?: number | string): ComparedValue => ({
    label: `${name}: ${label}`,
    measured,
    ...(theirs === undefined ? {} : { published: theirs }),
  });
  return [
    row('share tested, octree of the source, %', largest.sourceShare, share),
    row('share tested, TriangleOctree, %', largest.ourShare),
    row('speed-up, octree of the source', largest.oneByOneTime / largest.sourceTime, speedUp),
    row('speed-up, TriangleOctree', largest.oneByOneTime / largest.ourTime),
    row('over a tight loop, octree of the source', largest.bruteTime / largest.sourceTime),
    row('over a tight loop, TriangleOctree', largest.bruteTime / largest.ourTime),
    row('brute force one by one over a tight loop', largest.oneByOneTime / largest.bruteTime),
    row('speed-up if cells cost nothing', 100 / largest.sourceShare),
    row('cells of the source’s octree that a ray visits', largest.cells),
    row('cost of visiting one and listing its triangles, in triangle tests', largest.cellCost),
    row('the same per triangle listed', largest.listCost),
    row('fewest triangles at which TriangleOctree beats a tight loop', firstWin(results), '3 000–8 000'),
    row('rays that hit, %', 100 * largest.hitRate),
  ];
}

/** How much faster than brute force both octrees are, by the number of triangles. */
function speedUpLines(name: string, results: readonly ContestResult[]): Series[] {
  return [
    {
      name: `TriangleOctree, ${name}`,
      points: results.map(r => [r.triangles, r.oneByOneTime / r.ourTime]),
    },
    {
      name: `source's octree, ${name}`,
      points: results.map(r => [r.triangles, r.oneByOneTime / r.sourceTime]),
      dashed: true,
    },
  ];
}

function plotDepths(report: ExperimentReport, last: Record<string, ContestResult>): void {
  report.plot(
    'depths',
    plotBars(
      last['low'].depths.map((_, depth) => ({
        label: String(depth + 1),
        values: Object.fromEntries(
          affinities.map(({ name }) => [`${name} affinity`, last[name].depths[depth]]),
        ),
      })),
      {
        title: 'Triangles per depth of the source’s octree',
        xLabel: 'depth, 1 is the root',
        yLabel: 'triangles',
      },
    ),
  );
}

/** What the source says, and what we found instead. */
function reportClaims(report: ExperimentReport, { low, medium, high }: Record<string, ContestResult>): void {
  report.reproduces(
    'the smaller the triangles, the fewer a ray tests: nearly all, most, few',
    low.sourceShare > 95 && medium.sourceShare > 50 && medium.sourceShare < 80 && high.sourceShare < 25,
  );
  report.reproduces(
    'at 10 000 triangles the octree of the source gains nothing on the largest ones, and is faster than brute force on the smallest',
    low.oneByOneTime < 1.1 * low.sourceTime && high.oneByOneTime > 1.5 * high.sourceTime,
  );
  report.claim(
    'the octree of the source gains no more than the share of the triangles that it leaves out, and its cells cost something',
    [low, medium, high].every(one => isWithinShare(one) && one.cellCost > 0),
  );
  report.claim(
    'TriangleOctree tests less than a fifth of what the source’s octree tests',
    [low, medium, high].every(one => 5 * one.ourShare < one.sourceShare),
  );
}

export const experiment = defineExperiment({
  id: 'E1.1',
  title: 'Rays against random triangles: octree and brute force',
  source:
    'S1 casts 10 000 random rays at up to 10 000 random triangles in a cube of edge 100, of three sizes: up to 100 (low affinity to the octree), 30 (medium) and 5 (high). A triangle sinks to the deepest cell that holds it wholly; all triangles of the cells a ray visits are tested.',
  run(report) {
    const rays = report.size(1000, 10_000);
    const most = report.size(10_000, 10_000);
    const counts = report.quick ? [100, 1000, most] : [30, 100, 200, 300, 500, 1000, 2000, 3000, 5000, most];
    const last: Record<string, ContestResult> = {};
    report.note(
      `${rays.toLocaleString('en')} random rays at ${most.toLocaleString('en')} triangles, of which the loop over all triangles gets a tenth; ` +
        'a tenth of the rays at the other sizes. Best of three runs.',
    );
    const rows: ComparedValue[] = [];
    // One point each, drawn as a diamond.
    const speedUps: Series[] = affinities.flatMap(({ name, speedUp }) =>
      typeof speedUp === 'number'
        ? [{ name: `published, ${name}: ${speedUp}`, points: [[most, speedUp]] }]
        : [],
    );
    let disagreements = 0;
    for (const { name, size, share, speedUp } of affinities) {
      const results: ContestResult[] = counts.map(count =>
        count === most
          ? runContest(makeTriangles(count, size), rays, rays / 10, edge, 3)
          : runContest(makeTriangles(count, size), rays / 10, rays / 10, edge, 3),
      );
      for (const result of results) disagreements += result.disagreements;
      const largest = results.at(-1)!;
      last[name] = largest;
      rows.push(...comparedRows(name, results, share, speedUp));
      speedUps.push(...speedUpLines(name, results));
    }
    report.compare(`at ${most.toLocaleString('en')} triangles`, rows);
    report.note(
      `Rays for which brute force, the octree of the source and TriangleOctree disagree: ${disagreements} (published: none).`,
    );
    reportReadings(report);
    const listed = affinities.map(({ name }) => last[name].listCost.toFixed(2));
    const costs = affinities.map(({ name }) => last[name].cellCost);
    report.note(
      `What a cell costs differs between the three by a factor of ${(Math.max(...costs) / Math.min(...costs)).toFixed(0)}, as most of it is the list of its triangles: per triangle listed, a cell costs ${listed[0]} and ${listed[1]} triangle tests where cells are full (low and medium), and ${listed[2]} where small triangles leave them so empty that visiting them counts.`,
    );
    const calls = affinities.map(({ name }) => last[name].oneByOneTime / last[name].bruteTime);
    report.note(
      `What the speed-up of an octree is depends on what brute force is. A tight loop over flat triangles is ${Math.min(...calls).toFixed(1)} to ${Math.max(...calls).toFixed(1)} times as fast as a call per triangle, which an octree has to make; the lines “over a tight loop” are against it. Against the same triangles tested one by one, as in the code that the source prints, what an octree can gain is the share that it leaves out, and what it loses is the time in its cells, in the lines above. \`TriangleOctree\` puts triangles into all leaves they touch, which leaves so few to test that neither matters.`,
    );
    plotDepths(report, last);
    report.reproduces('brute force and both octrees hit the same triangles', disagreements === 0);
    reportClaims(report, last);
    report.plot(
      'speed-up',
      plotLines(speedUps, {
        title: 'Times as fast as brute force, triangles tested one by one',
        xLabel: 'triangles',
        yLabel: 'speed-up',
        logX: true,
        logY: true,
        height: 440,
      }),
    );
  },
});

/** The distribution of random rays determines the share of the triangles that are tested. */
function reportReadings(report: ExperimentReport): void {
  const rays = report.size(300, 3000);
  const most = report.size(10_000, 10_000);
  const shares = rayReadings.map(reading =>
    affinities.map(({ size }) =>
      shareTested(fillCells(makeTriangles(most, size), edge, maxDepth), edge, rays, reading),
    ),
  );
  report.note(
    `The shares of the octree of the source depend on what a random ray is, which S1 does not say; above they are rays of uniform direction. Four readings on the same triangles, ${rays} rays each, cells counted by themselves:`,
  );
  const published = affinities.map(({ share }) => share);
  const farthest = shares.map(row => Math.max(...row.map((share, i) => Math.abs(share - published[i]))));
  report.table(
    ['share tested, %', ...affinities.map(({ name }) => name), 'farthest from the published, points'],
    [
      ...rayReadings.map(({ name }, i) => [name, ...shares[i], farthest[i]]),
      ['published', ...published, '–'],
    ],
  );
  const points = farthest.map(value => value.toFixed(1));
  report.note(
    `The shares of rays of uniform direction are up to ${points[0]} points from the published ones, those of lines up to ${points[1]}, of rays to random points up to ${points[2]}, of lines to random points up to ${points[3]}. Rays from one random point to another pass nearer the middle, where the large cells are. Lines meet more cells: the printed test takes |t| (erratum 8), so that triangles behind the origin count as hit, and an octree that never differed from it must have visited the cells behind.`,
  );
  report.claim(
    'rays that aim at random points of the cube, or whole lines, bring all three shares within 2 points of the published ones',
    Math.max(farthest[1], farthest[2]) < (report.quick ? 4 : 2),
  );
}

/** The smallest number of triangles from which on ours is faster than brute force at every size measured. */
function firstWin(results: readonly ContestResult[]): number | string {
  let first: number | string = 'never';
  for (let i = results.length - 1; i >= 0 && results[i].ourTime < results[i].bruteTime; i--)
    first = results[i].triangles;
  return first;
}
