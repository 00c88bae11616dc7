/**
 * Boxes that move over a uniform or a hashed grid: the cells in use, the overlapping pairs, and the number of
 * tests that found them.
 */
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { HashGrid2d, UniformGrid2d } from '@colide/spatial';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { moveBoxes } from './kit/moving-boxes.ts';

const kinds = ['uniform', 'hashed'] as const;
const scenes = ['similar sizes', 'mixed sizes'] as const;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let grid: UniformGrid2d | HashGrid2d = new UniformGrid2d();
  let boxes = new Float64Array(0);
  let velocities = new Float64Array(0);
  let surface: Surface | undefined;
  const pairs = new PairList();

  const fill = () => {
    const random = new Random(4);
    const n = count.value;
    boxes = new Float64Array(4 * n);
    velocities = Float64Array.from({ length: 2 * n }, () => random.uniform(-0.3, 0.3));
    for (let i = 0; i < n; i++) {
      const large = scene.value === 'mixed sizes' && random.next() < 0.08;
      const width = large ? random.uniform(0.15, 0.4) : random.uniform(0.02, 0.045);
      const height = large ? random.uniform(0.1, 0.25) : random.uniform(0.02, 0.045);
      const [x, y] = [random.uniform(-1.7, 1.7), random.uniform(-1, 1)];
      boxes.set([x - width, y - height, x + width, y + height], 4 * i);
    }
    grid = kind.value === 'uniform' ? new UniformGrid2d() : new HashGrid2d();
    grid.insertAll(boxes);
    surface?.redraw();
  };

  const kind = controls.choice('grid', kinds, fill);
  const scene = controls.choice('boxes', scenes, fill);
  const count = controls.slider('number', { min: 10, max: 600, step: 10, value: 200 }, fill);
  fill();

  surface = new Surface(stage, {
    label: 'Moving boxes and the cells of a grid',
    halfHeight: 1.2,
    draw(surface) {
      const { colors } = surface;
      grid.counters.reset();
      pairs.clear();
      grid.findPairs(pairs);
      const hit = new Uint8Array(count.value);
      for (let i = 0; i < 2 * pairs.count; i++) hit[pairs.data[i]] = 1;
      drawCells(surface);
      for (let i = 0; i < count.value; i++) {
        const [x0, y0, x1, y1] = [boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]];
        surface.polygon([x0, y0, x1, y0, x1, y1, x0, y1], hit[i] ? colors.hit : colors.a, 0.45, 1.5);
      }
      const all = (count.value * (count.value - 1)) / 2;
      controls.status(
        `${counted(pairs.count, 'pair')}; ${grid.counters.boxesTested} of ${all} tests made; ${Math.round(grid.byteLength / 1024)} kB.`,
      );
    },
  });
  const mounted = surface;

  /** The cell that each box belongs to: that of its lower corner, on the level that suits its size. */
  function drawCells(surface: Surface): void {
    const { colors } = surface;
    const edge = grid.cellSize;
    let [left, bottom] = [Infinity, Infinity];
    for (let i = 0; i < boxes.length; i += 4) {
      left = Math.min(left, boxes[i]);
      bottom = Math.min(bottom, boxes[i + 1]);
    }
    const seen = new Set<string>();
    for (let i = 0; i < boxes.length; i += 4) {
      const low = [Math.floor((boxes[i] - left) / edge), Math.floor((boxes[i + 1] - bottom) / edge)] as const;
      const high = [
        Math.floor((boxes[i + 2] - left) / edge),
        Math.floor((boxes[i + 3] - bottom) / edge),
      ] as const;
      const cells = Math.max(high[0] - low[0], high[1] - low[1]);
      const level = cells < 2 ? 0 : 32 - Math.clz32(cells - 1);
      // The uniform grid has one level; longer boxes search the cells that they cover.
      if (level > 0 && kind.value === 'uniform') continue;
      const [x, y] = [low[0] >> level, low[1] >> level];
      const key = `${level} ${x} ${y}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const size = edge * 2 ** level;
      const [x0, y0] = [left + x * size, bottom + y * size];
      const square = [x0, y0, x0 + size, y0, x0 + size, y0 + size, x0, y0 + size];
      surface.polygon(square, level === 0 ? colors.soft : colors.c, level === 0 ? 0.06 : 0.04, 1);
    }
  }

  controls.animate(seconds => {
    moveBoxes(boxes, velocities, [-1.85, -1.1, 1.85, 1.1], seconds);
    grid.updateAll(boxes);
    mounted.paint();
  });
  controls.reset(fill);
  return () => mounted.dispose();
}
