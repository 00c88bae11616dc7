/**
 * Two ribbons of triangles that bend and drift through each other, the spheres of their trees and the faces
 * that meet.
 */
import { PairList } from '@colide/core';
import { SphereTree } from '@colide/spatial';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const kinds = ['layered (bending)', 'wrapped (rigid)'] as const;
const splits = ['median', 'middle', 'sorting'] as const;
const segments = 24;
const width = 0.07;

interface Ribbon {
  readonly positions: Float64Array;
  readonly indices: number[];
  tree: SphereTree;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let ribbons: Ribbon[] = [];
  let time = 0;
  const pairs = new PairList();

  const build = () => {
    time = 0;
    ribbons = [0, 1].map(side => {
      const positions = new Float64Array(6 * (segments + 1));
      const indices: number[] = [];
      for (let i = 0; i < segments; i++)
        indices.push(2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3);
      pose(positions, side, 0, 1);
      const chosen = kind.value === 'wrapped (rigid)' ? 'wrapped' : 'layered';
      return {
        positions,
        indices,
        tree: new SphereTree(positions, indices, { kind: chosen, split: split.value }),
      };
    });
    surface?.redraw();
  };

  const drawSpheres = (surface: Surface, tree: SphereTree, node: number, depth: number, color: string) => {
    if (depth === 0 || tree.faces[node] >= 0) {
      const [x, y, , radius] = tree.spheres.subarray(4 * node, 4 * node + 4);
      surface.ring(x, y, radius, color, 1.2);
      return;
    }
    drawSpheres(surface, tree, node + 1, depth - 1, color);
    drawSpheres(surface, tree, tree.second[node], depth - 1, color);
  };

  let surface: Surface | undefined;
  const kind = controls.choice('tree', kinds, build);
  const split = controls.choice('divide at', splits, build);
  const depth = controls.slider('level', { min: 0, max: 6, step: 1, value: 3 }, () => surface?.redraw());
  build();
  surface = new Surface(stage, {
    label: 'Two ribbons and the spheres around their faces',
    halfHeight: 1.1,
    draw(surface) {
      const { colors } = surface;
      const [first, second] = ribbons;
      for (const { tree } of ribbons) {
        tree.update();
        tree.counters.reset();
      }
      pairs.clear();
      first.tree.findPairs(pairs, second.tree);
      const met = [new Set<number>(), new Set<number>()];
      for (let i = 0; i < pairs.count; i++) {
        met[0].add(pairs.first(i));
        met[1].add(pairs.second(i));
      }
      ribbons.forEach(({ positions, indices, tree }, side) => {
        const color = side === 0 ? colors.a : colors.c;
        for (let face = 0; face < indices.length / 3; face++) {
          const corners = [0, 1, 2].flatMap(k => {
            const at = 3 * indices[3 * face + k];
            return [positions[at], positions[at + 1]];
          });
          surface.polygon(
            corners,
            met[side].has(face) ? colors.hit : color,
            met[side].has(face) ? 0.8 : 0.3,
            1,
          );
        }
        drawSpheres(surface, tree, 0, depth.value, color);
      });
      const faces = first.indices.length / 3;
      controls.status(
        `${pairs.count} pairs of faces meet; ${first.tree.counters.nodesVisited} pairs of spheres and ${first.tree.counters.trianglesTested} of ${faces * faces} pairs of faces compared.`,
      );
    },
  });
  const mounted = surface;
  controls.animate(seconds => {
    time += seconds;
    ribbons.forEach(({ positions }, side) => {
      pose(positions, side, time, kind.value === 'wrapped (rigid)' ? 0 : 1);
    });
    mounted.paint();
  });
  controls.reset(build);
  return () => mounted.dispose();
}

/** Places a ribbon: it swings up and down and turns; with `bend` 1 it waves as well. */
function pose(positions: Float64Array, side: number, time: number, bend: number): void {
  const angle = (side === 0 ? 0.25 : -0.3) * Math.sin(0.5 * time + side) + side * 0.5;
  const lift = (side === 0 ? 0.3 : -0.3) * Math.cos(0.9 * time);
  for (let i = 0; i <= segments; i++) {
    const x = (3 * i) / segments - 1.5;
    const y = 0.14 * Math.sin(4 * x + (2 + side) * time * bend) + lift;
    for (let k = 0; k < 2; k++) {
      const up = y + (k === 0 ? -width : width);
      positions[6 * i + 3 * k] = x * Math.cos(angle) - up * Math.sin(angle);
      positions[6 * i + 3 * k + 1] = x * Math.sin(angle) + up * Math.cos(angle);
    }
  }
}
