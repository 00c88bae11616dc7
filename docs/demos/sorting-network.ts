/** A bitonic sorting network: wires with numbers, and the comparisons of one step after another. */
import { bitonicSort, Random } from '@colide/math';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';

const count = 16;
const secondsForStep = 0.7;

/** Pairs of wires that are compared at the same time. */
type Step = [number, number][];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const steps = stepsOf(count);
  /** Keys on the wires before each step, and after the last. */
  let states: Uint32Array[] = [];
  let time = 0;
  let seed = 5;

  const restart = () => {
    const random = new Random(seed++);
    const keys = Uint32Array.from({ length: count }, () => random.integer(100));
    states = [keys];
    for (const step of steps) {
      const next = states.at(-1)!.slice();
      for (const [i, j] of step) if (next[i] > next[j]) [next[i], next[j]] = [next[j], next[i]];
      states.push(next);
    }
    // The right end is the result of the library in one call.
    const sorted = keys.slice();
    bitonicSort(sorted, Uint32Array.from(keys.keys()));
    states[steps.length] = sorted;
    time = 0;
  };

  const surface = new Surface(stage, {
    label: 'Numbers on sixteen wires, compared and exchanged in ten steps',
    halfHeight: 1.3,
    aspect: 2,
    draw(surface) {
      const { colors } = surface;
      const now = Math.min(steps.length, Math.floor(time / secondsForStep));
      const left = -surface.halfWidth + 0.25;
      const column = (2 * surface.halfWidth - 0.5) / steps.length;
      const y = (wire: number) => 1.1 - (2.2 * wire) / (count - 1);
      for (let wire = 0; wire < count; wire++)
        surface.line(left, y(wire), left + column * steps.length, y(wire), colors.grid, 1);
      steps.forEach((step, s) => {
        step.forEach(([i, j], k) => {
          const x = left + column * (s + 0.2 + (0.6 * (k + 0.5)) / step.length);
          const swaps = states[s][i] > states[s][j];
          const color = s >= now ? colors.grid : swaps ? colors.b : colors.a;
          surface.line(x, y(i), x, y(j), color, s < now ? 2 : 1.5);
        });
      });
      for (let wire = 0; wire < count; wire++)
        surface.text(String(states[now][wire]), left + column * now, y(wire), colors.ink, [0, 0], 12);
      const swaps = steps[Math.max(0, now - 1)].filter(
        ([i, j]) => states[Math.max(0, now - 1)][i] > states[Math.max(0, now - 1)][j],
      );
      controls.status(
        now === 0
          ? `${steps.length} steps of ${count / 2} comparisons each; those of a step do not depend on each other.`
          : `Step ${now} of ${steps.length}: ${count / 2} comparisons at once, ${counted(swaps.length, 'exchange')}.`,
      );
    },
  });

  restart();
  controls.animate(seconds => {
    time += seconds;
    if (time > secondsForStep * (steps.length + 3)) restart();
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}

/** The network of `bitonicSort` for `n` wires, a power of two. */
function stepsOf(n: number): Step[] {
  const steps: Step[] = [];
  const add = (bit: number, mask: number) => {
    const step: Step = [];
    for (let i = 0; i < n; i++) if ((i & bit) === 0) step.push([i, i ^ mask]);
    steps.push(step);
  };
  for (let run = 2; run <= n; run *= 2) {
    add(run / 2, run - 1);
    for (let distance = run / 4; distance >= 1; distance /= 2) add(distance, distance);
  }
  return steps;
}
