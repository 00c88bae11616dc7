/**
 * The sub-algorithm of GJK in the plane: the regions in which a point, an edge or the inside of a triangle is
 * nearest the origin, and how far two ways of finding it disagree where the triangle is flat.
 */
import { createGjkSimplex, johnson, signedVolumes } from '@colide/narrowphase';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const methods = { 'Signed Volumes': signedVolumes, Johnson: johnson };
const names = ['nothing', 'a vertex', 'an edge', 'the inside'];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -0.9, y: -0.5, label: 'vertex 1' },
    { x: 1.0, y: -0.3, label: 'vertex 2' },
    { x: 0.1, y: 0.8, label: 'vertex 3' },
    { x: 0.9, y: 0.75, label: 'the origin' },
  ];
  const simplex = createGjkSimplex();
  const v = new Float64Array(3);

  /** The point of the triangle nearest to x, y, and how many vertices it takes to write it. */
  const nearest = (method: keyof typeof methods, x: number, y: number): number => {
    simplex.count = 3;
    simplex.largest[0] = 0;
    for (let i = 0; i < 3; i++) {
      simplex.w.set([handles[i].x - x, handles[i].y - y, 0], 3 * i);
      simplex.largest[0] = Math.max(simplex.largest[0], (handles[i].x - x) ** 2 + (handles[i].y - y) ** 2);
    }
    methods[method](v, simplex);
    return simplex.count;
  };

  const surface: Surface = new Surface(stage, {
    label:
      'A triangle, the regions nearest to its vertices, edges and inside, and the nearest point to the origin',
    halfHeight: 1.5,
    handles,
    dragged: () => surface.redraw(),
    draw(surface) {
      const { colors, context } = surface;
      const shades = [colors.surface, colors.b, colors.c, colors.a];
      const cell = 0.02;
      context.globalAlpha = 0.22;
      for (let y = -surface.halfHeight; y < surface.halfHeight; y += cell)
        for (let x = -surface.halfWidth; x < surface.halfWidth; x += cell) {
          context.fillStyle = shades[nearest(method.value, x + 0.5 * cell, y + 0.5 * cell)];
          const [left, top] = [Math.round(surface.px(x)), Math.round(surface.py(y + cell))];
          const [right, bottom] = [Math.round(surface.px(x + cell)), Math.round(surface.py(y))];
          context.fillRect(left, top, right - left, bottom - top);
        }
      context.globalAlpha = 1;
      surface.polygon(
        handles.slice(0, 3).flatMap(({ x, y }) => [x, y]),
        colors.ink,
        0,
        2,
      );
      const { x, y } = handles[3];
      const count = nearest(method.value, x, y);
      const [px, py, distance] = [x + v[0], y + v[1], Math.hypot(v[0], v[1])];
      surface.line(x, y, px, py, colors.hit, 2.5);
      surface.disc(px, py, 0.035, colors.hit);
      const other = method.value === 'Johnson' ? 'Signed Volumes' : 'Johnson';
      nearest(other, x, y);
      const difference = Math.hypot(x + v[0] - px, y + v[1] - py);
      const answer =
        difference < 1e-15
          ? 'the same point'
          : `a point ${difference < 1e-3 ? difference.toExponential(1) : difference.toFixed(4)} away from it`;
      controls.status(`Nearest: ${names[count]}, at ${distance.toFixed(4)}. ${other} gives ${answer}.`);
    },
  });
  const method = controls.choice('sub-algorithm', Object.keys(methods) as (keyof typeof methods)[], () =>
    surface.redraw(),
  );
  controls.button('Flatten the triangle', () => {
    const [a, b, c] = handles;
    c.x = 0.4 * a.x + 0.6 * b.x;
    c.y = 0.4 * a.y + 0.6 * b.y + 1e-9;
    surface.redraw();
  });
  controls.reset(() => {
    Object.assign(handles[2], { x: 0.1, y: 0.8 });
    surface.redraw();
  });
  return () => surface.dispose();
}
