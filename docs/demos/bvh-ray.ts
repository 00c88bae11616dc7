/**
 * A wall seen from above, the boxes of its bounding volume hierarchy, and a ray with the boxes that it
 * visits.
 */
import { createRayHit } from '@colide/core';
import { TriangleBvh } from '@colide/spatial';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

type Triple = [number, number, number];

/** A wavy closed wall around the origin, two triangles for each of `count` pieces. */
function makeWall(count: number): { positions: Float64Array; indices: Uint32Array } {
  const positions = new Float64Array(6 * count);
  const indices = new Uint32Array(6 * count);
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const radius = 0.75 + 0.2 * Math.sin(5 * angle) + 0.08 * Math.sin(17 * angle);
    const [x, y] = [1.5 * radius * Math.cos(angle), radius * Math.sin(angle)];
    positions.set([x, y, -1, x, y, 1], 6 * i);
    const next = (i + 1) % count;
    indices.set([2 * i, 2 * next, 2 * i + 1, 2 * i + 1, 2 * next, 2 * next + 1], 6 * i);
  }
  return { positions, indices };
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -0.2, y: 0.05, label: 'origin of the ray' },
    { x: 0.5, y: 0.35, label: 'aim of the ray' },
  ];
  const hit = createRayHit();
  let time = 0;
  let surface: Surface | undefined;
  let wall = makeWall(3);
  let bvh = new TriangleBvh(wall.positions, wall.indices);
  const build = () => {
    wall = makeWall(pieces.value);
    bvh = new TriangleBvh(wall.positions, wall.indices);
    surface?.redraw();
  };
  const pieces = controls.slider('pieces of wall', { min: 3, max: 400, step: 1, value: 120 }, build);
  const depth = controls.slider('levels shown', { min: 1, max: 10, step: 1, value: 10 }, () =>
    surface?.redraw(),
  );

  const drawNode = (
    surface: Surface,
    node: number,
    level: number,
    origin: Triple,
    direction: Triple,
    end: number,
  ) => {
    const { nodes, words } = bvh;
    const at = 8 * node;
    const [x0, y0, x1, y1] = [nodes[at], nodes[at + 1], nodes[at + 3], nodes[at + 4]];
    let enter = 0;
    let leave = end;
    for (let axis = 0; axis < 2; axis++) {
      const a = (nodes[at + axis] - origin[axis]) / direction[axis];
      const b = (nodes[at + axis + 3] - origin[axis]) / direction[axis];
      enter = Math.max(enter, Math.min(a, b));
      leave = Math.min(leave, Math.max(a, b));
    }
    const isMet = enter <= leave;
    const { colors } = surface;
    if (level <= depth.value)
      surface.polygon(
        [x0, y0, x1, y0, x1, y1, x0, y1],
        isMet ? colors.b : colors.a,
        isMet ? 0.12 : 0,
        isMet ? 2 : 0.75,
      );
    if (words[at + 7] > 0) return;
    for (let k = 0; k < 2; k++) drawNode(surface, words[at + 6] + k, level + 1, origin, direction, end);
  };

  build();
  surface = new Surface(stage, {
    label: 'A wall from above with the boxes of its tree and a ray',
    halfHeight: 1.15,
    handles,
    dragged: () => surface?.redraw(),
    draw(surface) {
      const { colors } = surface;
      const [from, aim] = [handles[0], handles[1]];
      const origin: Triple = [from.x, from.y, 0.1];
      const direction: Triple = [aim.x - from.x || 1e-6, aim.y - from.y || 1e-6, 0];
      bvh.counters.reset();
      const t = bvh.raycast(hit, origin, direction);
      const end = t < Infinity ? t : 4 / Math.hypot(...direction);
      drawNode(surface, 0, 1, origin, direction, end);
      const { positions } = wall;
      for (let i = 0; i < positions.length; i += 6) {
        const next = (i + 6) % positions.length;
        surface.line(positions[i], positions[i + 1], positions[next], positions[next + 1], colors.ink, 2);
      }
      surface.arrow(from.x, from.y, from.x + end * direction[0], from.y + end * direction[1], colors.hit);
      if (t < Infinity) surface.disc(from.x + t * direction[0], from.y + t * direction[1], 0.03, colors.hit);
      const { nodesVisited, trianglesTested } = bvh.counters;
      controls.status(
        `${nodesVisited} of ${bvh.nodes.length / 8 - 1} nodes visited, ${trianglesTested} of ${bvh.triangleCount} triangles tested` +
          (t < Infinity ? `; hit on triangle ${hit.triangle}.` : '; no hit.'),
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    time += seconds;
    handles[1].x = handles[0].x + 0.6 * Math.cos(0.4 * time);
    handles[1].y = handles[0].y + 0.6 * Math.sin(0.4 * time);
    mounted.paint();
  });
  return () => mounted.dispose();
}
