/** Moving boxes, the dynamic tree over them, and the cost of updating it and finding the pairs. */
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { DynamicBvh } from '@colide/spatial';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';

interface Mover {
  id: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  size: number;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const pairs = new PairList();
  const random = new Random(11);
  let tree = new DynamicBvh();
  let movers: Mover[] = [];
  /** How many boxes left their margin in the last step. */
  let moved = 0;
  const boxOf = ({ x, y, size }: Mover) => [x - size, y - size, -0.1, x + size, y + size, 0.1];
  const insert = () => {
    const mover = {
      id: 0,
      x: random.uniform(-1.7, 1.7),
      y: random.uniform(-1, 1),
      vx: random.uniform(-0.3, 0.3),
      vy: random.uniform(-0.3, 0.3),
      size: random.uniform(0.02, 0.07),
    };
    mover.id = tree.insert(boxOf(mover));
    movers.push(mover);
  };
  const restart = () => {
    tree = new DynamicBvh({ margin: margin.value });
    movers = [];
    for (let i = 0; i < count.value; i++) insert();
    surface?.redraw();
  };
  let surface: Surface | undefined;
  const count = controls.slider('boxes', { min: 1, max: 200, step: 1, value: 60 }, restart);
  const margin = controls.slider('margin', { min: 0, max: 1, step: 0.05, value: 0.25 }, restart);
  const speed = controls.slider('speed', { min: 0, max: 3, step: 0.1, value: 0.6 });
  const levels = controls.slider('levels shown', { min: 0, max: 12, step: 1, value: 12 }, () =>
    surface?.redraw(),
  );
  controls.button('Remove one', () => {
    const gone = movers.pop();
    if (gone !== undefined) tree.remove(gone.id);
    surface?.redraw();
  });
  controls.button('Add one', () => {
    insert();
    surface?.redraw();
  });
  restart();

  const drawNode = (surface: Surface, node: number, level: number): number => {
    const { nodeBoxes, links } = tree;
    const [x0, y0, x1, y1] = [0, 1, 3, 4].map(k => nodeBoxes[6 * node + k]);
    const isLeaf = links[3 * node + 1] < 0;
    if (level <= levels.value)
      surface.polygon(
        [x0, y0, x1, y0, x1, y1, x0, y1],
        isLeaf ? surface.colors.c : surface.colors.a,
        0.02,
        isLeaf ? 1 : Math.max(0.75, 3 - 0.4 * level),
      );
    if (isLeaf) return level;
    const left = drawNode(surface, links[3 * node + 1], level + 1);
    return Math.max(left, drawNode(surface, links[3 * node + 2], level + 1));
  };

  surface = new Surface(stage, {
    label: 'Moving boxes and the tree over them',
    halfHeight: 1.15,
    draw(surface) {
      const { colors } = surface;
      const deepest = tree.root < 0 ? 0 : drawNode(surface, tree.root, 1);
      pairs.clear();
      tree.counters.reset();
      tree.findPairs(pairs);
      const touching = new Set(pairs.toArray().flat());
      for (const mover of movers) {
        const { x, y, size } = mover;
        surface.polygon(
          [x - size, y - size, x + size, y - size, x + size, y + size, x - size, y + size],
          touching.has(mover.id) ? colors.hit : colors.b,
          0.5,
        );
      }
      const { nodesVisited, boxesTested } = tree.counters;
      const all = (movers.length * (movers.length - 1)) / 2;
      controls.status(
        `${counted(pairs.count, 'pair')}; ${nodesVisited} pairs of nodes visited, ${boxesTested} of ${all} pairs of boxes compared; ` +
          `${counted(deepest, 'level')}; ${moved} of ${movers.length} boxes left their margin.`,
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    moved = 0;
    const before = tree.nodeBoxes.slice();
    for (const mover of movers) {
      mover.x += seconds * speed.value * mover.vx;
      mover.y += seconds * speed.value * mover.vy;
      if (Math.abs(mover.x) > 1.8) mover.vx = -Math.sign(mover.x) * Math.abs(mover.vx);
      if (Math.abs(mover.y) > 1.05) mover.vy = -Math.sign(mover.y) * Math.abs(mover.vy);
      tree.update(mover.id, boxOf(mover));
    }
    const { links, nodeBoxes } = tree;
    for (let node = 0; 6 * node < before.length; node++)
      if (links[3 * node + 1] === -1 && nodeBoxes[6 * node] !== before[6 * node]) moved++;
    mounted.paint();
  });
  return () => mounted.dispose();
}
