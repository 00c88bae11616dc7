/**
 * Boxes that drift and the broad phase on the reader's GPU, stage by stage: the boxes, their intervals on the
 * sweep axis in sorted order, the candidates of one box, and the pairs.
 */
import { GpuBroadPhase } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { BruteForce } from '@colide/spatial';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { openDemoGpu } from './kit/gpu.ts';
import { createWarmUp } from './kit/warm-up.ts';

const depth = 1;
const stages = ['pairs', 'boxes', 'intervals', 'candidates'] as const;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const random = new Random(5);
  const pairs = new PairList();
  let count = 60;
  let boxes = new Float32Array(0);
  /** Where the boxes were when the pairs on show were searched for. */
  let drawn = boxes;
  let speeds = new Float32Array(0);
  let broadPhase: GpuBroadPhase | undefined;
  let device: GPUDevice | undefined;
  let label = 'Asking for a GPU …';
  let searching = false;
  let milliseconds = 0;
  let ended = false;
  const finger: Handle = { x: 0, y: 0.35, label: 'box that you move' };

  const surface = new Surface(stage, {
    label: 'Drifting boxes; overlapping ones are joined by a line. Below, their intervals on the sweep axis',
    halfHeight: 1.2,
    aspect: 2,
    handles: [finger],
    dragged: () => placeFinger(),
    draw,
  });

  const placeFinger = () => {
    const box = [finger.x - 0.14, finger.y - 0.12, -0.5, finger.x + 0.14, finger.y + 0.12, 0.5];
    boxes.set(box, 0);
  };

  const restart = () => {
    boxes = new Float32Array(6 * count);
    speeds = new Float32Array(2 * count);
    const size = Math.min(0.16, 1.1 / Math.sqrt(count));
    for (let i = 0; i < count; i++) {
      const x = random.uniform(-surface.halfWidth, surface.halfWidth);
      const y = random.uniform(-0.3, 1.1);
      const [w, h] = [random.uniform(0.3, 1) * size, random.uniform(0.3, 1) * size];
      boxes.set([x - w, y - h, -depth, x + w, y + h, depth], 6 * i);
      speeds.set([random.uniform(-0.12, 0.12), random.uniform(-0.12, 0.12)], 2 * i);
    }
    placeFinger();
    drawn = boxes.slice();
    broadPhase?.clear();
    broadPhase?.insertAll(boxes);
    pairs.clear();
  };

  const shown = controls.choice('Stage', stages, () => surface.redraw());
  controls.slider('Boxes', { min: 20, max: 1000, step: 20, value: count }, value => {
    count = value;
    restart();
  });
  controls.reset(restart);

  function draw(): void {
    const { colors, halfWidth } = surface;
    const hit = new Uint8Array(count);
    for (let i = 0; i < 2 * pairs.count; i++) hit[pairs.data[i]] = 1;
    for (let i = 0; i < count; i++) {
      const [x0, y0, , x1, y1] = drawn.subarray(6 * i, 6 * i + 6);
      const color = i === 0 ? colors.c : shown.value === 'pairs' && hit[i] ? colors.hit : colors.a;
      surface.polygon([x0, y0, x1, y0, x1, y1, x0, y1], color, i === 0 ? 0.5 : 0.2, 1);
    }
    surface.line(-halfWidth, -0.42, halfWidth, -0.42, colors.grid, 2);
    if (shown.value === 'pairs') drawPairs();
    if (shown.value === 'boxes') surface.text('uploaded: 24 bytes per box', 0, -0.8, colors.soft);
    else drawIntervals(hit);
  }

  function drawPairs(): void {
    const { colors } = surface;
    for (let i = 0; i < Math.min(pairs.count, 4000); i++) {
      const [a, b] = [6 * pairs.first(i), 6 * pairs.second(i)];
      surface.line(
        (drawn[a] + drawn[a + 3]) / 2,
        (drawn[a + 1] + drawn[a + 4]) / 2,
        (drawn[b] + drawn[b + 3]) / 2,
        (drawn[b + 1] + drawn[b + 4]) / 2,
        colors.hit,
        2,
      );
    }
  }

  /** Intervals on the x axis, sorted by where they begin; candidates of box 0 begin inside its own. */
  function drawIntervals(hit: Uint8Array): void {
    const { colors } = surface;
    const withCandidates = shown.value === 'candidates';
    const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => drawn[6 * a] - drawn[6 * b]);
    order.forEach((i, place) => {
      const y = -0.48 - (0.68 * place) / count;
      const [low, high] = [drawn[6 * i], drawn[6 * i + 3]];
      const candidate = withCandidates && i !== 0 && low >= drawn[0] && low <= drawn[3];
      const inPair = shown.value === 'pairs' && hit[i] === 1;
      const color = i === 0 ? colors.c : candidate ? colors.b : inPair ? colors.hit : colors.a;
      surface.line(low, y, high, y, color, i === 0 || candidate ? 3 : 1.5);
    });
    if (!withCandidates) return;
    for (const x of [drawn[0], drawn[3]]) surface.line(x, -1.2, x, 1.2, colors.c, 1);
  }

  const warm = createWarmUp(20);
  const search = async () => {
    if (!broadPhase || searching) return;
    searching = true;
    const found = new PairList();
    const searched = boxes.slice();
    const start = performance.now();
    try {
      await broadPhase.findPairs(found);
      milliseconds = performance.now() - start;
      if (!ended && searched.length === boxes.length) {
        drawn = searched;
        pairs.clear();
        for (let i = 0; i < found.count; i++) pairs.push(found.first(i), found.second(i));
      }
    } catch (error) {
      label = (error as Error).message;
    }
    searching = false;
    const how = broadPhase.failure ? 'brute force' : broadPhase.search;
    const both = broadPhase.failure ? '' : ' including the round trip';
    if (!ended)
      controls.status(
        `${label}: ${counted(pairs.count, 'pair')} of ${count} boxes by ${how}${warm(`, ${milliseconds.toFixed(1)} ms${both}`)}.`,
      );
  };

  restart();
  controls.status(label);
  openDemoGpu().then(gpu => {
    if (ended) return;
    label = gpu.label;
    device = gpu.device;
    controls.status(device ? `${label}: compiling shaders …` : label);
    broadPhase = new GpuBroadPhase({ device, fallback: new BruteForce() });
    broadPhase.insertAll(boxes);
    void search();
  });

  controls.animate(seconds => {
    const { halfWidth } = surface;
    for (let i = 1; i < count; i++)
      for (let k = 0; k < 2; k++) {
        const [low, high] = k === 0 ? [-halfWidth, halfWidth] : [-0.4, 1.2];
        const at = 6 * i + k;
        if (boxes[at] < low) speeds[2 * i + k] = Math.abs(speeds[2 * i + k]);
        if (boxes[at + 3] > high) speeds[2 * i + k] = -Math.abs(speeds[2 * i + k]);
        boxes[at] += seconds * speeds[2 * i + k];
        boxes[at + 3] += seconds * speeds[2 * i + k];
      }
    if (broadPhase && !searching) {
      for (let i = 0; i < count; i++) broadPhase.update(i, boxes.subarray(6 * i, 6 * i + 6));
      void search();
    }
    surface.redraw();
  });

  return () => {
    ended = true;
    broadPhase?.dispose();
    device?.destroy();
    surface.dispose();
  };
}
