/**
 * E1.2: rays against artists' models, octree against brute force (Lorenzi & Brandi 2015).
 *
 * The source's models are not published. A building and a city of similar size stand in for them, scaled to a
 * cube of edge 100; they are external files, found in ../shared/data next to the repository or in the folder
 * that COLIDE_DATA names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseObj, parsePly } from '@colide/geometry';

import { defineExperiment } from '../harness/experiment.ts';
import { plotBars } from '../harness/plot.ts';
import { runContest } from '../scenes/ray-octree-contest.ts';

const edge = 100;
const rays = 10_000;
const bruteRays = 500;
const folder = join(process.env['COLIDE_DATA'] ?? '../../../shared/data', 'meshes');
const models = [
  {
    name: 'building',
    file: 'building_recast_nav_test_1612.obj',
    published: { triangles: 1567, share: 40.91, speedUp: '0.37 (2.73 times slower)' },
  },
  {
    name: 'city',
    file: 'city_macross_102822.ply',
    published: { triangles: 118_026, share: 12.35, speedUp: '5.2' },
  },
];

/** Nine numbers a triangle, scaled so that the longest side of the box is `edge`. */
function readSoup(file: string): Float64Array {
  const bytes = readFileSync(join(folder, file));
  const { positions, indices } = file.endsWith('.obj')
    ? parseObj(bytes.toString('utf8'))
    : parsePly(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], positions[i]);
    max[i % 3] = Math.max(max[i % 3], positions[i]);
  }
  const scale = edge / Math.max(...max.map((x, k) => x - min[k]));
  const soup = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++)
    for (let k = 0; k < 3; k++) soup[3 * i + k] = (positions[3 * indices[i] + k] - min[k]) * scale;
  return soup;
}

export const experiment = defineExperiment({
  id: 'E1.2',
  title: 'Rays against artists’ models: octree and brute force',
  run(report) {
    report.note(
      `${rays.toLocaleString('en')} random rays in the cube, ${bruteRays} of them also in a loop over all triangles. Best of two runs.`,
    );
    const rows: (string | number)[][] = [];
    const shares: { label: string; values: Record<string, number> }[] = [];
    let disagreements = 0;
    for (const { name, file, published } of models) {
      const result = runContest(readSoup(file), rays, bruteRays, edge, 2);
      disagreements += result.disagreements;
      rows.push(
        [`${name}: triangles`, result.triangles, published.triangles],
        [`${name}: share tested, octree of the source, %`, result.sourceShare, published.share],
        [`${name}: share tested, TriangleOctree, %`, result.ourShare, '–'],
        [`${name}: speed-up, octree of the source`, result.bruteTime / result.sourceTime, published.speedUp],
        [`${name}: speed-up, TriangleOctree`, result.bruteTime / result.ourTime, '–'],
        [`${name}: time to build TriangleOctree, ms`, result.ourBuildTime, '–'],
        [`${name}: rays that hit, %`, 100 * result.hitRate, '–'],
      );
      shares.push({
        label: name,
        values: {
          published: published.share,
          'source’s octree': result.sourceShare,
          TriangleOctree: result.ourShare,
        },
      });
    }
    report.table(['model', 'measured here', 'published'], rows);
    report.note(
      `Rays for which brute force, the octree of the source and TriangleOctree disagree: ${disagreements} (published: none).`,
    );
    report.plot(
      'share-tested',
      plotBars(shares, {
        title: 'Triangles tested by a ray',
        xLabel: 'model',
        yLabel: 'per cent of all triangles',
      }),
    );
  },
});
