/** Points, the planes of their k-d tree, and the points nearest to one that can be dragged. */
import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import { createNearestPoints, KdTree } from '@colide/spatial';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';

const questions = ['nearest', 'within a radius'] as const;
const arrangements = ['even', 'in heaps', 'on a line'] as const;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [{ x: 0.3, y: 0.1, label: 'place' }];
  const ids = new IdList();
  let points = new Float64Array(0);
  let tree = new KdTree();
  let time = 0;

  const build = () => {
    const random = new Random(5);
    points = new Float64Array(3 * count.value);
    for (let i = 0; i < count.value; i++) {
      const t = random.uniform(-1, 1);
      const [x, y] = {
        even: [1.8 * t, random.uniform(-1, 1)],
        'in heaps': [(i % 4) - 1.5 + 0.15 * random.normal(), ((i >> 2) % 2) - 0.5 + 0.12 * random.normal()],
        'on a line': [1.7 * t, 0.5 * t],
      }[arrangement.value];
      points.set([x, y, 0], 3 * i);
    }
    tree = new KdTree(points, { leafCapacity: leaf.value });
    surface?.redraw();
  };

  /** Draws the plane of a node and those of its children within a rectangle. */
  const drawPlanes = (surface: Surface, node: number, x0: number, y0: number, x1: number, y1: number) => {
    if (node >= tree.planes.length) return;
    const plane = tree.planes[node];
    const color = tree.axes[node] === 0 ? surface.colors.a : surface.colors.c;
    const width = Math.max(1, 4 - Math.log2(node));
    if (tree.axes[node] === 0) {
      surface.line(plane, y0, plane, y1, color, width);
      drawPlanes(surface, 2 * node, x0, y0, plane, y1);
      drawPlanes(surface, 2 * node + 1, plane, y0, x1, y1);
    } else if (tree.axes[node] === 1) {
      surface.line(x0, plane, x1, plane, color, width);
      drawPlanes(surface, 2 * node, x0, y0, x1, plane);
      drawPlanes(surface, 2 * node + 1, x0, plane, x1, y1);
    }
  };

  let surface: Surface | undefined;
  const question = controls.choice('ask for', questions, () => surface?.redraw());
  const arrangement = controls.choice('points', arrangements, build);
  const count = controls.slider('count', { min: 4, max: 600, step: 4, value: 160 }, build);
  const leaf = controls.slider('per leaf', { min: 1, max: 20, step: 1, value: 4 }, build);
  const k = controls.slider('k', { min: 1, max: 20, step: 1, value: 6 }, () => surface?.redraw());
  build();
  surface = new Surface(stage, {
    label: 'Points in the plane and the planes of their k-d tree',
    halfHeight: 1.15,
    handles,
    draw(surface) {
      const { colors, halfWidth } = surface;
      const place = handles[0];
      drawPlanes(surface, 1, -halfWidth, -1.15, halfWidth, 1.15);
      for (let i = 0; i < points.length; i += 3) surface.disc(points[i], points[i + 1], 0.014, colors.ink);
      tree.counters.reset();
      const found: number[] = [];
      let radius = 0.4;
      if (question.value === 'nearest') {
        const nearest = createNearestPoints(k.value);
        tree.nearestMany(nearest, [place.x, place.y, 0]);
        found.push(...nearest.ids.subarray(0, nearest.count));
        radius = nearest.distances[nearest.count - 1] ?? 0;
      } else {
        ids.clear();
        tree.querySphere(ids, [place.x, place.y, 0], radius);
        found.push(...ids.toArray());
      }
      surface.ring(place.x, place.y, radius, colors.b, 2);
      for (const id of found) {
        surface.line(place.x, place.y, points[3 * id], points[3 * id + 1], colors.b, 1.5);
        surface.disc(points[3 * id], points[3 * id + 1], 0.024, colors.hit);
      }
      const { nodesVisited, boxesTested } = tree.counters;
      controls.status(
        `${counted(found.length, 'point')} found; ${counted(nodesVisited, 'plane')} passed, ${boxesTested} of ${count.value} points looked at.`,
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    time += seconds;
    handles[0].x += seconds * 0.35 * Math.cos(0.7 * time);
    handles[0].y += seconds * 0.3 * Math.sin(1.1 * time);
    mounted.paint();
  });
  return () => mounted.dispose();
}
