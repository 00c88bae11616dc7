/**
 * Boxes that move, and their ends sorted along x: exchanges of ends from frame to frame, and pairs as they
 * begin and end.
 */
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { SortAndSweep, SweepAndPrune } from '@colide/spatial';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { moveBoxes } from './kit/moving-boxes.ts';

const kinds = ['sweep and prune', 'sort and sweep'] as const;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let structure: SweepAndPrune | SortAndSweep = new SweepAndPrune();
  let boxes = new Float64Array(0);
  let velocities = new Float64Array(0);
  let surface: Surface | undefined;
  const pairs = new PairList();
  /** When each box was last part of a pair that began, s. */
  let flashes = new Float64Array(0);
  let time = 0;

  const fill = () => {
    const random = new Random(7);
    const n = count.value;
    boxes = new Float64Array(6 * n);
    flashes = new Float64Array(n).fill(-9);
    velocities = Float64Array.from({ length: 2 * n }, () => random.uniform(-1, 1));
    for (let i = 0; i < n; i++) {
      const [x, y] = [random.uniform(-1.7, 1.7), random.uniform(-0.6, 1)];
      const [width, height] = [random.uniform(0.05, 0.13), random.uniform(0.05, 0.1)];
      boxes.set([x - width, y - height, 0, x + width, y + height, 0], 6 * i);
    }
    structure = kind.value === 'sweep and prune' ? new SweepAndPrune() : new SortAndSweep();
    structure.insertAll(boxes);
    structure.findPairs(pairs);
    surface?.redraw();
  };

  const kind = controls.choice('method', kinds, fill);
  const count = controls.slider('boxes', { min: 4, max: 80, step: 1, value: 24 }, fill);
  const speed = controls.slider('speed', { min: 0, max: 1, step: 0.05, value: 0.25 });
  fill();

  surface = new Surface(stage, {
    label: 'Moving boxes and the order of their ends along x',
    halfHeight: 1.2,
    draw(surface) {
      const { colors } = surface;
      const overlapping = new Uint8Array(count.value);
      for (let i = 0; i < 2 * pairs.count; i++) overlapping[pairs.data[i]] = 1;
      surface.line(-surface.halfWidth, -0.78, surface.halfWidth, -0.78, colors.grid, 2);
      const order = Array.from({ length: count.value }, (_, i) => i).sort(
        (a, b) => boxes[6 * a] - boxes[6 * b],
      );
      order.forEach((i, place) => {
        const at = 6 * i;
        const [x0, y0, x1, y1] = [boxes[at], boxes[at + 1], boxes[at + 3], boxes[at + 4]];
        const color = overlapping[i] ? colors.hit : colors.a;
        const fresh = Math.max(0, 1 - (time - flashes[i]) / 0.6);
        surface.polygon([x0, y0, x1, y0, x1, y1, x0, y1], color, 0.25 + 0.6 * fresh, 1.5);
        const row = -0.84 - 0.045 * (place % 7);
        surface.line(x0, row, x1, row, color, 3);
        surface.line(x0, row, x0, y0, colors.grid, 1);
      });
    },
  });
  const mounted = surface;

  controls.animate(seconds => {
    time += seconds;
    moveBoxes(boxes, velocities, [-1.85, -0.72, 1.85, 1.12], speed.value * seconds);
    structure.updateAll(boxes);
    structure.counters.reset();
    pairs.clear();
    structure.findPairs(pairs);
    const { nodesVisited, boxesTested } = structure.counters;
    if (structure instanceof SweepAndPrune) {
      for (let i = 0; i < 2 * structure.begun.count; i++) flashes[structure.begun.data[i]] = time;
      controls.status(
        `${counted(pairs.count, 'pair')}; this frame ${counted(nodesVisited, 'end')} exchanged, ${counted(boxesTested, 'box', 'boxes')} tested, ` +
          `${counted(structure.begun.count, 'pair')} begun, ${structure.ended.count} ended.`,
      );
    } else
      controls.status(
        `${counted(pairs.count, 'pair')}; ${counted(boxesTested, 'box', 'boxes')} tested along ${'xyz'[structure.axis]}.`,
      );
    mounted.paint();
  });
  controls.reset(fill);
  return () => mounted.dispose();
}
