/** A draggable polygon with its centre of mass and its radius of gyration. */
import { createMassProperties2d, massProperties2d } from '@colide/geometry';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const start = [-1.6, -0.8, 1.5, -0.8, 1.5, -0.2, -0.9, -0.2, -0.9, 0.9, -1.6, 0.9];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = start
    .filter((_, i) => i % 2 === 0)
    .map((_, i) => ({ x: 0, y: 0, label: `corner ${i + 1}` }));
  const mass = createMassProperties2d();
  const reset = () => {
    handles.forEach((handle, i) => {
      handle.x = start[2 * i];
      handle.y = start[2 * i + 1];
    });
  };
  reset();
  const surface = new Surface(stage, {
    label: 'A polygon, its centre of mass and its radius of gyration',
    halfHeight: 1.5,
    handles,
    draw(surface) {
      const { colors } = surface;
      const points = handles.flatMap(({ x, y }) => [x, y]);
      surface.grid(0.5);
      surface.polygon(points, colors.a, 0.2, 2.5);
      try {
        massProperties2d(mass, points);
      } catch {
        controls.status('The polygon must be counter-clockwise and have area.');
        return;
      }
      const radius = Math.sqrt(Math.max(0, mass.inertia / mass.mass));
      const [x, y] = mass.center;
      surface.ring(x, y, radius, colors.b, 2);
      surface.disc(x, y, 6 / surface.scale, colors.b);
      controls.status(
        `area ${mass.area.toFixed(3)}, centre (${x.toFixed(3)}, ${y.toFixed(3)}), inertia about it ${mass.inertia.toFixed(3)}: ` +
          `as if all mass were at distance ${radius.toFixed(3)} (the circle)`,
      );
    },
  });
  controls.reset(() => {
    reset();
    surface.redraw();
  });
  return () => surface.dispose();
}
