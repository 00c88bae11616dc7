/**
 * A small mesh with its half-edges as arrows: go from one to the next, to its twin and around a vertex; drag
 * vertices.
 */
import { IdList } from '@colide/core';
import { HalfEdgeMesh } from '@colide/geometry';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const startPlaces = [
  -1.7, -1, 0, -1.15, 1.7, -0.9, -1.9, 0.5, -0.5, 0.1, 0.7, 0.2, 1.9, 0.6, -0.9, 1.15, 0.8, 1.1,
];
const faceVertices = [0, 1, 4, 3, 1, 5, 4, 1, 2, 6, 5, 3, 4, 7, 4, 5, 8, 7, 5, 6, 8];
const faceOffsets = [0, 4, 7, 11, 14, 18, 21];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const places = [...startPlaces];
  const mesh = new HalfEdgeMesh({ faceOffsets, faceVertices }, places.length / 2);
  const handles: Handle[] = Array.from({ length: mesh.vertexCount }, (_, v) => ({
    x: places[2 * v],
    y: places[2 * v + 1],
    label: `vertex ${v}`,
  }));
  const ring = new IdList();
  let current = mesh.vertexHalfEdge[4];

  const surface = new Surface(stage, {
    label: 'A mesh of six faces with two half-edges along every inner edge',
    halfHeight: 1.5,
    handles,
    dragged(handle) {
      const v = handles.indexOf(handle);
      places[2 * v] = handle.x;
      places[2 * v + 1] = handle.y;
    },
    draw(surface) {
      const { colors } = surface;
      ring.clear();
      mesh.vertexRing(ring, mesh.origin[current]);
      const polygon: number[] = [];
      for (let h = faceOffsets[mesh.face[current]]; h < faceOffsets[mesh.face[current] + 1]; h++)
        polygon.push(places[2 * mesh.origin[h]], places[2 * mesh.origin[h] + 1]);
      surface.polygon(polygon, colors.a, 0.16, 0);
      for (let h = 0; h < mesh.origin.length; h++) drawHalfEdge(surface, h);
      for (let v = 0; v < mesh.vertexCount; v++) {
        const isOrigin = v === mesh.origin[current];
        surface.disc(
          places[2 * v],
          places[2 * v + 1],
          0.07,
          isOrigin ? colors.a : colors.surface,
          colors.ink,
        );
        surface.text(
          String(v),
          places[2 * v],
          places[2 * v + 1],
          isOrigin ? colors.a : colors.ink,
          [16, -10],
          11,
        );
      }
      const twin = mesh.twin[current];
      controls.status(
        `half-edge ${current}: from vertex ${mesh.origin[current]} to ${mesh.target(current)}, face ${mesh.face[current]} on its left, ` +
          `next ${mesh.next[current]}, twin ${twin < 0 ? 'none: a boundary' : twin}. ` +
          `Euler characteristic ${mesh.vertexCount} − ${mesh.edgeCount} + ${mesh.faceCount} = ${mesh.eulerCharacteristic}.`,
      );
    },
  });

  /** An arrow a little to the left of the edge. */
  const drawHalfEdge = (surface: Surface, h: number) => {
    const [a, b] = [2 * mesh.origin[h], 2 * mesh.target(h)];
    const [dx, dy] = [places[b] - places[a], places[b + 1] - places[a + 1]];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const at = (t: number): [number, number] => [
      places[a] + t * ux - 0.05 * uy,
      places[a + 1] + t * uy + 0.05 * ux,
    ];
    const { colors } = surface;
    const color =
      h === current ? colors.hit : h === mesh.twin[current] ? colors.b : ring.has(h) ? colors.c : colors.soft;
    surface.arrow(...at(0.14), ...at(length - 0.14), color, h === current ? 4 : 2);
  };

  const go = (to: number) => {
    if (to >= 0) current = to;
    surface.redraw();
  };
  controls.button('Next', () => go(mesh.next[current]));
  controls.button('Previous', () => go(mesh.previous(current)));
  controls.button('Twin', () => go(mesh.twin[current]));
  controls.button('Around the vertex', () =>
    go(ring.get((ring.toArray().indexOf(current) + 1) % ring.count)),
  );
  return () => surface.dispose();
}
