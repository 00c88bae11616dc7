/** A torus cut into convex parts, one cut at a time, the parts moved apart to be seen. */
import { ConvexDecomposition, type Hull } from '@colide/geometry';

import { BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshStandardMaterial } from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { SceneView } from './kit/scene.ts';

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const group = new Group();
  let tones: readonly string[] = [];
  let work: ConvexDecomposition | undefined;

  const view = new SceneView(stage, {
    label: 'A torus as convex parts',
    distance: 5,
    paint(colors) {
      tones = colors.bodies;
      if (work) show(work);
    },
  });
  view.scene.add(group);

  const restart = () => {
    const { positions, indices } = torus(28, 12, 1, 0.38);
    work = new ConvexDecomposition(positions, indices, { maxConcavity: bound.value, maxParts: 40 });
    while (work.parts.length < 6 && work.step());
    show(work);
  };

  function clear(): void {
    for (const mesh of group.children as Mesh<BufferGeometry, MeshStandardMaterial>[]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    group.clear();
  }

  function show(work: ConvexDecomposition): void {
    clear();
    work.parts.forEach(({ hull }, i) => {
      const color = new Color(tones[i % tones.length]);
      const mesh = new Mesh(hullGeometry(hull), new MeshStandardMaterial({ color, flatShading: true }));
      const center = [0, 1, 2].map(k =>
        hull.vertices.filter((_, j) => j % 3 === k).reduce((s, x) => s + x, 0),
      );
      mesh.position.fromArray(center.map(x => (spread.value * 3 * x) / hull.vertices.length));
      group.add(mesh);
    });
    controls.status(
      `${counted(work.parts.length, 'part')}, the worst ${work.worstConcavity.toFixed(3)} concave`,
    );
    view.redraw();
  }

  const bound = controls.slider('concavity allowed', { min: 0.03, max: 0.6, step: 0.01, value: 0.1 }, () =>
    restart(),
  );
  const spread = controls.slider('apart', { min: 0, max: 1, step: 0.01, value: 0.25 }, () => show(work!));
  controls.button('Cut', () => {
    work!.step();
    show(work!);
  });
  controls.button('Cut to the bound', () => {
    while (work!.step());
    show(work!);
  });
  controls.reset(restart);
  restart();
  return () => {
    clear();
    view.dispose();
  };
}

function hullGeometry({ vertices, faceOffsets, faceVertices }: Hull): BufferGeometry {
  const triangles: number[] = [];
  for (let f = 0; f + 1 < faceOffsets.length; f++)
    for (let k = faceOffsets[f] + 2; k < faceOffsets[f + 1]; k++)
      triangles.push(faceVertices[faceOffsets[f]], faceVertices[k - 1], faceVertices[k]);
  const geometry = new BufferGeometry();
  const positions = Float32Array.from(triangles.flatMap(v => [...vertices.subarray(3 * v, 3 * v + 3)]));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function torus(
  m: number,
  n: number,
  major: number,
  minor: number,
): { positions: number[]; indices: number[] } {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = (i: number, j: number) => (i % m) * n + (j % n);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      const [u, v] = [(2 * Math.PI * i) / m, (2 * Math.PI * j) / n];
      const r = major + minor * Math.cos(v);
      positions.push(r * Math.cos(u), -minor * Math.sin(v), r * Math.sin(u));
      indices.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return { positions, indices };
}
