/** A draggable polygon cut into convex parts, with a slider for the concavity that is let through. */
import { convexDecomposition2d } from '@colide/geometry';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

/** A star of alternating radii, dented. */
const start = Array.from({ length: 14 }, (_, i) => {
  const radius = i % 2 === 0 ? 1.3 : 0.75 + 0.06 * (i % 5);
  return [1.3 * radius * Math.cos((Math.PI * i) / 7), radius * Math.sin((Math.PI * i) / 7)];
}).flat();

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = Array.from({ length: start.length / 2 }, (_, i) => ({
    x: 0,
    y: 0,
    label: `corner ${i + 1}`,
  }));
  const reset = () => {
    handles.forEach((handle, i) => {
      handle.x = start[2 * i];
      handle.y = start[2 * i + 1];
    });
  };
  reset();
  const surface = new Surface(stage, {
    label: 'A polygon and its convex parts',
    halfHeight: 1.5,
    handles,
    draw(surface) {
      const { colors } = surface;
      const points = handles.flatMap(({ x, y }) => [x, y]);
      try {
        const { partOffsets, partVertices, concavities } = convexDecomposition2d(points, bound.value);
        const shades = [colors.a, colors.b, colors.c];
        for (let i = 0; i + 1 < partOffsets.length; i++) {
          const part = Array.from(partVertices.subarray(partOffsets[i], partOffsets[i + 1]));
          surface.polygon(
            part.flatMap(v => [points[2 * v], points[2 * v + 1]]),
            shades[i % 3],
            0.28,
            2,
          );
        }
        controls.status(
          `${partOffsets.length - 1} convex parts, largest concavity ${Math.max(...concavities).toFixed(3)}`,
        );
      } catch {
        controls.status('The polygon must not cross itself.');
      }
      surface.polygon(points, colors.ink, 0, 2.5);
    },
  });
  const bound = controls.slider('concavity allowed', { min: 0, max: 0.6, step: 0.01, value: 0 }, () =>
    surface.redraw(),
  );
  controls.reset(() => {
    reset();
    surface.redraw();
  });
  return () => surface.dispose();
}
