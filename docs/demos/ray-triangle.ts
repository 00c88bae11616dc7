/** A ray and a triangle in space: the hit, its weights, and the side from which it is seen. */
import { createRayHit } from '@colide/core';
import { rayTriangle, rayTriangleCulled } from '@colide/narrowphase';

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  SphereGeometry,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

type Triple = [number, number, number];

const corners: [Triple, Triple, Triple] = [
  [-0.9, -0.5, 0.4],
  [0.9, -0.4, 0.2],
  [0.05, 0.8, -0.4],
];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const surface = new BufferGeometry().setAttribute(
    'position',
    new BufferAttribute(Float32Array.from(corners.flat()), 3),
  );
  surface.computeVertexNormals();
  const path = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
  const ball = new SphereGeometry(0.035, 24, 16);
  const triangleMaterial = new MeshLambertMaterial({ side: DoubleSide, transparent: true, opacity: 0.75 });
  const rayMaterial = new LineBasicMaterial();
  const startMaterial = new MeshBasicMaterial();
  const hitMaterial = new MeshBasicMaterial();
  const view = new SceneView(stage, {
    label: 'A ray and a triangle',
    distance: 3.2,
    paint(colors) {
      triangleMaterial.color.set(colors.a);
      rayMaterial.color.set(colors.ink);
      startMaterial.color.set(colors.b);
      hitMaterial.color.set(colors.hit);
    },
  });
  const start = new Mesh(ball, startMaterial);
  const mark = new Mesh(ball, hitMaterial);
  const line = new Line(path, rayMaterial);
  line.frustumCulled = false;
  view.scene.add(new Mesh(surface, triangleMaterial), line, start, mark);

  const hit = createRayHit();
  const cast = () => {
    const origin: Triple = [0.9 * Math.sin(along.value), 0.25, (behind.value ? -1 : 1) * 1.4];
    const target: Triple = [aimX.value, aimY.value, 0];
    const direction = origin.map((x, k) => target[k] - x);
    const test = cull.value ? rayTriangleCulled : rayTriangle;
    const t = test(hit, origin, direction, ...corners);
    const end = t < Infinity ? t : 2;
    const positions = path.attributes['position'];
    const at = origin.map((x, k) => x + end * direction[k]) as Triple;
    positions.setXYZ(0, ...origin);
    positions.setXYZ(1, ...at);
    positions.needsUpdate = true;
    start.position.set(...origin);
    mark.position.set(...at);
    mark.visible = t < Infinity;
    view.redraw();
    const weights = [1 - hit.u - hit.v, hit.u, hit.v].map(weight => weight.toFixed(2)).join(', ');
    controls.status(t < Infinity ? `Hit at t = ${t.toFixed(3)}, weights ${weights}.` : 'The ray misses.');
  };
  const aimX = controls.slider('aim x', { min: -1, max: 1, step: 0.02, value: 0.1 }, cast);
  const aimY = controls.slider('aim y', { min: -1, max: 1, step: 0.02, value: 0.05 }, cast);
  const along = controls.slider('origin', { min: -1.5, max: 1.5, step: 0.02, value: 0.6 }, cast);
  const behind = controls.toggle('from behind', false, cast);
  const cull = controls.toggle('cull back faces', false, cast);
  cast();

  return () => {
    for (const part of [surface, path, ball, triangleMaterial, rayMaterial, startMaterial, hitMaterial])
      part.dispose();
    view.dispose();
  };
}
