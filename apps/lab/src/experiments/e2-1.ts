/**
 * E2.1: Signed Volumes against Johnson's sub-algorithm as two shapes approach (Montanari et al. 2017).
 *
 * A box, turned at random, hangs with its lowest vertex over a plate at a known gap, from 1 down to 1e-16.
 * The error of the distance, relative to the size of the boxes, is plotted against the gap.
 */
import { BoxShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import { createGjkResult, gjkDistance, gjkDistanceJohnson } from '@colide/narrowphase';

import { defineExperiment } from '../harness/experiment.ts';
import { plotLines } from '../harness/plot.ts';

type V3 = [number, number, number];
type Q4 = [number, number, number, number];
const trials = 2000;

export const experiment = defineExperiment({
  id: 'E2.1',
  title: 'Accuracy of the sub-algorithms of GJK near contact',
  run(report) {
    const random = new Random(2017);
    const result = createGjkResult();
    const plate = new BoxShape([4, 1, 4]);
    const box = new BoxShape([1, 1, 1]);
    const rows: (string | number)[][] = [];
    const curves = { volumes: [] as [number, number][], johnson: [] as [number, number][] };
    for (let exponent = 0; exponent >= -16; exponent--) {
      const gap = 10 ** exponent;
      const worst = [0, 0];
      const mean = [0, 0];
      for (let i = 0; i < trials; i++) {
        const rotation = random.quaternion([0, 0, 0, 1]) as Q4;
        const upper = new Posed(box, [0, 0, 0], rotation);
        const lowest = upper.support([0, 0, 0], [0, -1, 0])[1];
        const place: V3 = [random.uniform(-0.2, 0.2), 1 - lowest + gap, random.uniform(-0.2, 0.2)];
        upper.setPose(place, rotation);
        // What the rounded coordinates really leave as a gap.
        const truth = Math.max(0, upper.support([0, 0, 0], [0, -1, 0])[1] - 1);
        [gjkDistance(result, plate, upper), gjkDistanceJohnson(result, plate, upper)].forEach((found, k) => {
          const error = Math.abs(found - truth);
          worst[k] = Math.max(worst[k], error);
          mean[k] += error / trials;
        });
      }
      rows.push([`1e${exponent}`, mean[0], worst[0], mean[1], worst[1]]);
      curves.volumes.push([gap, Math.max(worst[0], 1e-17)]);
      curves.johnson.push([gap, Math.max(worst[1], 1e-17)]);
    }
    report.note(
      `${trials} pairs a gap, a box of half extent 1 over a plate. Published: Signed Volumes accurate to about ε = 2.2e-16, Johnson to about √ε = 1.5e-8.`,
    );
    report.table(['gap', 'volumes, mean', 'volumes, worst', 'Johnson, mean', 'Johnson, worst'], rows);
    report.plot(
      'error',
      plotLines(
        [
          { name: 'Signed Volumes', points: curves.volumes },
          { name: 'Johnson with backup', points: curves.johnson },
        ],
        { title: 'Worst error of the distance', xLabel: 'gap', yLabel: 'error', logX: true, logY: true },
      ),
    );
  },
});
