/** A triangle and a point, all draggable: the nearest point, its weights and the feature it lies on. */
import { closestPointTriangle, createClosestPoint } from '@colide/math';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const start = [-1.1, -0.7, 1.2, -0.5, 0.1, 0.9, 1.5, 0.8];
const featureNames: Record<number, string> = {
  1: 'corner a',
  2: 'corner b',
  3: 'edge a b',
  4: 'corner c',
  5: 'edge a c',
  6: 'edge b c',
  7: 'the inside',
};

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = ['a', 'b', 'c', 'p'].map(label => ({ x: 0, y: 0, label }));
  const nearest = createClosestPoint();
  const reset = () => {
    handles.forEach((handle, i) => {
      handle.x = start[2 * i];
      handle.y = start[2 * i + 1];
    });
    surface?.redraw();
  };

  /** How far the nearest point of the triangle is, seen from x, y. */
  const query = (x: number, y: number) => {
    const [a, b, c] = handles;
    return Math.sqrt(closestPointTriangle(nearest, [x, y, 0], [a.x, a.y, 0], [b.x, b.y, 0], [c.x, c.y, 0]));
  };

  /** A field of short lines towards the nearest point, coloured by the feature: the Voronoi regions. */
  const drawField = (surface: Surface) => {
    const { colors } = surface;
    const gap = 30 / surface.scale;
    for (let x = -surface.halfWidth + gap / 2; x < surface.halfWidth; x += gap)
      for (let y = -surface.halfHeight + gap / 2; y < surface.halfHeight; y += gap) {
        const distance = query(x, y);
        if (nearest.feature === 7) continue;
        const corner = (nearest.feature & (nearest.feature - 1)) === 0;
        const share = (0.4 * gap) / distance;
        const [px, py] = nearest.point;
        surface.context.globalAlpha = 0.5;
        surface.line(x, y, x + share * (px - x), y + share * (py - y), corner ? colors.c : colors.a, 1.5);
      }
    surface.context.globalAlpha = 1;
  };

  let surface: Surface | undefined;
  reset();
  surface = new Surface(stage, {
    label: 'A triangle, a point, and the point of the triangle nearest to it',
    halfHeight: 1.5,
    handles,
    draw(surface) {
      const { colors } = surface;
      if (field.value) drawField(surface);
      const [a, b, c, p] = handles;
      surface.polygon([a.x, a.y, b.x, b.y, c.x, c.y], colors.a, 0.2);
      const distance = query(p.x, p.y);
      const [x, y] = nearest.point;
      surface.line(p.x, p.y, x, y, colors.b, 2.5);
      surface.disc(x, y, 6 / surface.scale, colors.b);
      for (const handle of handles) surface.text(handle.label, handle.x, handle.y, colors.ink, [0, -18]);
      const weights = Array.from(nearest.barycentric.subarray(0, 3), weight => weight.toFixed(2));
      controls.status(
        `Nearest: ${featureNames[nearest.feature]}, weights ${weights.join(', ')}, distance ${distance.toFixed(3)}.`,
      );
    },
  });
  const field = controls.toggle('directions everywhere', true, () => surface.redraw());
  controls.reset(reset);
  return () => surface.dispose();
}
