/**
 * The map "kind of scene × number of boxes → fastest broad phase", over three decades, and the choice of
 * `chooseBroadPhase`.
 *
 * Five kinds of scenes: even, even and nearly still, mixed sizes, heaps, and dust with a few giants. A
 * structure whose frame takes longer than 30 ms takes no part with more boxes.
 */
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotLines } from '../harness/plot.ts';
import {
  type MapEntry,
  type MapScene,
  mapScenes,
  measureMapEntry,
  type StructureName,
  structureNames,
} from '../scenes/broad-phase-map.ts';

const longestFrame = 30;
/** How many times the time of the fastest the chosen one may take. */
const tolerance = 2.5;

function measureScene(scene: MapScene, counts: readonly number[], runs: number): MapEntry[] {
  const without = new Set<StructureName>();
  return counts.map(count => {
    const entry = measureMapEntry(scene, count, runs, without);
    for (const name of structureNames) if (entry.times[name] > longestFrame) without.add(name);
    return entry;
  });
}

/** Exponent of n over the larger half of the scenes in which a structure took part. */
function exponent(entries: readonly MapEntry[], name: StructureName): string {
  const taken = entries.filter(({ times }) => times[name] < Infinity);
  const [from, to] = [taken[Math.floor(taken.length / 2)], taken.at(-1)!];
  if (!from || from === to) return '–';
  return (Math.log(to.times[name] / from.times[name]) / Math.log(to.count / from.count)).toFixed(2);
}

function reportScene(report: ExperimentReport, scene: MapScene, entries: readonly MapEntry[]): void {
  report.table(
    [`${scene}, µs per frame`, ...entries.map(({ count }) => String(count)), 'exponent'],
    structureNames.map(name => [
      name,
      ...entries.map(({ times }) =>
        times[name] < Infinity ? Number((1000 * times[name]).toPrecision(3)) : '–',
      ),
      exponent(entries, name),
    ]),
  );
  report.plot(
    scene.replaceAll(' ', '-'),
    plotLines(
      structureNames.map(name => ({
        name,
        points: entries
          .filter(({ times }) => times[name] < Infinity)
          .map(({ count, times }): [number, number] => [count, 1000 * times[name]]),
      })),
      { title: `Time of a frame, ${scene}`, xLabel: 'boxes', yLabel: 'µs', logX: true, logY: true },
    ),
  );
}

export const experiment = defineExperiment({
  id: 'G4.2',
  title: 'Which broad phase for which scene',
  run(report) {
    const counts = report.quick ? [30, 1000] : [30, 100, 300, 1000, 3000, 10_000, 30_000];
    const runs = 5;
    report.note(
      'CPU time of a frame: all boxes moved, all pairs found. Structures run in turns and must find as many pairs; the least of several runs counts.',
    );
    const all = mapScenes.map(scene => measureScene(scene, counts, runs));
    report.note(
      'The fastest, and in brackets what `chooseBroadPhase` says where that is another one, with its time over the fastest:',
    );
    report.table(
      ['scene', ...counts.map(String)],
      mapScenes.map((scene, s) => [
        scene,
        ...all[s].map(({ fastest, chosen, regret }) =>
          chosen === fastest ? fastest : `${fastest} (${chosen}, ${regret.toFixed(2)}×)`,
        ),
      ]),
    );
    for (const [s, scene] of mapScenes.entries()) reportScene(report, scene, all[s]);
    report.data['map'] = all.flat().map(({ scene, count, times }) => ({ scene, count, times }));
    const isGiants = ({ scene }: MapEntry) => scene === 'dust and giants';
    const worst = (entries: MapEntry[]) =>
      entries.reduce((most, entry) => (entry.regret > most.regret ? entry : most));
    const usual = worst(all.flat().filter(entry => !isGiants(entry)));
    const giants = worst(all.flat().filter(isGiants));
    const describe = ({ scene, count, regret }: MapEntry) =>
      `${scene}, ${count} boxes: ${regret.toFixed(2)} times`;
    report.claim(
      `but for dust and giants, what chooseBroadPhase chooses never takes more than ${tolerance} times as long as the fastest (${describe(usual)})`,
      usual.regret <= tolerance,
    );
    report.claim(
      `with dust and giants, which look to it like sizes of all orders, never more than twice that (${describe(giants)})`,
      giants.regret <= 2 * tolerance,
    );
  },
});
