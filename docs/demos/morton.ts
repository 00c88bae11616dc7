/**
 * The Z-shaped curve through the cells of a square, or through scattered points sorted by their Morton codes.
 */
import { mortonCodes2d, mortonDecode2d, Random, radixSort } from '@colide/math';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const modes = ['points', 'cells'] as const;
const secondsForWalk = 7;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let path: Float64Array = new Float64Array(0);
  let time = 0;

  const build = () => {
    path = mode.value === 'cells' ? cellCenters(levels.value) : sortedPoints(4 ** levels.value);
    time = 0;
  };

  const surface = new Surface(stage, {
    label: 'A curve in the order of Morton codes',
    halfHeight: 1.12,
    draw(surface) {
      const { colors } = surface;
      const cells = 2 ** levels.value;
      for (let i = 0; i <= cells; i++) {
        const at = -1 + (2 * i) / cells;
        surface.line(at, -1, at, 1, colors.grid, 1);
        surface.line(-1, at, 1, at, colors.grid, 1);
      }
      const count = path.length / 2;
      const shown = Math.min(count, Math.ceil((count * time) / secondsForWalk) + 1);
      for (let i = 1; i < shown; i++)
        surface.line(path[2 * i - 2], path[2 * i - 1], path[2 * i], path[2 * i + 1], hue(i / count), 2);
      for (let i = 0; i < count; i++)
        surface.disc(
          path[2 * i],
          path[2 * i + 1],
          i < shown ? 0.014 : 0.009,
          i < shown ? hue(i / count) : colors.soft,
        );
    },
  });
  const mode = controls.choice('order', modes, build);
  const levels = controls.slider('levels', { min: 1, max: 5, step: 1, value: 4 }, build);
  build();
  controls.animate(seconds => {
    time += seconds;
    if (time > secondsForWalk + 2) time = 0;
    surface.paint();
  });
  controls.reset(build);
  return () => surface.dispose();
}

/** From teal to orange along the curve. */
function hue(t: number): string {
  return `hsl(${172 + 230 * t} 62% 50%)`;
}

function cellCenters(levels: number): Float64Array {
  const cells = 2 ** levels;
  const out = new Float64Array(2 * cells * cells);
  const cell: [number, number] = [0, 0];
  for (let code = 0; code < cells * cells; code++) {
    mortonDecode2d(cell, code);
    out[2 * code] = -1 + (2 * cell[0] + 1) / cells;
    out[2 * code + 1] = -1 + (2 * cell[1] + 1) / cells;
  }
  return out;
}

function sortedPoints(count: number): Float64Array {
  const random = new Random(11);
  const points = Float64Array.from({ length: 2 * count }, () => random.uniform(-1, 1));
  const codes = mortonCodes2d(new Uint32Array(count), points, [-1, -1, 1, 1]);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  radixSort(codes, order);
  const out = new Float64Array(2 * count);
  order.forEach((point, i) => {
    out[2 * i] = points[2 * point];
    out[2 * i + 1] = points[2 * point + 1];
  });
  return out;
}
