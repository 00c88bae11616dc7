/**
 * Boxes that move under a quadtree, nested or loose: its cells, the overlapping pairs, and the cells that a
 * ray visits.
 */
import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { LooseQuadtree, Quadtree } from '@colide/spatial';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { moveBoxes } from './kit/moving-boxes.ts';

const kinds = ['nested', 'loose'] as const;
const questions = ['pairs', 'ray'] as const;
const halfHeight = 1.2;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -1.7, y: -0.7, label: 'start of the ray' },
    { x: 1.2, y: 0.6, label: 'aim of the ray' },
  ];
  let tree: Quadtree | LooseQuadtree = new Quadtree();
  let boxes = new Float64Array(0);
  let velocities = new Float64Array(0);
  const pairs = new PairList();
  const ids = new IdList();

  const fill = () => {
    const random = new Random(4);
    boxes = new Float64Array(4 * count.value);
    velocities = new Float64Array(2 * count.value);
    for (let i = 0; i < count.value; i++) {
      const x = random.uniform(-1.8, 1.8);
      const y = random.uniform(-1, 1);
      const size = random.next() < 0.06 ? random.uniform(0.1, 0.25) : random.uniform(0.012, 0.05);
      boxes.set([x - size, y - size * 0.8, x + size, y + size * 0.8], 4 * i);
      velocities[2 * i] = random.uniform(-0.3, 0.3);
      velocities[2 * i + 1] = random.uniform(-0.3, 0.3);
    }
    tree =
      kind.value === 'nested' ? new Quadtree({ leafCapacity: 3 }) : new LooseQuadtree({ leafCapacity: 3 });
    tree.insertAll(boxes);
    surface?.redraw();
  };

  const drawCells = (surface: Surface, node: number) => {
    const x = tree.centers[2 * node];
    const y = tree.centers[2 * node + 1];
    const half = tree.halves[node];
    const square = [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
    const visited =
      question.value === 'ray' && rayMeets(handles, x, y, half * (kind.value === 'loose' ? 2 : 1));
    surface.polygon(square, visited ? surface.colors.b : surface.colors.soft, visited ? 0.08 : 0, 1);
    for (let k = 0; k < 4; k++) {
      const child = tree.children[4 * node + k];
      if (child > 0) drawCells(surface, child);
    }
  };

  let surface: Surface | undefined;
  const kind = controls.choice('tree', kinds, fill);
  const question = controls.choice('show', questions, () => surface?.redraw());
  const count = controls.slider('boxes', { min: 10, max: 400, step: 10, value: 120 }, fill);
  fill();
  surface = new Surface(stage, {
    label: 'Moving boxes and the cells of a quadtree',
    halfHeight,
    handles,
    draw(surface) {
      const { colors } = surface;
      tree.counters.reset();
      pairs.clear();
      ids.clear();
      const hit = new Uint8Array(count.value);
      const [from, to] = handles;
      if (question.value === 'pairs') {
        tree.findPairs(pairs);
        for (let i = 0; i < 2 * pairs.count; i++) hit[pairs.data[i]] = 1;
      } else {
        const direction: [number, number] = [to.x - from.x || 1e-9, to.y - from.y];
        tree.queryRay(ids, [from.x, from.y], direction);
        for (let i = 0; i < ids.count; i++) hit[ids.get(i)] = 1;
        surface.line(from.x, from.y, from.x + 9 * direction[0], from.y + 9 * direction[1], colors.ink, 2);
      }
      const { nodesVisited, boxesTested } = tree.counters;
      drawCells(surface, 0);
      for (let i = 0; i < count.value; i++) {
        const [x0, y0, x1, y1] = boxes.subarray(4 * i, 4 * i + 4);
        surface.polygon([x0, y0, x1, y0, x1, y1, x0, y1], hit[i] ? colors.hit : colors.a, 0.45, 1.5);
      }
      const all = question.value === 'pairs' ? (count.value * (count.value - 1)) / 2 : count.value;
      const found =
        question.value === 'pairs'
          ? counted(pairs.count, 'pair')
          : `${counted(ids.count, 'box', 'boxes')} met`;
      controls.status(
        `${found}; ${counted(nodesVisited, 'cell')} visited, ${boxesTested} of ${all} tests made.`,
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    moveBoxes(boxes, velocities, [-1.85, -1.1, 1.85, 1.1], seconds);
    tree.updateAll(boxes);
    mounted.paint();
  });
  controls.reset(fill);
  return () => mounted.dispose();
}

/** Whether the ray through the handles meets a square. */
function rayMeets([from, to]: Handle[], x: number, y: number, half: number): boolean {
  let near = 0;
  let far = Infinity;
  for (const [origin, speed, center] of [
    [from.x, to.x - from.x || 1e-9, x],
    [from.y, to.y - from.y || 1e-9, y],
  ] as const) {
    const [t0, t1] = [(center - half - origin) / speed, (center + half - origin) / speed];
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1));
  }
  return near <= far;
}
