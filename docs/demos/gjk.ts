/** Two polygons, their configuration-space obstacle, and GJK on it, one step at a time. */
import { PolygonShape2d, Posed2d } from '@colide/geometry';
import { createGjkResult2d, gjkFinish2d, gjkStart2d, gjkStep2d } from '@colide/narrowphase';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { polygonDifference } from './kit/polygons.ts';

const cornersA = [-0.7, -0.4, 0.5, -0.6, 0.8, 0.2, 0.1, 0.7, -0.6, 0.4];
const cornersB = [-0.5, -0.35, 0.45, -0.3, 0.1, 0.55];

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
  let steps = 0;
  const next = controls.step(() => {
    steps = Math.min(steps, gjk.steps) + 1;
    surface?.redraw();
  });
  controls.reset(() => {
    steps = 0;
    surface?.redraw();
  });
  surface = new Surface(stage, {
    label: 'Two polygons that can be dragged, and the simplices of GJK on their difference',
    halfHeight: 2,
    halfWidth: 3.1,
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
      label(surface, 'A − B', obstacle, colors.soft);
      surface.polygon(p, colors.a, 0.25);
      surface.polygon(q, colors.b, 0.25);
      surface.text('A', handles[0].x, handles[0].y, colors.a, [0, -20], 16);
      surface.text('B', handles[1].x, handles[1].y, colors.b, [0, -20], 16);
      gjkStart2d(gjk, a, b);
      let over = false;
      for (let i = 0; i < steps && !over; i++) over = gjkStep2d(gjk);
      const { w, count } = gjk.simplex;
      const points = Array.from(w.subarray(0, 2 * count));
      if (count > 1) surface.polygon(points, colors.hit, 0.3, 3);
      for (let i = 0; i < count; i++) surface.disc(w[2 * i], w[2 * i + 1], 5 / surface.scale, colors.hit);
      surface.disc(0, 0, 4 / surface.scale, colors.ink);
      surface.text('origin', 0, 0, colors.ink, [8, 16]);
      if (count > 0 && !gjk.coresOverlap) surface.arrow(0, 0, gjk.axis[0], gjk.axis[1], colors.hit);
      const taken = counted(gjk.steps, 'step');
      next.value = !over;
      if (!over) {
        controls.status(
          count === 0
            ? 'No point of A − B is known yet. Press Step.'
            : `After ${taken}: ${names[count]}, |v| = ${Math.hypot(gjk.axis[0], gjk.axis[1]).toFixed(3)}.`,
        );
        return;
      }
      gjkFinish2d(gjk);
      if (!gjk.coresOverlap)
        surface.line(gjk.pointA[0], gjk.pointA[1], gjk.pointB[0], gjk.pointB[1], colors.ink, 2.5);
      controls.status(
        gjk.coresOverlap
          ? `Done after ${taken}: the simplex contains the origin, so the polygons overlap.`
          : `Done after ${taken}: the distance is ${gjk.distance.toFixed(3)}.`,
      );
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}

const names = ['', 'a point', 'a segment', 'a triangle'];

/** Writes a name inside a polygon, near its lower end. */
function label(surface: Surface, name: string, corners: ArrayLike<number>, color: string): void {
  let x = 0;
  let lowest = Infinity;
  for (let i = 0; i < corners.length; i += 2) {
    x += (2 * corners[i]) / corners.length;
    lowest = Math.min(lowest, corners[i + 1]);
  }
  surface.text(name, x, lowest, color, [0, -26], 16);
}
