/**
 * The benchmark of the GPU broad phase on the reader's own GPU: time of a frame against the number of boxes,
 * and a CPU sweep.
 */
import { GpuBroadPhase, type GpuSearch } from '@colide/broadphase-gpu';
import { type BroadPhase, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { BruteForce, DynamicBvh, HashGrid, LooseOctree, UniformGrid } from '@colide/spatial';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { openDemoGpu } from './kit/gpu.ts';

const sizes = [300, 1000, 3000, 10_000, 30_000, 100_000];
const searches: GpuSearch[] = ['sweep', 'grid', 'lbvh'];
const patience = 1500;
/** The size up to which it runs by itself. */
const firstSize = 1000;
/** `10 000`, as in the text of the page. */
const grouped = (n: number) => n.toLocaleString('en').replaceAll(',', '\u202f');

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const curves = new Map<string, [n: number, milliseconds: number][]>();
  const table = document.createElement('table');
  let ended = false;
  const cursor: Handle = { x: 0, y: -0.6, label: 'number of boxes to read the times at' };

  const surface = new Surface(stage, {
    label: 'Time of a frame against the number of boxes, logarithmic',
    halfHeight: 1,
    aspect: 2,
    handles: [cursor],
    draw,
  });
  table.className = 'demo-table';
  stage.append(table);

  const x = (n: number) =>
    -surface.halfWidth + 0.36 + (Math.log10(n / 100) / 3.1) * (2 * surface.halfWidth - 1.4);
  cursor.x = x(Math.sqrt(sizes[0] * firstSize));
  const y = (time: number) => -0.8 + (Math.log10(Math.max(time, 0.05) / 0.05) / 5) * 1.7;

  function draw(): void {
    const { colors, halfWidth } = surface;
    for (const time of [0.1, 1, 10, 100, 1000]) {
      surface.line(-halfWidth + 0.34, y(time), halfWidth, y(time), colors.grid, 1);
      surface.text(
        time < 1000 ? `${time} ms` : `${time / 1000} s`,
        -halfWidth + 0.18,
        y(time),
        colors.ink,
        [0, 0],
        11,
      );
    }
    for (const n of [100, 1000, 10_000, 100_000]) {
      surface.line(x(n), -0.85, x(n), 0.95, colors.grid, 1);
      surface.text(grouped(n), x(n), -0.93, colors.ink, [0, 0], 11);
    }
    keepCursor();
    surface.line(cursor.x, -0.85, cursor.x, 0.95, colors.soft, 1);
    const palette = [colors.a, colors.b, colors.c, colors.hit, colors.ink, '#c9a227', '#b0558f', colors.soft];
    const legend: { name: string; color: string; at: [number, number] }[] = [];
    [...curves].forEach(([name, points], i) => {
      const color = palette[i % palette.length];
      points.forEach(([n, time], k) => {
        surface.disc(x(n), y(time), 0.015, color);
        if (k > 0) surface.line(x(points[k - 1][0]), y(points[k - 1][1]), x(n), y(time), color, 2);
      });
      const read = timeAt(points, cursor.x);
      const shown = read === undefined ? name : `${name}: ${read.toFixed(read < 10 ? 1 : 0)} ms`;
      const [n, time] = points[points.length - 1];
      legend.push({ name: shown, color, at: [x(n), y(time)] });
    });
    drawLegend(surface, legend);
  }

  /** Where nothing was measured, there is nothing to read. */
  function keepCursor(): void {
    const largest = Math.max(firstSize, ...[...curves.values()].flatMap(points => points.map(([n]) => n)));
    cursor.x = Math.min(x(largest), Math.max(x(sizes[0]), cursor.x));
  }

  /** The time where a curve crosses the cursor. */
  function timeAt(points: [number, number][], at: number): number | undefined {
    for (let k = 1; k < points.length; k++) {
      const [[n0, t0], [n1, t1]] = [points[k - 1], points[k]];
      const share = (at - x(n0)) / (x(n1) - x(n0));
      if (share >= 0 && share <= 1) return t0 ** (1 - share) * t1 ** share;
    }
    return undefined;
  }

  const note = (name: string, n: number, time: number) => {
    if (!curves.has(name)) curves.set(name, []);
    curves.get(name)!.push([n, time]);
    fillTable();
    surface.redraw();
  };

  const fillTable = () => {
    const measured = sizes.filter(n =>
      [...curves.values()].some(points => points.some(([size]) => size === n)),
    );
    const cell = (points: [number, number][], n: number) => {
      const time = points.find(([size]) => size === n)?.[1];
      return time === undefined ? '–' : time.toFixed(time < 10 ? 2 : 0);
    };
    const head = ['ms per frame', ...measured.map(grouped)];
    const rows = [
      head,
      ...[...curves].map(([name, points]) => [name, ...measured.map(n => cell(points, n))]),
    ];
    table.replaceChildren(
      ...rows.map((cells, at) => {
        const line = document.createElement('tr');
        line.append(
          ...cells.map(text => {
            const element = document.createElement(at === 0 ? 'th' : 'td');
            element.textContent = text;
            return element;
          }),
        );
        return line;
      }),
    );
  };

  const run = async (largest = sizes.at(-1)!) => {
    for (const button of buttons) button.value = false;
    curves.clear();
    try {
      const { device, label } = await openDemoGpu();
      try {
        await race(device, label, largest);
      } finally {
        device?.destroy();
      }
      controls.status(
        `${label}. Every box moves in every frame${device ? '; GPU times include the round trip to the GPU' : ''}.`,
      );
    } catch (error) {
      controls.status(`Stopped: ${error instanceof Error ? error.message : error}`);
    } finally {
      for (const button of buttons) button.value = true;
    }
  };

  const race = async (device: GPUDevice | undefined, label: string, largest: number) => {
    const tired = new Set<string>();
    for (const [i, search] of (device ? searches : []).entries()) {
      controls.status(`${label}. Compiling the shaders of ${search}, ${i + 1} of ${searches.length} …`);
      if (!ended) await measure(new GpuBroadPhase({ device, search }), uniformBoxes(64));
    }
    for (const n of sizes.filter(size => size <= largest)) {
      const boxes = uniformBoxes(n);
      controls.status(`${label}. ${grouped(n)} boxes …`);
      for (const search of device ? searches : []) {
        if (ended || tired.has(search)) continue;
        const time = await measure(new GpuBroadPhase({ device, search }), boxes);
        note(`GPU ${search}`, n, time);
        if (time > patience) tired.add(search);
      }
      for (const [name, make] of cpuStructures) {
        if (ended || tired.has(name)) continue;
        const structure = make();
        structure.insertAll(boxes);
        const time = await measure({ ...wrap(structure), dispose() {} }, boxes);
        note(name, n, time);
        if (time > patience / 4) tired.add(name);
      }
    }
  };

  const buttons = [
    controls.button(`Run to ${grouped(10_000)} boxes`, () => void run(10_000)),
    controls.button(`Run to ${grouped(100_000)} boxes`, () => void run()),
  ];
  controls.status('Press Run: a few seconds of full work for your GPU and one CPU core.');
  void run(firstSize);
  return () => {
    ended = true;
    surface.dispose();
    table.remove();
  };
}

/** Names beside the ends of their curves, one below the other where they would overlap. */
function drawLegend(surface: Surface, legend: { name: string; color: string; at: [number, number] }[]): void {
  const { context } = surface;
  context.font = '12px system-ui, sans-serif';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let below = Infinity;
  for (const { name, color, at } of legend.sort((a, b) => b.at[1] - a.at[1])) {
    below = Math.min(at[1], below - 15 / surface.scale);
    context.fillStyle = color;
    context.fillText(name, surface.px(at[0]) + 10, surface.py(below));
  }
}

/** The methods of a broad phase that a measurement needs. */
interface Measured {
  insertAll(boxes: Float32Array): number;
  update(id: number, box: Float32Array): void;
  findPairs(out: PairList): number | Promise<number>;
  dispose(): void;
}

/** A structure that has its boxes already. */
function wrap(structure: BroadPhase): Omit<Measured, 'dispose'> {
  return {
    insertAll: () => 0,
    update: (id, box) => structure.update(id, box),
    findPairs: out => structure.findPairs(out),
  };
}

const cpuStructures: [string, () => BroadPhase][] = [
  ['CPU uniform grid', () => new UniformGrid()],
  ['CPU hash grid', () => new HashGrid()],
  ['CPU dynamic BVH', () => new DynamicBvh()],
  ['CPU loose octree', () => new LooseOctree()],
  ['CPU brute force', () => new BruteForce()],
];

/** Milliseconds of a frame in which every box is updated and all pairs are found; the best of three. */
async function measure(broadPhase: Measured, boxes: Float32Array): Promise<number> {
  broadPhase.insertAll(boxes);
  const pairs = new PairList();
  let best = Infinity;
  for (let run = 0; run < 4; run++) {
    pairs.clear();
    const start = performance.now();
    for (let id = 0; id < boxes.length / 6; id++) broadPhase.update(id, boxes.subarray(6 * id, 6 * id + 6));
    await broadPhase.findPairs(pairs);
    if (run > 0) best = Math.min(best, performance.now() - start);
    if (run > 0 && best > patience) break;
    await new Promise(resolve => setTimeout(resolve));
  }
  broadPhase.dispose();
  return best;
}

function uniformBoxes(n: number): Float32Array {
  const random = new Random(n);
  const extent = Math.cbrt(n);
  const boxes = new Float32Array(6 * n);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < 3; k++) {
      const center = random.uniform(-extent, extent);
      const half = random.uniform(0.3, 0.7);
      boxes[6 * i + k] = center - half;
      boxes[6 * i + k + 3] = center + half;
    }
  return boxes;
}
