/**
 * E0.2: the time of a frame with 18-DOPs, AABBs and spheres as volumes, on the scene of E0.1.
 *
 * A frame is volumes, sweep, and ten rounds of GJK, EPA and shape matching over all pairs that the sweep
 * left. In frames spread over the simulation, the frame is run with each volume from the same state, in
 * turns; what is compared are ratios of CPU times. The source has its broad phase on a GPU and the rest on a
 * CPU; here all is on the CPU.
 */
import { cpuNow } from '../harness/cpu-clock.ts';
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotBars, plotLines } from '../harness/plot.ts';
import { median } from '../harness/statistics.ts';
import { type ScaleName, SolidHeap, scaleNames, solidVertices } from '../scenes/solid-heap.ts';
import { volumeNames as names, type VolumeName, VolumeSweep } from '../scenes/volume-sweep.ts';

const published = {
  unscaled: { '18-DOP': 26.24, AABB: 26.13, sphere: 24.98 },
  stretched: { '18-DOP': 38.22, AABB: 44.12, sphere: 46.71 },
} as const;

interface Effort {
  readonly count: number;
  readonly frames: number;
  /** Frames from one measurement to the next. */
  readonly every: number;
  /** Runs with each volume per measurement; the least times count. */
  readonly runs: number;
}

/** Means over the measured frames. */
interface FrameTimes {
  /** Milliseconds per frame: volumes and sweep; all. */
  broad: number;
  total: number;
  pairs: number;
  searches: number;
  curve: [number, number][];
}

/** One frame from `state` with one volume: milliseconds of CPU of the broad phase and of all. */
function timeFrame(heap: SolidHeap, sweep: VolumeSweep, state: Float64Array): [number, number] {
  heap.restore(state);
  heap.integrate();
  const start = cpuNow();
  sweep.find(heap);
  const broad = cpuNow() - start;
  heap.respond(sweep.pairs);
  return [broad, cpuNow() - start];
}

function measureScene(
  scale: ScaleName,
  { count, frames, every, runs }: Effort,
): Record<VolumeName, FrameTimes> {
  const vertices = solidVertices('truncated octahedron', scale);
  const heap = new SolidHeap({ count, vertices, velocities: 'kept' });
  // As the source, without the shortcut for pairs that have not moved.
  const timed = new SolidHeap({ count, vertices, velocities: 'kept', retests: true });
  const sweeps = names.map(name => new VolumeSweep(name, heap, vertices));
  const times = Object.fromEntries(
    names.map(name => [name, { broad: 0, total: 0, pairs: 0, searches: 0, curve: [] as [number, number][] }]),
  ) as Record<VolumeName, FrameTimes>;
  const samples = Math.floor(frames / every);
  for (let frame = 1; frame <= frames; frame++) {
    if (frame % every === 0) {
      const state = heap.save();
      const best = names.map(() => [Infinity, Infinity]);
      for (let run = 0; run < runs * names.length; run++) {
        // Each volume goes first equally often.
        const i = (run + Math.floor(run / names.length)) % names.length;
        const before = timed.gjk.calls;
        const [broad, total] = timeFrame(timed, sweeps[i], state);
        best[i] = [Math.min(broad, best[i][0]), Math.min(total, best[i][1])];
        times[names[i]].searches += (timed.gjk.calls - before) / runs / samples;
      }
      for (const [i, name] of names.entries()) {
        const one = times[name];
        one.broad += best[i][0] / samples;
        one.total += best[i][1] / samples;
        one.pairs += sweeps[i].pairs.count / samples;
        one.curve.push([frame, best[i][1]]);
      }
    }
    heap.integrate();
    sweeps[1].find(heap);
    heap.respond(sweeps[1].pairs);
  }
  return times;
}

function reportScene(
  report: ExperimentReport,
  scale: ScaleName,
  times: Record<VolumeName, FrameTimes>,
): void {
  const base = times['18-DOP'];
  report.table(
    [
      `${scale}: means`,
      'pairs',
      'calls of GJK',
      'broad phase, share of the frame',
      'frame, over 18-DOP',
      'published, ms',
      'published, over 18-DOP',
    ],
    names.map(name => {
      const { pairs, searches, broad, total } = times[name];
      return [
        name,
        pairs,
        searches,
        `${((100 * broad) / total).toFixed(2)} %`,
        total / base.total,
        published[scale][name],
        published[scale][name] / published[scale]['18-DOP'],
      ];
    }),
  );
  // The median of some neighbours takes out frames in which the process had to wait.
  const smooth = (curve: [number, number][]) =>
    curve.map(([frame], i): [number, number] => [
      frame,
      median(curve.slice(Math.max(0, i - 2), i + 3).map(([, ms]) => ms)),
    ]);
  report.plot(
    `${scale}-frames`,
    plotLines(
      names.map(name => ({ name, points: smooth(times[name].curve) })),
      { title: `Time of a frame, ${scale}`, xLabel: 'frame', yLabel: 'ms' },
    ),
  );
}

export const experiment = defineExperiment({
  id: 'E0.2',
  title: 'Time of a frame by bounding volume',
  source:
    'S0 measures the time of all stages of a frame over the simulation of E0.1 (table 5.3, figs. 5.8–5.15): on unscaled bodies spheres are ahead by 5 %, on stretched ones 18-DOPs are ahead of AABBs by 15 % and of spheres by 22 %, because the narrow phase has fewer pairs to look at.',
  run(report) {
    const effort: Effort = report.quick
      ? { count: report.size(20, 0), frames: report.size(240, 0), every: 40, runs: 3 }
      : { count: 128, frames: 1750, every: 35, runs: 3 };
    report.note(
      `${effort.count} truncated octahedra, ${effort.frames} frames; the frame is run ${effort.runs} times with each volume from the same state, in turns, every ${effort.every} frames, and the least CPU time counts. Rendering, which takes next to nothing in the source, is left out.`,
    );
    const bars: { label: string; values: Record<string, number> }[] = [];
    const all = scaleNames.map(scale => {
      const times = measureScene(scale, effort);
      reportScene(report, scale, times);
      for (const name of names)
        bars.push({
          label: `${scale}, ${name}`,
          values: {
            'measured here': times[name].total / times['18-DOP'].total,
            published: published[scale][name] / published[scale]['18-DOP'],
          },
        });
      return times;
    });
    report.plot(
      'ratios',
      plotBars(bars, {
        title: 'Time of a frame relative to 18-DOPs',
        xLabel: 'volume',
        yLabel: 'ratio',
      }),
    );
    const [unscaled, stretched] = all;
    report.reproduces(
      'stretched: 18-DOPs send the fewest pairs to GJK, spheres the most',
      stretched['18-DOP'].searches < 0.95 * stretched.AABB.searches &&
        stretched.AABB.searches < 0.85 * stretched.sphere.searches,
    );
    if (!report.quick)
      report.reproduces(
        'stretched: a frame takes the longest with spheres and the least with 18-DOPs',
        stretched.sphere.total > stretched.AABB.total && stretched.AABB.total > stretched['18-DOP'].total,
      );
    report.reproduces(
      'the broad phase takes a small share of the frame with every volume',
      all.every(times => names.every(name => times[name].broad < 0.35 * times[name].total)),
    );
    report.reproduces(
      'unscaled: the volumes differ less than on stretched bodies',
      Math.abs(unscaled.sphere.searches / unscaled['18-DOP'].searches - 1) <
        stretched.sphere.searches / stretched['18-DOP'].searches - 1,
    );
    reportCause(report, all);
  },
});

/**
 * Whether the extra pairs explain the extra time: calls of GJK that find nothing, at the price of such a
 * call.
 */
function reportCause(report: ExperimentReport, all: Record<VolumeName, FrameTimes>[]): void {
  const rows = scaleNames.flatMap((scale, s) =>
    (['AABB', 'sphere'] as const).map(name => {
      const [one, base] = [all[s][name], all[s]['18-DOP']];
      const calls = one.searches - base.searches;
      const extra = one.total - one.broad - (base.total - base.broad);
      return [`${scale}, ${name}`, calls, (1000 * extra) / calls, (100 * extra) / base.total];
    }),
  );
  report.note(
    'What the further pairs of AABBs and spheres cost, against 18-DOPs: calls of GJK per frame, microseconds for each of them, and the time in per cent of the frame. The gap between the volumes is the number of false positives times the price of one call that finds two bodies apart; the cheaper that call is against the response to those that touch, the smaller the gap.',
  );
  report.table(['further pairs of', 'calls of GJK', 'µs for each', '% of the frame'], rows);
}
