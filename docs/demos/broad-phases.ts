/**
 * Every broad phase over the same moving boxes: its structure, the pairs it finds, and their cost.
 */
import { type BroadPhase, PairList } from '@colide/core';
import { Random } from '@colide/math';
import {
  BruteForce,
  Bvh,
  CoherentPairs,
  DynamicBvh,
  HashGrid,
  KdBoxTree,
  LinearOctree,
  LooseOctree,
  MultiReferenceOctree,
  MultiSweepAndPrune,
  Octree,
  type QueryCounters,
  SegmentedSweepAndPrune,
  SortAndSweep,
  SweepAndPrune,
  UniformGrid,
} from '@colide/spatial';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { moveBoxes } from './kit/moving-boxes.ts';

interface Shown extends BroadPhase {
  updateAll(boxes: Float64Array): void;
  readonly counters: QueryCounters;
  readonly byteLength: number;
}

/** A structure and how to draw it. */
interface Drawn {
  readonly structure: Shown;
  draw(surface: Surface, boxes: Float64Array): void;
}

const wallX = 1.85;
const wallY = 1;

/** Draws the outline of a box of six numbers. */
function outline(surface: Surface, box: ArrayLike<number>, at: number, width = 1): void {
  const [x0, y0, x1, y1] = [box[at], box[at + 1], box[at + 3], box[at + 4]];
  surface.polygon([x0, y0, x1, y0, x1, y1, x0, y1], surface.colors.soft, 0.02, width);
}

/** Draws the cells of an edge that hold the lower corner of a box. */
function drawCells(surface: Surface, boxes: Float64Array, edge: number): void {
  const low = [0, 1].map(k => boxes.reduce((min, x, i) => (i % 6 === k ? Math.min(min, x) : min), Infinity));
  for (let i = 0; i < boxes.length; i += 6) {
    const [x, y] = [0, 1].map(k => low[k] + edge * Math.floor((boxes[i + k] - low[k]) / edge));
    outline(surface, [x, y, 0, x + edge, y + edge], 0);
  }
}

/** Draws the interval that each box covers along x, below the scene. */
function drawIntervals(surface: Surface, boxes: Float64Array): void {
  for (let i = 0; i < boxes.length; i += 6) {
    const y = -1.12 - 0.16 * ((i / 6 / (boxes.length / 6)) % 1);
    surface.line(boxes[i], y, boxes[i + 3], y, surface.colors.b, 1);
  }
}

function octree(structure: Octree | LooseOctree): Drawn {
  return {
    structure,
    draw(surface) {
      const { centers, halves } = structure;
      const walk = (node: number): void => {
        const [x, y, half] = [centers[3 * node], centers[3 * node + 1], halves[node]];
        outline(surface, [x - half, y - half, 0, x + half, y + half], 0);
        for (let k = 0; k < 8; k++) {
          const child = structure.children[8 * node + k];
          if (child > 0) walk(child);
        }
      };
      if (structure.nodeCount > 0) walk(0);
    },
  };
}

function multiReferenceOctree(): Drawn {
  const structure = new MultiReferenceOctree({ leafCapacity: 4 });
  return {
    structure,
    draw(surface) {
      for (let node = 0; node < structure.nodeCount; node++) outline(surface, structure.cells, 6 * node);
    },
  };
}

/** The Morton curve through the boxes. */
function linearOctree(): Drawn {
  const structure = new LinearOctree();
  return {
    structure,
    draw(surface, boxes) {
      let last: [number, number] | undefined;
      for (let i = 0; i < structure.count; i++) {
        const at = 6 * structure.order[i];
        const [x, y] = [(boxes[at] + boxes[at + 3]) / 2, (boxes[at + 1] + boxes[at + 4]) / 2];
        if (last) surface.line(last[0], last[1], x, y, surface.colors.soft, 1);
        last = [x, y];
      }
    },
  };
}

function kdBoxTree(): Drawn {
  const structure = new KdBoxTree();
  return {
    structure,
    draw(surface) {
      const walk = (node: number, cell: number[]): void => {
        if (node < 0) return;
        outline(surface, cell, 0);
        const axis = structure.axes[node];
        if (axis === 3) return;
        for (let side = 0; side < 2; side++) {
          const part = cell.slice();
          part[axis + (side === 0 ? 3 : 0)] = structure.planes[node];
          walk(structure.nodes[4 * node + 2 + side], part);
        }
      };
      if (structure.nodeCount > 0) walk(0, [-wallX, -wallY, -1, wallX, wallY, 1]);
    },
  };
}

function bvh(): Drawn {
  const structure = new Bvh();
  return {
    structure,
    draw(surface) {
      const { nodes, words } = structure;
      const walk = (at: number): void => {
        outline(surface, nodes, at);
        if (words[at + 7] === 0) for (let k = 0; k < 2; k++) walk(8 * (words[at + 6] + k));
      };
      if (structure.count > 0) walk(0);
    },
  };
}

function dynamicBvh(): Drawn {
  const structure = new DynamicBvh();
  return {
    structure,
    draw(surface) {
      const walk = (node: number): void => {
        if (node < 0) return;
        outline(surface, structure.nodeBoxes, 6 * node);
        if (structure.links[3 * node + 1] < 0) return;
        walk(structure.links[3 * node + 1]);
        walk(structure.links[3 * node + 2]);
      };
      walk(structure.root);
    },
  };
}

function grid(structure: UniformGrid | HashGrid): Drawn {
  return { structure, draw: (surface, boxes) => drawCells(surface, boxes, structure.cellSize) };
}

function columns(): Drawn {
  const structure = new MultiSweepAndPrune({ columns: 4, bounds: [-wallX, -wallY, -1, wallX, wallY, 1] });
  return {
    structure,
    draw(surface, boxes) {
      for (let k = 1; k < 4; k++) {
        const x = -wallX + (k / 4) * 2 * wallX;
        surface.line(x, -1.3, x, wallY, surface.colors.soft, 1);
      }
      drawIntervals(surface, boxes);
    },
  };
}

function sweep(structure: SortAndSweep | SweepAndPrune | SegmentedSweepAndPrune): Drawn {
  return { structure, draw: drawIntervals };
}

const makers = {
  UniformGrid: () => grid(new UniformGrid()),
  HashGrid: () => grid(new HashGrid()),
  CoherentPairs: (): Drawn => ({ structure: new CoherentPairs(), draw: () => {} }),
  Octree: () => octree(new Octree({ leafCapacity: 4 })),
  LooseOctree: () => octree(new LooseOctree({ leafCapacity: 4 })),
  MultiReferenceOctree: multiReferenceOctree,
  LinearOctree: linearOctree,
  KdBoxTree: kdBoxTree,
  Bvh: bvh,
  DynamicBvh: dynamicBvh,
  SortAndSweep: () => sweep(new SortAndSweep()),
  SweepAndPrune: () => sweep(new SweepAndPrune()),
  SegmentedSweepAndPrune: () => sweep(new SegmentedSweepAndPrune()),
  MultiSweepAndPrune: columns,
  BruteForce: (): Drawn => ({ structure: new BruteForce(), draw: () => {} }),
};
type Name = keyof typeof makers;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let shown: Drawn = makers.UniformGrid();
  let boxes = new Float64Array(0);
  let velocities = new Float64Array(0);
  let surface: Surface | undefined;
  const pairs = new PairList();

  const fill = () => {
    const random = new Random(4);
    const n = count.value;
    boxes = new Float64Array(6 * n);
    velocities = Float64Array.from({ length: 2 * n }, () => random.uniform(-0.3, 0.3));
    for (let i = 0; i < n; i++) {
      const size = random.next() < 0.06 ? random.uniform(0.08, 0.2) : random.uniform(0.015, 0.04);
      const [x, y] = [random.uniform(-1.6, 1.6), random.uniform(-0.8, 0.8)];
      boxes.set([x - size, y - size, -size, x + size, y + size, size], 6 * i);
    }
    shown = makers[name.value]();
    shown.structure.insertAll(boxes);
    surface?.redraw();
  };

  const name = controls.choice('broad phase', Object.keys(makers) as Name[], fill);
  const count = controls.slider('boxes', { min: 10, max: 500, step: 10, value: 150 }, fill);
  fill();

  surface = new Surface(stage, {
    label: 'Moving boxes and what a broad phase builds over them',
    halfHeight: 1.35,
    draw(surface) {
      const { colors } = surface;
      const { structure } = shown;
      structure.counters.reset();
      pairs.clear();
      structure.findPairs(pairs);
      const { nodesVisited, boxesTested } = structure.counters;
      const hit = new Uint8Array(count.value);
      for (let i = 0; i < 2 * pairs.count; i++) hit[pairs.data[i]] = 1;
      shown.draw(surface, boxes);
      for (let i = 0; i < count.value; i++) {
        const [x0, y0, x1, y1] = [boxes[6 * i], boxes[6 * i + 1], boxes[6 * i + 3], boxes[6 * i + 4]];
        surface.polygon([x0, y0, x1, y0, x1, y1, x0, y1], hit[i] ? colors.hit : colors.a, 0.45, 1.5);
      }
      const all = (count.value * (count.value - 1)) / 2;
      const kept = structure instanceof CoherentPairs ? `; ${structure.candidateCount} candidates kept` : '';
      controls.status(
        `${counted(pairs.count, 'pair')} found. Cells, nodes or steps visited: ${nodesVisited}; tested ${boxesTested} of ${all} pairs of boxes${kept}; ${Math.round(structure.byteLength / 1024)} kB.`,
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    moveBoxes(boxes, velocities, [-wallX, -wallY, wallX, wallY], seconds);
    shown.structure.updateAll(boxes);
    mounted.paint();
  });
  controls.reset(fill);
  return () => mounted.dispose();
}
