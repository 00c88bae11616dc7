/**
 * The projection response on two bodies of particles in the plane: the vertex that has entered and the edge
 * it entered through are moved to a common point, by their masses, and distance constraints restore the
 * shapes.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { moveEdgeTo, moveVertexTo, projectDistance, projectionPoint } from '@colide/solvers';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import type { Palette } from './kit/theme.ts';

/** Particles 0 to 2 are a triangle, 3 to 6 a box below it. */
const rest = [-0.45, 0.75, 0, 0.45, 0.75, 0, 0, 0, 0, -0.8, 0, 0, 0.8, 0, 0, 0.8, -0.7, 0, -0.8, -0.7, 0];
const bodies = [
  [0, 1, 2],
  [3, 4, 5, 6],
];
const [tip, edge] = [2, [3, 4]];
/** Pairs of particles that keep their distance: all within a body. */
const links = bodies.flatMap(body => body.flatMap((i, k) => body.slice(k + 1).map(j => [i, j])));
const restLengths = links.map(([i, j]) =>
  Math.hypot(rest[3 * i] - rest[3 * j], rest[3 * i + 1] - rest[3 * j + 1]),
);

const titles = [
  'A vertex of the triangle lies below the top edge of the box.',
  'q lies between the vertex and the edge, nearer to the point of the heavier body.',
  'The vertex is moved to q, and the edge so that its nearest point lands there: nothing overlaps, but both are bent.',
  'Relaxation: distances are restored one after the other, a few rounds.',
];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [{ x: 0.25, y: -0.3, label: 'the vertex of the triangle' }];
  const positions = new Float64Array(rest.length);
  const inverseMasses = new Float64Array(7);

  /** Moves the bodies to the position of the dragged triangle. */
  const start = () => {
    positions.set(rest);
    for (const i of bodies[0]) {
      positions[3 * i] += handles[0].x;
      positions[3 * i + 1] += handles[0].y;
    }
    for (const [b, body] of bodies.entries())
      for (const i of body) inverseMasses[i] = b === 0 ? 1 : 1 / ratio.value;
  };
  /** The point of the edge nearest to the vertex, and the projection point of the two. */
  const meetingPoint = (): { alpha: number; q: ReadonlyVec3 } => {
    const [a, b] = edge;
    const [x, y] = [positions[3 * tip], positions[3 * tip + 1]];
    const alpha = Math.max(0, Math.min(1, (x - positions[3 * a]) / (positions[3 * b] - positions[3 * a])));
    const [ex, ey] = [0, 1].map(k => (1 - alpha) * positions[3 * a + k] + alpha * positions[3 * b + k]);
    return { alpha, q: projectionPoint([0, 0, 0], [x, y, 0], 1, [ex, ey, 0], ratio.value) };
  };
  const relax = (rounds: number) => {
    for (let n = 0; n < rounds; n++)
      for (const [k, [i, j]] of links.entries())
        projectDistance(positions, inverseMasses, i, j, restLengths[k], 1);
  };
  const drawBodies = (surface: Surface, colors: Palette) => {
    for (const [b, body] of bodies.entries()) {
      const color = b === 0 ? colors.a : colors.b;
      surface.polygon(
        body.flatMap(i => [positions[3 * i], positions[3 * i + 1]]),
        color,
        0.25,
      );
      for (const i of body) surface.disc(positions[3 * i], positions[3 * i + 1], 0.03, color);
    }
  };

  const surface: Surface = new Surface(stage, {
    label: 'A triangle whose vertex has entered a box, and the points that both are moved to',
    halfHeight: 1.2,
    handles,
    dragged: () => surface.redraw(),
    draw(surface) {
      const { colors } = surface;
      start();
      const { alpha, q } = meetingPoint();
      const isInside = positions[3 * tip + 1] < 0 && Math.abs(positions[3 * tip]) < 0.8;
      if (!isInside) {
        drawBodies(surface, colors);
        controls.status('The bodies do not overlap. Drag the vertex of the triangle into the box.');
        return;
      }
      if (step.value >= 2) {
        moveVertexTo(positions, inverseMasses, tip, q);
        moveEdgeTo(positions, inverseMasses, edge[0], edge[1], alpha, q);
      }
      if (step.value >= 3) relax(8);
      drawBodies(surface, colors);
      if (step.value >= 1) surface.disc(q[0], q[1], 0.04, colors.hit);
      const error = Math.max(
        ...links.map(([i, j], k) =>
          Math.abs(
            Math.hypot(positions[3 * i] - positions[3 * j], positions[3 * i + 1] - positions[3 * j + 1]) -
              restLengths[k],
          ),
        ),
      );
      controls.status(`${titles[step.value]} Largest error of a distance: ${error.toFixed(4)}.`);
    },
  });
  const step = controls.slider('step', { min: 0, max: 3, step: 1, value: 1 }, () => surface.redraw());
  controls.button('Step', () => {
    step.value = (step.value + 1) % 4;
    surface.redraw();
  });
  const ratio = controls.slider('mass of the box', { min: 0.25, max: 8, step: 0.25, value: 1 }, () =>
    surface.redraw(),
  );
  return () => surface.dispose();
}
