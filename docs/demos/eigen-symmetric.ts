/**
 * A cloud of points that can be dragged, its principal axes and the ellipse of one and two standard
 * deviations.
 */

import type { Mat3, Vec3 } from '@colide/core';
import { eigenSymmetric, Random } from '@colide/math';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [];
  const values: Vec3 = [0, 0, 0];
  const vectors: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

  const scatter = () => {
    const random = new Random(seed++);
    const angle = random.uniform(0.2, 1);
    handles.length = 0;
    for (let i = 0; i < 24; i++) {
      const along = 0.85 * random.normal();
      const across = 0.3 * random.normal();
      handles.push({
        x: along * Math.cos(angle) - across * Math.sin(angle),
        y: along * Math.sin(angle) + across * Math.cos(angle),
        label: `point ${i + 1}`,
      });
    }
  };

  /** Mean and covariance of the points, a 3×3 matrix whose third row and column are zero. */
  const analyse = () => {
    const n = handles.length;
    const meanX = handles.reduce((sum, point) => sum + point.x, 0) / n;
    const meanY = handles.reduce((sum, point) => sum + point.y, 0) / n;
    let xx = 0;
    let xy = 0;
    let yy = 0;
    for (const { x, y } of handles) {
      xx += (x - meanX) ** 2 / n;
      xy += ((x - meanX) * (y - meanY)) / n;
      yy += (y - meanY) ** 2 / n;
    }
    eigenSymmetric(values, vectors, [xx, xy, 0, xy, yy, 0, 0, 0, 0]);
    return [meanX, meanY] as const;
  };

  let seed = 3;
  scatter();
  const surface = new Surface(stage, {
    label: 'A cloud of points with its principal axes',
    halfHeight: 2.4,
    handles,
    draw(surface) {
      const { colors } = surface;
      const [x, y] = analyse();
      surface.grid();
      const long = Math.sqrt(Math.max(0, values[0]));
      const short = Math.sqrt(Math.max(0, values[1]));
      for (const size of [2, 1]) {
        const outline: number[] = [];
        for (let i = 0; i < 72; i++) {
          const u = size * long * Math.cos((i * Math.PI) / 36);
          const v = size * short * Math.sin((i * Math.PI) / 36);
          outline.push(x + u * vectors[0] + v * vectors[3], y + u * vectors[1] + v * vectors[4]);
        }
        surface.polygon(outline, colors.a, 0.1, 1.5);
      }
      surface.arrow(x, y, x + 2 * long * vectors[0], y + 2 * long * vectors[1], colors.b, 3);
      surface.arrow(x, y, x + 2 * short * vectors[3], y + 2 * short * vectors[4], colors.c, 3);
      controls.status(
        `variance along the first axis ${values[0].toFixed(3)}, along the second ${values[1].toFixed(3)}`,
      );
    },
  });
  controls.button('Another cloud', () => {
    scatter();
    surface.redraw();
  });
  return () => surface.dispose();
}
