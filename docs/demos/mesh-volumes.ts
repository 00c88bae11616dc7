/**
 * Two slim bodies that turn through each other: the oriented boxes or k-DOPs of their trees, and the
 * triangles that meet.
 */
import { PairList } from '@colide/core';
import { KdopTree, ObbTree } from '@colide/spatial';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { clipPolygon } from './kit/polygons.ts';

const kinds = ['oriented boxes', '18-DOPs'] as const;
const pieces = 40;

/** A bent band, two triangles for each piece, upright on the plane that is drawn. */
function makeBand(): { positions: Float64Array; indices: Uint32Array } {
  const positions = new Float64Array(6 * (pieces + 1));
  const indices = new Uint32Array(6 * pieces);
  for (let i = 0; i <= pieces; i++) {
    const s = (2 * i) / pieces - 1;
    const [x, y] = [1.1 * s, 0.35 * Math.sin(3 * s)];
    positions.set([x, y, -0.5, x, y, 0.5], 6 * i);
    if (i < pieces) indices.set([2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3], 6 * i);
  }
  return { positions, indices };
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const { positions, indices } = makeBand();
  const boxes = new ObbTree(positions, indices);
  const dops = new KdopTree(positions, indices);
  const pairs = new PairList();
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  let surface: Surface | undefined;
  let time = 2;
  const move = (seconds: number) => {
    time += seconds;
    const [c, s] = [Math.cos(0.3 * time), Math.sin(0.3 * time)];
    pose[0] = c;
    pose[1] = s;
    pose[4] = -s;
    pose[5] = c;
    pose[12] = 0.5 * Math.sin(0.23 * time);
    pose[13] = 0.45 * Math.cos(0.31 * time);
  };
  move(0);
  const kind = controls.choice('volumes', kinds, () => surface?.redraw());
  const level = controls.slider('level shown', { min: 0, max: 6, step: 1, value: 3 }, () =>
    surface?.redraw(),
  );

  /** A point of the second band, turned and moved; the first stays. */
  const place = (isMoved: boolean, x: number, y: number): [number, number] =>
    isMoved ? [pose[0] * x + pose[4] * y + pose[12], pose[1] * x + pose[5] * y + pose[13]] : [x, y];

  const drawNode = (surface: Surface, node: number, depth: number, isMoved: boolean): void => {
    const tree = kind.value === 'oriented boxes' ? boxes : dops;
    if (depth < level.value && tree.children[2 * node + 1] === 0) {
      for (let k = 0; k < 2; k++) drawNode(surface, tree.children[2 * node] + k, depth + 1, isMoved);
      return;
    }
    const shape = kind.value === 'oriented boxes' ? boxOutline(boxes, node) : dopOutline(dops, node);
    const placed: number[] = [];
    for (let i = 0; i < shape.length; i += 2) placed.push(...place(isMoved, shape[i], shape[i + 1]));
    surface.polygon(placed, isMoved ? surface.colors.b : surface.colors.a, 0.12, 1.5);
  };

  surface = new Surface(stage, {
    label: 'Two bands with the volumes of one level of their trees',
    halfHeight: 1.3,
    draw(surface) {
      const { colors } = surface;
      const tree = kind.value === 'oriented boxes' ? boxes : dops;
      tree.counters.reset();
      pairs.clear();
      if (tree === boxes) boxes.findPairs(pairs, boxes, pose);
      else dops.findPairs(pairs, dops, pose);
      const hit = [new Set<number>(), new Set<number>()] as const;
      for (let i = 0; i < pairs.count; i++) {
        hit[0].add(pairs.data[2 * i] >> 1);
        hit[1].add(pairs.data[2 * i + 1] >> 1);
      }
      for (const isMoved of [false, true]) {
        drawNode(surface, 0, 0, isMoved);
        for (let i = 0; i < pieces; i++) {
          const [x0, y0] = place(isMoved, positions[6 * i], positions[6 * i + 1]);
          const [x1, y1] = place(isMoved, positions[6 * i + 6], positions[6 * i + 7]);
          surface.line(x0, y0, x1, y1, hit[isMoved ? 1 : 0].has(i) ? colors.hit : colors.ink, 3);
        }
      }
      const { boxesTested, trianglesTested } = tree.counters;
      const all = tree.triangleCount ** 2;
      controls.status(
        `${pairs.count} pairs of triangles meet; ${boxesTested} pairs of volumes and ${trianglesTested} of ${all} pairs of triangles tested.`,
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    move(seconds);
    mounted.paint();
  });
  return () => mounted.dispose();
}

/** The outline of an oriented box seen along its axis that points at us. */
function boxOutline(tree: ObbTree, node: number): number[] {
  const box = tree.boxes.subarray(15 * node, 15 * node + 15);
  const upright = [0, 1, 2].reduce(
    (best, k) => (Math.abs(box[8 + 3 * k]) > Math.abs(box[8 + 3 * best]) ? k : best),
    0,
  );
  const [i, j] = [0, 1, 2].filter(k => k !== upright);
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].flatMap(([u, v]) =>
    [0, 1].map(k => box[k] + u * box[3 + i] * box[6 + 3 * i + k] + v * box[3 + j] * box[6 + 3 * j + k]),
  );
}

/** The outline of a k-DOP in the plane: the square around it, cut along its directions in the plane. */
function dopOutline(tree: KdopTree, node: number): number[] {
  const { count, vectors } = tree.directions;
  const dop = tree.volumes.subarray(2 * count * node, 2 * count * node + 2 * count);
  let shape = [-9, -9, 9, -9, 9, 9, -9, 9];
  for (let d = 0; d < count; d++) {
    const [x, y, z] = [vectors[3 * d], vectors[3 * d + 1], vectors[3 * d + 2]];
    if (z !== 0) continue;
    shape = clipPolygon(clipPolygon(shape, x, y, -dop[d]), -x, -y, dop[count + d]);
  }
  return shape;
}
