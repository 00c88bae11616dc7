/**
 * Points on a sphere: uniform as `Random.unitVector` gives them, and two habits that look right and are not.
 */
import { Random } from '@colide/math';
import {
  BufferAttribute,
  BufferGeometry,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  SphereGeometry,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const most = 6000;
const methods = ['unitVector (uniform)', 'normalised cube', 'uniform angles'] as const;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const positions = new Float32Array(3 * most);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  const material = new PointsMaterial({ size: 0.022 });
  const globe = new MeshBasicMaterial();
  const view = new SceneView(stage, {
    label: 'Random points on a sphere',
    distance: 3.2,
    paint(colors) {
      material.color.set(colors.a);
      globe.color.set(colors.grid);
    },
  });
  const ball = new SphereGeometry(0.985, 48, 32);
  view.scene.add(new Points(geometry, material), new Mesh(ball, globe));

  const fill = () => {
    const random = new Random(seed.value);
    const point = new Float64Array(3) as unknown as [number, number, number];
    let nearPoles = 0;
    for (let i = 0; i < count.value; i++) {
      draw(point, random, method.value);
      positions.set(point, 3 * i);
      if (Math.abs(point[1]) > 0.9) nearPoles++;
    }
    geometry.setDrawRange(0, count.value);
    geometry.attributes['position'].needsUpdate = true;
    view.redraw();
    const share = (100 * nearPoles) / count.value;
    controls.status(`${share.toFixed(1)} % of the points have |y| > 0.9; on a uniform sphere it is 10 %.`);
  };
  const method = controls.choice('method', methods, fill);
  const count = controls.slider('points', { min: 200, max: most, step: 100, value: 3000 }, fill);
  const seed = controls.slider('seed', { min: 1, max: 20, step: 1, value: 1 }, fill);
  fill();

  return () => {
    geometry.dispose();
    ball.dispose();
    material.dispose();
    globe.dispose();
    view.dispose();
  };
}

function draw(out: [number, number, number], random: Random, method: (typeof methods)[number]): void {
  if (method === 'unitVector (uniform)') {
    random.unitVector(out);
  } else if (method === 'normalised cube') {
    for (let k = 0; k < 3; k++) out[k] = random.uniform(-1, 1);
    const length = Math.hypot(...out) || 1;
    for (let k = 0; k < 3; k++) out[k] /= length;
  } else {
    const azimuth = random.uniform(0, 2 * Math.PI);
    const elevation = random.uniform(-Math.PI / 2, Math.PI / 2);
    out[0] = Math.cos(elevation) * Math.cos(azimuth);
    out[1] = Math.sin(elevation);
    out[2] = Math.cos(elevation) * Math.sin(azimuth);
  }
}
