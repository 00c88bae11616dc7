/** Solids that fall on a heap, simulated on the reader's GPU; only poses come back to be drawn. */
import { GpuBodies } from '@colide/broadphase-gpu';
import { solidTruncatedOctahedron } from '@colide/geometry';
import { Random } from '@colide/math';

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { type DemoGpu, openDemoGpu } from './kit/gpu.ts';
import { SceneView } from './kit/scene.ts';
import { createWarmUp } from './kit/warm-up.ts';

const most = 1000;
const radius = 0.25;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const solid = solidTruncatedOctahedron(radius);
  const indexed = new BufferGeometry();
  indexed.setAttribute('position', new BufferAttribute(Float32Array.from(solid.positions), 3));
  indexed.setIndex(new BufferAttribute(Uint32Array.from(solid.indices), 1));
  const geometry = indexed.toNonIndexed();
  geometry.computeVertexNormals();
  const material = new MeshStandardMaterial({ roughness: 0.6 });
  const heap = new InstancedMesh(geometry, material, most);

  const view = new SceneView(stage, {
    label: 'Truncated octahedra falling on a heap',
    distance: 8,
    ground: -1,
    paint({ bodies }) {
      const tones = bodies.map(color => new Color(color));
      for (let i = 0; i < most; i++) heap.setColorAt(i, tones[i % tones.length]);
      heap.instanceColor!.needsUpdate = true;
    },
  });
  view.scene.add(heap);

  const matrix = new Matrix4();
  const position = new Vector3();
  const rotation = new Quaternion();
  const one = new Vector3(1, 1, 1);
  let count = 120;
  let gpu: DemoGpu | undefined;
  let bodies: GpuBodies | undefined;
  const warm = createWarmUp(20);
  let stepping = false;
  let ended = false;

  /** Poses of eight numbers per body onto the screen. */
  const show = (poses: Float32Array) => {
    heap.count = count;
    for (let i = 0; i < count; i++) {
      position.fromArray(poses, 8 * i);
      rotation.fromArray(poses, 8 * i + 4);
      heap.setMatrixAt(i, matrix.compose(position, rotation, one));
    }
    heap.instanceMatrix.needsUpdate = true;
    view.redraw();
  };

  const restart = () => {
    const random = new Random(count);
    const poses = new Float32Array(7 * count);
    const shown = new Float32Array(8 * count);
    const turn: [number, number, number, number] = [0, 0, 0, 1];
    for (let i = 0; i < count; i++) {
      random.rotation(turn);
      const place = [random.uniform(-0.5, 0.5), 0.18 * i - 0.6, random.uniform(-0.5, 0.5)];
      poses.set([...place, ...turn], 7 * i);
      shown.set([...place, 0, ...turn], 8 * i);
    }
    show(shown);
    bodies?.dispose();
    bodies = undefined;
    if (!gpu?.device) return;
    bodies = new GpuBodies({
      device: gpu.device,
      shapes: [solid.positions],
      shapeOf: new Uint32Array(count),
      poses,
      ground: -1,
      rounds: 4,
      damping: 0.985,
    });
  };

  controls.slider('Bodies', { min: 20, max: most, step: 20, value: count }, value => {
    count = value;
    if (!stepping) restart();
  });
  controls.reset(() => {
    if (!stepping) restart();
  });

  restart();
  controls.status('Asking for a GPU …');
  openDemoGpu().then(found => {
    if (ended) return;
    gpu = found;
    controls.status(
      gpu.device
        ? `${gpu.label}: compiling shaders …`
        : 'Your browser has no WebGPU here, so nothing falls. Drag to look around.',
    );
    restart();
  });

  controls.animate(() => {
    const current = bodies;
    if (!current || stepping) return;
    stepping = true;
    const start = performance.now();
    current.step(1 / 60).then(
      poses => {
        stepping = false;
        if (ended) return;
        if (poses.length !== 8 * count) {
          restart();
          return;
        }
        show(poses);
        const time = (performance.now() - start).toFixed(1);
        controls.status(
          `${gpu!.label}: ${counted(count, 'body', 'bodies')}, ${counted(current.pairCount, 'pair')} of 18-DOPs${warm(`, ${time} ms including the round trip`)}; ${32 * count} bytes read.`,
        );
      },
      error => {
        bodies = undefined;
        if (!ended) controls.status(`The GPU gave up: ${error.message}`);
      },
    );
  });

  return () => {
    ended = true;
    bodies?.dispose();
    gpu?.device?.destroy();
    for (const owned of [geometry, indexed, material]) owned.dispose();
    heap.dispose();
    view.dispose();
  };
}
