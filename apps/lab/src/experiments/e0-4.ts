/**
 * E0.4: how many iterations GJK and EPA take, counted in the simulation of S0 itself.
 *
 * The scene and the response of E0.1, truncated octahedra, from the first frame until GJK has been called ten
 * million times. Pairs that a later round finds apart and unmoved count as the calls that they are.
 */
import { createPenetrationResult, penetration } from '@colide/narrowphase';
import { defineExperiment } from '../harness/experiment.ts';
import { plotBars } from '../harness/plot.ts';
import { makeHullPairs } from '../scenes/hull-pairs.ts';
import { SolidHeap, type StepTally, solidVertices } from '../scenes/solid-heap.ts';
import { VolumeSweep } from '../scenes/volume-sweep.ts';

/** Points that S0 takes before its loop begins: it starts from a face of a tetrahedron. */
const firstPoints = 3;

function mean({ sum, calls }: StepTally): number {
  return sum / calls;
}

/** The mean if the first iterations are not counted; a search takes one at least. */
function meanBeyond({ histogram, calls }: StepTally, first: number): number {
  return histogram.reduce((sum, times, steps) => sum + times * Math.max(1, steps - first), 0) / calls;
}

/** Mean iterations of EPA on random hulls of 24 vertices and radius 0.7, whose centres are 0.1 apart. */
function meanOfDeepHulls(pairs: number): number {
  const result = createPenetrationResult();
  let steps = 0;
  for (const [a, b] of makeHullPairs(pairs, 24, 0.1)) {
    if (!penetration(result, a, b)) throw new Error('hulls whose centres are 0.1 apart must overlap');
    steps += result.epa!.steps;
  }
  return steps / pairs;
}

export const experiment = defineExperiment({
  id: 'E0.4',
  title: 'Iterations of GJK and EPA on hulls of 24 vertices',
  source:
    'S0 counts the iterations of GJK and EPA in ten million calls of its simulation of bodies of 24 vertices (§3.6): GJK 4 on average and 17 at most, EPA 3 and 29.',
  timed: false,
  run(report) {
    const calls = report.size(100_000, 10_000_000);
    const count = report.size(24, 512);
    const vertices = solidVertices('truncated octahedron', 'unscaled');
    const heap = new SolidHeap({ count, vertices, velocities: 'kept' });
    const sweep = new VolumeSweep('AABB', heap, vertices);
    let frames = 0;
    for (; heap.gjk.calls < calls; frames++) {
      heap.integrate();
      sweep.find(heap);
      heap.respond(sweep.pairs);
      if (frames % 500 === 499) console.error(`frame ${frames + 1}: ${heap.gjk.calls} calls`);
    }
    const { gjk, epa, open } = heap;
    report.note(
      `${gjk.calls.toLocaleString('en')} calls of GJK and ${epa.calls.toLocaleString('en')} of EPA in ${frames} frames of ${count} bodies; ${open} did not converge. None is started from the last frame’s result, as in the source.`,
    );
    report.compare('iterations', [
      { label: 'GJK, mean', measured: mean(gjk) },
      { label: 'GJK, mean, first three points aside', measured: meanBeyond(gjk, firstPoints), published: 4 },
      { label: 'GJK, largest', measured: gjk.most, published: 17 },
      { label: 'EPA, mean', measured: mean(epa), published: 3 },
      { label: 'EPA, largest', measured: epa.most, published: 29 },
    ]);
    const deep = meanOfDeepHulls(report.size(200, 2000));
    report.note(
      `One of our iterations of GJK adds one point, from the first on. S0 starts from a face, three points, and counts what follows; counted like that, the mean is ${meanBeyond(gjk, firstPoints).toFixed(1)}. EPA takes few iterations because overlaps are shallow: on random hulls of 24 vertices that overlap deeply it takes ${deep.toFixed(1)} on average, in the simulation ${mean(epa).toFixed(1)}.`,
    );
    report.claim('EPA takes more than twice as many iterations on deep overlaps', deep > 2 * mean(epa));
    const most = Math.max(gjk.most, epa.most);
    report.plot(
      'histogram',
      plotBars(
        Array.from({ length: most + 1 }, (_, steps) => ({
          label: String(steps),
          values: {
            GJK: (100 * gjk.histogram[steps]) / gjk.calls,
            EPA: (100 * epa.histogram[steps]) / epa.calls,
          },
        })),
        {
          title: 'Iterations of GJK and EPA in the simulation',
          xLabel: 'iterations',
          yLabel: '% of the calls',
        },
      ),
    );
    report.claim('every search converges', open === 0);
    report.reproduces(
      'GJK takes about four iterations beyond its first three points, and never many',
      Math.abs(meanBeyond(gjk, firstPoints) - 4) < 1 && gjk.most <= 17,
    );
    report.reproduces('EPA takes about three iterations, and never many', mean(epa) < 5 && epa.most <= 29);
  },
});
