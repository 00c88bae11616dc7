/**
 * A concave body cut into convex cells by a BSP tree, inside and outside, and the cells that a ray visits
 * until it hits.
 */
import { createRayHit } from '@colide/core';
import { BspTree } from '@colide/spatial';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { clipPolygon } from './kit/polygons.ts';

const shapes = ['star', 'comb', 'gear'] as const;
const level = 0.5;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -1.7, y: 0.55, label: 'start of the ray' },
    { x: 0.4, y: -0.1, label: 'aim of the ray' },
  ];
  const hit = createRayHit();
  let outline: number[] = [];
  let tree = new BspTree([], []);
  let time = 0;

  const build = () => {
    outline = outlines[shape.value]();
    const { positions, indices } = extrude(outline);
    tree = new BspTree(positions, indices, { planes: 'faces' });
    surface?.redraw();
  };

  /** Draws the cells of a node within a convex polygon; returns how many the ray passes. */
  const drawCells = (surface: Surface, node: number, cell: number[], end: number): number => {
    const { colors } = surface;
    if (cell.length < 6) return 0;
    if (node < 0) {
      const visited = segmentMeets(cell, handles, end);
      surface.polygon(
        cell,
        node === -2 ? colors.a : visited ? colors.b : colors.soft,
        node === -2 ? 0.45 : visited ? 0.22 : 0.03,
        1,
      );
      if (node === -2 && visited) surface.polygon(cell, colors.b, 0.3, 1);
      return visited ? 1 : 0;
    }
    const [a, b, c, d] = tree.planes.subarray(4 * node, 4 * node + 4);
    const offset = c * level - d;
    return (
      drawCells(surface, tree.nodes[2 * node], clipPolygon(cell, -a, -b, -offset), end) +
      drawCells(surface, tree.nodes[2 * node + 1], clipPolygon(cell, a, b, offset), end)
    );
  };

  let surface: Surface | undefined;
  const shape = controls.choice('shape', shapes, build);
  build();
  surface = new Surface(stage, {
    label: 'A concave shape cut into convex cells, and a ray',
    halfHeight: 1.15,
    handles,
    draw(surface) {
      const { colors, halfWidth } = surface;
      const [from, to] = handles;
      const direction: [number, number, number] = [to.x - from.x || 1e-9, to.y - from.y, 0];
      tree.counters.reset();
      const t = tree.raycast(hit, [from.x, from.y, level], direction);
      const end = Math.min(t, 9);
      const frame = [-halfWidth, -1.15, halfWidth, -1.15, halfWidth, 1.15, -halfWidth, 1.15];
      const cells = drawCells(surface, 0, frame, end);
      surface.polygon(outline, colors.ink, 0, 2.5);
      const x = from.x + end * direction[0];
      const y = from.y + end * direction[1];
      surface.line(from.x, from.y, x, y, colors.ink, 2);
      if (t < Infinity) {
        surface.disc(x, y, 0.03, colors.hit);
        surface.arrow(x, y, x + 0.25 * hit.normal[0], y + 0.25 * hit.normal[1], colors.hit);
      }
      const where = tree.contains([from.x, from.y, level]) ? 'inside' : 'outside';
      const what = t < Infinity ? `passes the surface at t = ${t.toFixed(3)}` : 'misses';
      controls.status(
        `${counted(tree.nodeCount, 'plane')}. The ray starts ${where}, visits ${counted(cells, 'cell')} by ${counted(tree.counters.nodesVisited, 'plane')} and ${what}.`,
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    time += seconds;
    handles[1].y += 0.4 * seconds * Math.cos(0.8 * time);
    mounted.paint();
  });
  return () => mounted.dispose();
}

const outlines = {
  star: () =>
    Array.from({ length: 10 }, (_, i) => {
      const radius = i % 2 === 0 ? 0.95 : 0.4;
      return [radius * Math.cos((Math.PI * i) / 5 + 0.3), radius * Math.sin((Math.PI * i) / 5 + 0.3)];
    }).flat(),
  comb: () => [
    -1.2, -0.7, 1.2, -0.7, 1.2, 0.7, 0.8, 0.7, 0.8, -0.2, 0.2, -0.2, 0.2, 0.7, -0.2, 0.7, -0.2, -0.2, -0.8,
    -0.2, -0.8, 0.7, -1.2, 0.7,
  ],
  gear: () =>
    Array.from({ length: 32 }, (_, i) => {
      const radius = i % 4 < 2 ? 0.95 : 0.7;
      return [radius * Math.cos((Math.PI * i) / 16), radius * Math.sin((Math.PI * i) / 16)];
    }).flat(),
};

/** A prism over an outline, counter-clockwise. */
function extrude(outline: number[]): { positions: number[]; indices: number[] } {
  const count = outline.length / 2;
  const positions: number[] = [];
  for (const z of [0, 1])
    for (let i = 0; i < count; i++) positions.push(outline[2 * i], outline[2 * i + 1], z);
  const indices: number[] = [];
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    indices.push(i, next, next + count, i, next + count, i + count);
  }
  for (const [a, b, c] of cutEars(outline)) indices.push(a, c, b, a + count, b + count, c + count);
  return { positions, indices };
}

/**
 * Triangles of a simple polygon: corners whose triangle holds no other corner are cut off one after the
 * other.
 */
function cutEars(outline: number[]): [number, number, number][] {
  const side = (a: number, b: number, c: number) =>
    (outline[2 * b] - outline[2 * a]) * (outline[2 * c + 1] - outline[2 * a + 1]) -
    (outline[2 * b + 1] - outline[2 * a + 1]) * (outline[2 * c] - outline[2 * a]);
  const left = Array.from({ length: outline.length / 2 }, (_, i) => i);
  const triangles: [number, number, number][] = [];
  while (left.length > 2) {
    const at = left.findIndex((b, i) => {
      const a = left.at(i - 1)!;
      const c = left[(i + 1) % left.length];
      const holds = (p: number) => side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0;
      return side(a, b, c) > 0 && !left.some(p => p !== a && p !== b && p !== c && holds(p));
    });
    const ear = Math.max(0, at);
    triangles.push([left.at(ear - 1)!, left[ear], left[(ear + 1) % left.length]]);
    left.splice(ear, 1);
  }
  return triangles;
}

/** Whether the ray passes a convex cell, counter-clockwise, before the parameter `end`. */
function segmentMeets(cell: number[], [from, to]: Handle[], end: number): boolean {
  let near = 0;
  let far = end;
  for (let i = 0; i < cell.length; i += 2) {
    const j = (i + 2) % cell.length;
    const nx = cell[i + 1] - cell[j + 1];
    const ny = cell[j] - cell[i];
    const height = nx * (from.x - cell[i]) + ny * (from.y - cell[i + 1]);
    const speed = nx * (to.x - from.x || 1e-9) + ny * (to.y - from.y);
    if (speed === 0) {
      if (height < 0) return false;
    } else if (speed > 0) near = Math.max(near, -height / speed);
    else far = Math.min(far, -height / speed);
  }
  return near < far - 1e-9;
}
