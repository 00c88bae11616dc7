/** Two polygons, their configuration-space obstacle, and GJK on it, one step at a time. */
import { PolygonShape2d, Posed2d, quickHull2d } from '@colide/geometry';
import { createGjkResult2d, gjkFinish2d, gjkStart2d, gjkStep2d } from '@colide/narrowphase';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const cornersA = [-0.7, -0.4, 0.5, -0.6, 0.8, 0.2, 0.1, 0.7, -0.6, 0.4];
const cornersB = [-0.5, -0.35, 0.45, -0.3, 0.1, 0.55];

/** Points of A ⊖ B: all differences of corners. */
function difference(a: Posed2d, b: Posed2d): Float64Array {
  const points: number[] = [];
  for (let i = 0; i < cornersA.length; i += 2)
    for (let k = 0; k < cornersB.length; k += 2)
      points.push(
        cornersA[i] + a.position[0] - cornersB[k] - b.position[0],
        cornersA[i + 1] + a.position[1] - cornersB[k + 1] - b.position[1],
      );
  return quickHull2d(points).vertices;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -0.8, y: 0.3, label: 'polygon A' },
    { x: 0.8, y: 0.5, label: 'polygon B' },
  ];
  const a = new Posed2d(new PolygonShape2d(cornersA));
  const b = new Posed2d(new PolygonShape2d(cornersB));
  const gjk = createGjkResult2d();
  let surface: Surface | undefined;
  const steps = controls.slider('steps', { min: 0, max: 8, step: 1, value: 2 }, () => surface?.redraw());
  controls.button('Step', () => {
    steps.value = steps.value < 8 ? steps.value + 1 : 0;
    surface?.redraw();
  });
  surface = new Surface(stage, {
    label: 'Two polygons that can be dragged, and the simplices of GJK on their difference',
    halfHeight: 2,
    handles,
    draw(surface) {
      const { colors } = surface;
      surface.grid(0.5);
      a.setPose([handles[0].x, handles[0].y], 0);
      b.setPose([handles[1].x, handles[1].y], 0);
      const moved = (corners: number[], body: Posed2d) => corners.map((x, i) => x + body.position[i % 2]);
      surface.polygon(difference(a, b), colors.soft, 0.12, 2);
      surface.polygon(moved(cornersA, a), colors.a, 0.25);
      surface.polygon(moved(cornersB, b), colors.b, 0.25);
      gjkStart2d(gjk, a, b);
      let over = false;
      for (let i = 0; i < steps.value && !over; i++) over = gjkStep2d(gjk);
      const { w, count } = gjk.simplex;
      const points = Array.from(w.subarray(0, 2 * count));
      if (count > 1) surface.polygon(points, colors.hit, 0.3, 3);
      for (let i = 0; i < count; i++) surface.disc(w[2 * i], w[2 * i + 1], 5 / surface.scale, colors.hit);
      surface.disc(0, 0, 4 / surface.scale, colors.ink);
      surface.text('origin', 0, 0, colors.ink, 8, 16);
      if (count > 0 && !gjk.coresOverlap) surface.arrow(0, 0, gjk.axis[0], gjk.axis[1], colors.hit);
      const taken = gjk.steps;
      if (!over) {
        controls.status(
          count === 0
            ? 'No point of the difference is known yet.'
            : `After ${taken} steps: ${names[count]}, |v| = ${Math.hypot(gjk.axis[0], gjk.axis[1]).toFixed(3)}.`,
        );
        return;
      }
      gjkFinish2d(gjk);
      if (!gjk.coresOverlap)
        surface.line(gjk.pointA[0], gjk.pointA[1], gjk.pointB[0], gjk.pointB[1], colors.ink, 2.5);
      controls.status(
        gjk.coresOverlap
          ? `Over after ${taken} steps: the simplex holds the origin, the polygons overlap.`
          : `Over after ${taken} steps: distance ${gjk.distance.toFixed(3)}.`,
      );
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}

const names = ['', 'a point', 'a segment', 'a triangle'];
