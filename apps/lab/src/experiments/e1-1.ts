/**
 * E1.1: rays against random triangles in a cube, octree against brute force (Lorenzi & Brandi 2015).
 *
 * Triangles have their corners in a cube of at most the given size, placed at random in a cube of edge 100:
 * size 100 is what the source calls low affinity with the octree, 30 medium, 5 high. The source tests every
 * triangle of every cell that a ray visits; its share is counted on `Octree`, which places items as the
 * source does.
 */
import { Random } from '@colide/math';
import { defineExperiment } from '../harness/experiment.ts';
import { plotLines, type Series } from '../harness/plot.ts';
import { type ContestResult, runContest } from '../scenes/ray-octree-contest.ts';

const edge = 100;
const rays = 10_000;
const counts = [30, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000];
const affinities = [
  { name: 'low', size: 100, share: 98.95, speedUp: 'slower' },
  { name: 'medium', size: 30, share: 66.45, speedUp: '1.07' },
  { name: 'high', size: 5, share: 15.91, speedUp: '2.3' },
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

export const experiment = defineExperiment({
  id: 'E1.1',
  title: 'Rays against random triangles: octree and brute force',
  run(report) {
    report.note(
      `${rays.toLocaleString('en')} random rays at 10 000 triangles, of which the loop over all triangles gets a tenth; ` +
        'a tenth of the rays, and the best of three runs, at the other sizes.',
    );
    const rows: (string | number)[][] = [];
    const speedUps: Series[] = [];
    let disagreements = 0;
    for (const { name, size, share, speedUp } of affinities) {
      const results: ContestResult[] = counts.map(count =>
        count === 10_000
          ? runContest(makeTriangles(count, size), rays, rays / 10, edge, 1)
          : runContest(makeTriangles(count, size), rays / 10, rays / 10, edge, 3),
      );
      for (const result of results) disagreements += result.disagreements;
      const last = results.at(-1)!;
      rows.push(
        [`${name}: share tested, octree of the source, %`, last.sourceShare, share],
        [`${name}: share tested, TriangleOctree, %`, last.ourShare, '–'],
        [`${name}: speed-up, octree of the source`, last.bruteTime / last.sourceTime, speedUp],
        [`${name}: speed-up, TriangleOctree`, last.bruteTime / last.ourTime, '–'],
        [`${name}: fewest triangles at which TriangleOctree wins`, firstWin(results), '3 000–8 000'],
        [`${name}: rays that hit, %`, 100 * last.hitRate, '–'],
      );
      speedUps.push({
        name: `TriangleOctree, ${name}`,
        points: results.map(r => [r.triangles, r.bruteTime / r.ourTime]),
      });
      speedUps.push({
        name: `source's octree, ${name}`,
        points: results.map(r => [r.triangles, r.bruteTime / r.sourceTime]),
        dashed: true,
      });
    }
    report.table(['at 10 000 triangles', 'measured here', 'published'], rows);
    report.note(
      `Rays for which brute force, the octree of the source and TriangleOctree disagree: ${disagreements} (published: none).`,
    );
    report.plot(
      'speed-up',
      plotLines(speedUps, {
        title: 'Times as fast as brute force',
        xLabel: 'triangles',
        yLabel: 'speed-up',
        logX: true,
        logY: true,
        height: 440,
      }),
    );
  },
});

/** The smallest number of triangles from which on ours is faster than brute force at every size measured. */
function firstWin(results: ContestResult[]): number | string {
  let first: number | string = 'never';
  for (let i = results.length - 1; i >= 0 && results[i].ourTime < results[i].bruteTime; i--)
    first = results[i].triangles;
  return first;
}
