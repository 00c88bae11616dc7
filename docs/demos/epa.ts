/** Two overlapping polygons, their configuration-space obstacle, and the polygon that EPA grows inside it. */
import { PolygonShape2d, Posed2d } from '@colide/geometry';
import {
  createPenetrationResult2d,
  epaStart2d,
  epaStep2d,
  gjkFinish2d,
  gjkStart2d,
  gjkStep2d,
} from '@colide/narrowphase';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { polygonDifference, regularPolygon } from './kit/polygons.ts';

const cornersA = regularPolygon(7, 0.9, 0.3);
const cornersB = regularPolygon(5, 0.7, 0.3);

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -0.5, y: 0.1, label: 'polygon A' },
    { x: 0.35, y: 0.35, label: 'polygon B' },
  ];
  const a = new Posed2d(new PolygonShape2d(cornersA));
  const b = new Posed2d(new PolygonShape2d(cornersB));
  const result = createPenetrationResult2d();
  let surface: Surface | undefined;
  let steps = 0;
  const next = controls.step(() => {
    steps = Math.min(steps, result.steps) + 1;
    surface?.redraw();
  });
  controls.reset(() => {
    steps = 0;
    surface?.redraw();
  });
  surface = new Surface(stage, {
    label: 'Two polygons that can be dragged, and the polygon of EPA inside their difference',
    halfHeight: 2,
    halfWidth: 2.8,
    handles,
    draw(surface) {
      const { colors } = surface;
      surface.grid(0.5);
      a.setPose([handles[0].x, handles[0].y], 0);
      b.setPose([handles[1].x, handles[1].y], 0);
      const moved = (corners: number[], body: Posed2d) => corners.map((x, i) => x + body.position[i % 2]);
      const [p, q] = [moved(cornersA, a), moved(cornersB, b)];
      const obstacle = polygonDifference(p, q);
      surface.polygon(obstacle, colors.soft, 0.12, 2);
      const lowest = Math.min(...obstacle.filter((_, i) => i % 2 === 1));
      surface.text('A − B', handles[0].x - handles[1].x, lowest, colors.soft, [0, -22], 16);
      surface.polygon(p, colors.a, 0.25);
      surface.polygon(q, colors.b, 0.25);
      surface.text('A', handles[0].x, handles[0].y, colors.a, [-22, -14], 16);
      surface.text('B', handles[1].x, handles[1].y, colors.b, [22, -14], 16);
      surface.disc(0, 0, 4 / surface.scale, colors.ink);
      surface.text('origin', 0, 0, colors.ink, [8, 16]);
      const { gjk, polygon, normal } = result;
      gjkStart2d(gjk, a, b);
      while (!gjkStep2d(gjk) && gjk.steps < 64);
      gjkFinish2d(gjk);
      if (!gjk.coresOverlap) {
        next.value = false;
        controls.status('The polygons are disjoint: there is nothing to expand. Drag one into the other.');
        return;
      }
      result.steps = 0;
      result.converged = false;
      let over = !epaStart2d(result);
      for (let i = 0; i < steps && !over; i++) over = epaStep2d(result);
      surface.polygon(polygon.w.subarray(0, 2 * polygon.count), colors.hit, 0.25, 3);
      next.value = !over;
      const { depth } = result;
      if (depth < Infinity) surface.arrow(0, 0, depth * normal[0], depth * normal[1], colors.ink);
      controls.status(
        over
          ? `Done after ${counted(result.steps, 'step')}: the depth is ${depth.toFixed(3)}.`
          : depth < Infinity
            ? `${counted(polygon.count, 'vertex', 'vertices')}; the depth is at most ${depth.toFixed(3)}.`
            : 'EPA starts from the simplex of GJK. Press Step.',
      );
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}
