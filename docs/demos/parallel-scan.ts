/**
 * The scan of Blelloch (1990): sixteen numbers, partial sums up a tree and down again, a row for each step.
 */
import { exclusiveScan, Random } from '@colide/math';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const count = 16;
const secondsForStep = 0.8;

/** The numbers that one thread reads and writes: the indices of both. */
type Step = { readonly pairs: readonly (readonly [number, number])[]; readonly isDown: boolean };

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const steps = stepsOf(count);
  /** The numbers before each step, and after the last. */
  let states: Uint32Array[] = [];
  let time = 0;
  let seed = 3;

  const restart = () => {
    const random = new Random(seed++);
    const numbers = Uint32Array.from({ length: count }, () => 1 + random.integer(8));
    states = [numbers];
    for (const step of steps) states.push(taken(states.at(-1)!, step));
    // The last row is the result of the library in one call.
    exclusiveScan(states[steps.length], numbers);
    time = 0;
  };

  const surface = new Surface(stage, {
    label: 'Sixteen numbers and their partial sums, step by step',
    halfHeight: 1.3,
    aspect: 2,
    draw(surface) {
      const { colors } = surface;
      const now = Math.min(steps.length, Math.floor(time / secondsForStep));
      const x = (place: number) => (2 * surface.halfWidth * (place + 0.5)) / count - surface.halfWidth;
      const y = (row: number) => 1.15 - (2.3 * row) / steps.length;
      for (let row = 0; row <= now; row++) {
        const changed = new Set(row > 0 ? steps[row - 1].pairs.flat() : states[0].keys());
        if (row > 0)
          for (const [i, j] of steps[row - 1].pairs) {
            const color = steps[row - 1].isDown ? colors.b : colors.a;
            surface.line(x(i), y(row - 1) - 0.06, x(j), y(row) + 0.06, color, 1.5);
            surface.line(x(j), y(row - 1) - 0.06, x(j), y(row) + 0.06, color, 1.5);
            if (steps[row - 1].isDown) surface.line(x(j), y(row - 1) - 0.06, x(i), y(row) + 0.06, color, 1.5);
          }
        for (let place = 0; place < count; place++)
          surface.text(
            String(states[row][place]),
            x(place),
            y(row),
            changed.has(place) ? colors.ink : colors.soft,
            [0, 0],
            12,
          );
      }
      controls.status(describeStep(now, steps));
    },
  });

  restart();
  controls.animate(seconds => {
    time += seconds;
    if (time > secondsForStep * (steps.length + 4)) restart();
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}

/** Sums go up the tree to the last place; from there, after a zero has replaced the total, they go down. */
function stepsOf(n: number): Step[] {
  const level = (stride: number) =>
    Array.from({ length: n / (2 * stride) }, (_, k) => {
      const right = 2 * stride * (k + 1) - 1;
      return [right - stride, right] as const;
    });
  const up: Step[] = [];
  for (let stride = 1; stride < n; stride *= 2) up.push({ pairs: level(stride), isDown: false });
  const down = up.map(({ pairs }) => ({ pairs, isDown: true })).reverse();
  return [...up, ...down];
}

/** The numbers after a step. */
function taken(numbers: Uint32Array, { pairs, isDown }: Step): Uint32Array {
  const next = numbers.slice();
  if (isDown && pairs.length === 1) next[next.length - 1] = 0;
  for (const [i, j] of pairs) {
    const sum = next[i] + next[j];
    if (isDown) next[i] = next[j];
    next[j] = sum;
  }
  return next;
}

function describeStep(now: number, steps: readonly Step[]): string {
  if (now === 0) return `${count} numbers; every step lets its threads add at the same time.`;
  const { pairs, isDown } = steps[now - 1];
  const threads = pairs.length === 1 ? 'one thread' : `${pairs.length} threads`;
  if (now === steps.length) return 'Each place has the sum of all numbers to the left of it.';
  return `Step ${now} of ${steps.length}, ${isDown ? 'down' : 'up'} the tree: ${threads} at once.`;
}
