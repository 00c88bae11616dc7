/**
 * Points that can be dragged, the smallest ball around them with its support, and Ritter's ball beside it.
 */
import { createMinimalSphere, createSphere, sphereFromPointsRitter, sphereMinimal } from '@colide/bounds';
import { Random } from '@colide/math';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';

const pointCount = 10;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let seed = 5;
  const handles: Handle[] = Array.from({ length: pointCount }, (_, i) => ({
    x: 0,
    y: 0,
    label: `point ${i + 1}`,
  }));
  const scatter = () => {
    const random = new Random(seed++);
    for (const handle of handles) {
      handle.x = random.uniform(-1.3, 1.3);
      handle.y = random.uniform(-0.9, 0.9);
    }
  };
  scatter();
  const smallest = createMinimalSphere();
  const ritter = createSphere();

  const surface = new Surface(stage, {
    label: 'Ten points and the smallest ball around them',
    halfHeight: 1.7,
    handles,
    dragged: () => surface.redraw(),
    draw(surface) {
      const { colors, context } = surface;
      // Points of a plane: the smallest ball of space has its centre in that plane.
      const points = handles.flatMap(({ x, y }) => [x, y, 0]);
      const { sphere, support, supportCount } = sphereMinimal(smallest, points);
      sphereFromPointsRitter(ritter, points);
      context.setLineDash([6, 6]);
      surface.ring(ritter[0], ritter[1], ritter[3], colors.soft);
      context.setLineDash([]);
      surface.ring(sphere[0], sphere[1], sphere[3], colors.a, 2.5);
      surface.disc(sphere[0], sphere[1], 0.025, colors.a);
      for (const i of support.subarray(0, supportCount)) {
        surface.line(sphere[0], sphere[1], handles[i].x, handles[i].y, colors.b, 1.5);
        surface.disc(handles[i].x, handles[i].y, 0.07, colors.b);
      }
      const excess = 100 * (ritter[3] / sphere[3] - 1);
      controls.status(
        `Radius ${sphere[3].toFixed(3)}, determined by ${counted(supportCount, 'point')}. Ritter's ball (dashed) is ${excess.toFixed(1)} % larger.`,
      );
    },
  });
  controls.button('Other points', () => {
    scatter();
    surface.redraw();
  });
  return () => surface.dispose();
}
