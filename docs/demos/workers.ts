/**
 * The same heavy world on the main thread or in a worker: boxes in a pit, and below them the time from frame
 * to frame. In a worker the frames keep their rate however long a step takes.
 */
import { BoxShape, Random, WorkerWorld, World } from 'colide';
import { BoxGeometry, Color, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';
import { readPalette } from './kit/theme.ts';

const most = 3000;
const wallHalf = 20;
const bars = 150;
/** Milliseconds at the upper edge of the chart. */
const top = 60;
const places = ['worker', 'main thread'] as const;

/** Boxes over a pit that they fill about eight deep. */
function fill(world: Pick<World, 'add'>, count: number): void {
  const random = new Random(3);
  const side = Math.ceil(Math.sqrt(count / 8));
  const half = 0.25 * side + 0.2;
  const floor = new BoxShape([half + 1, 0.5, half + 1]);
  world.add({ shape: floor, type: 'static', position: [0, -0.5, 0] });
  for (const sign of [-1, 1]) {
    const x = new BoxShape([0.5, wallHalf, half + 1]);
    const z = new BoxShape([half + 1, wallHalf, 0.5]);
    world.add({ shape: x, type: 'static', position: [sign * (half + 0.5), wallHalf, 0] });
    world.add({ shape: z, type: 'static', position: [0, wallHalf, sign * (half + 0.5)] });
  }
  const shape = new BoxShape([0.2, 0.2, 0.2]);
  for (let i = 0; i < count; i++) {
    const layer = Math.floor(i / (side * side));
    const place = (k: number) => 0.5 * (k - (side - 1) / 2) + random.uniform(-0.04, 0.04);
    world.add({
      shape,
      position: [place(i % side), 0.4 + 0.55 * layer, place(Math.floor(i / side) % side)],
      rotation: [0.1 * random.normal(), 0.1 * random.normal(), 0.1 * random.normal(), 1],
    });
  }
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const geometry = new BoxGeometry(0.4, 0.4, 0.4);
  const material = new MeshStandardMaterial({ roughness: 0.6 });
  const boxes = new InstancedMesh(geometry, material, most);
  boxes.frustumCulled = false;
  const view = new SceneView(stage, {
    label: 'Boxes in a pit',
    distance: 17,
    ground: -1.5,
    paint({ bodies }) {
      const tones = bodies.map(color => new Color(color));
      for (let i = 0; i < most; i++) boxes.setColorAt(i, tones[i % tones.length]);
      if (boxes.instanceColor) boxes.instanceColor.needsUpdate = true;
    },
  });
  view.scene.add(boxes);
  boxes.position.y = -1.5;

  const chart = document.createElement('canvas');
  chart.height = 160;
  chart.style.cssText = 'display:block;width:100%;height:80px';
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', 'Milliseconds from frame to frame');
  stage.after(chart);
  const pen = chart.getContext('2d')!;

  let remote: WorkerWorld | undefined;
  let local: World | undefined;
  const intervals: number[] = [];
  let last = 0;

  const restart = () => {
    remote?.dispose();
    remote = local = undefined;
    if (place.value === 'worker') {
      const worker = new Worker(new URL('colide/worker', import.meta.url), { type: 'module' });
      remote = new WorkerWorld(worker, { sleeping: false });
      remote.onerror = error => controls.status(error.message);
      fill(remote, count.value);
      remote.start();
    } else {
      local = new World({ sleeping: false });
      fill(local, count.value);
    }
    intervals.length = last = 0;
  };
  const matrix = new Matrix4();
  const position = new Vector3();
  const turn = new Quaternion();
  const one = new Vector3(1, 1, 1);
  const draw = () => {
    const { positions, rotations, count: room } = (remote ?? local!).bodies;
    boxes.count = Math.max(0, Math.min(count.value, room - 5));
    for (let i = 0; i < boxes.count; i++) {
      position.fromArray(positions, 3 * (i + 5));
      turn.fromArray(rotations, 4 * (i + 5));
      boxes.setMatrixAt(i, matrix.compose(position, turn, one));
    }
    boxes.instanceMatrix.needsUpdate = true;
    view.redraw();
  };
  const drawChart = () => {
    const { a, hit, ink, surface } = readPalette();
    const width = 2 * stage.clientWidth;
    if (chart.width !== width) chart.width = width;
    const { height } = chart;
    const line = height * (1 - 1000 / 60 / top);
    pen.fillStyle = surface;
    pen.fillRect(0, 0, width, height);
    for (const [i, interval] of intervals.entries()) {
      const tall = (height * Math.min(interval, top)) / top;
      pen.fillStyle = interval > 25 ? hit : a;
      pen.fillRect((i * width) / bars, height - tall, width / bars - 2, tall);
    }
    pen.fillStyle = ink;
    pen.fillRect(0, line, width, 2);
    pen.font = '24px sans-serif';
    pen.textAlign = 'right';
    pen.fillText('16.7 ms', width - 12, line - 8);
  };

  const place = controls.choice('the world is in', places, restart);
  const count = controls.slider('boxes', { min: 200, max: most, step: 200, value: 1600 }, restart);
  controls.button('Shake', () => {
    for (let body = 5; body < count.value + 5; body++)
      (remote ?? local!).setVelocity(body, [0, 3 + (body % 5), 0], [0, body % 3, 0]);
  });
  restart();

  controls.animate(() => {
    const now = performance.now();
    if (last > 0) intervals.push(now - last);
    last = now;
    if (intervals.length > bars) intervals.shift();
    remote?.update();
    local?.step(1 / 60);
    draw();
    drawChart();
    const sorted = [...intervals].sort((x, y) => x - y);
    const median = sorted[sorted.length >> 1] ?? 0;
    const { total } = (remote ?? local!).timings;
    controls.status(
      `A step takes ${total.toFixed(1)} ms ${remote ? 'in the worker' : 'on the main thread'}; ` +
        `a frame every ${median.toFixed(1)} ms, at most ${(sorted.at(-1) ?? 0).toFixed(0)} ms.`,
    );
  });
  controls.reset(restart);
  return () => {
    remote?.dispose();
    chart.remove();
    for (const owned of [geometry, material, boxes]) owned.dispose();
    view.dispose();
  };
}
