/**
 * Thousands of boxes against one that can be dragged: the hits, and the time of a query by kernels and by
 * JavaScript.
 */
import { IdList, loadSimd, Random, SimdBoxes } from 'colide';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';

/** Queries whose time is taken together, since one is shorter than clocks can tell. */
const timed = 200;
/** Rounds before times are shown, since code is still being compiled. */
const untimed = 5;
const halfHeight = 1.15;
const halfBox = 0.25;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [{ x: 0.2, y: 0.1, label: 'box' }];
  const hits = new IdList();
  let kernels: Awaited<ReturnType<typeof loadSimd>>;
  let [simd, plain] = [new SimdBoxes(0, undefined), new SimdBoxes(0, undefined)];
  let rounds = 0;
  let time = 0;
  /** Microseconds per query by kernels and by JavaScript, running means. */
  const means = [0, 0];

  const build = () => {
    const random = new Random(3);
    [simd, plain] = [new SimdBoxes(count.value, kernels), new SimdBoxes(count.value, undefined)];
    const width = surface?.halfWidth ?? 2;
    const size = 2.2 / Math.sqrt(count.value);
    for (let i = 0; i < count.value; i++) {
      const [x, y] = [random.uniform(-width, width), random.uniform(-halfHeight, halfHeight)];
      const [w, h] = [random.uniform(0.2, 0.6) * size, random.uniform(0.2, 0.6) * size];
      simd.data.set([x - w, y - h, -1, x + w, y + h, 1], 6 * i);
    }
    plain.data.set(simd.data.subarray(0, 6 * count.value));
    rounds = 0;
    surface?.redraw();
  };
  const boxAt = ({ x, y }: Handle) => [x - halfBox, y - halfBox, -1, x + halfBox, y + halfBox, 1];

  /** Takes the time of some queries with each. */
  const measure = () => {
    const box = boxAt(handles[0]);
    for (const [i, boxes] of [simd, plain].entries()) {
      const start = performance.now();
      for (let n = 0; n < timed; n++) {
        hits.clear();
        boxes.query(hits, box);
      }
      const each = (1000 * (performance.now() - start)) / timed;
      means[i] = rounds <= untimed ? each : means[i] + 0.05 * (each - means[i]);
    }
    rounds++;
  };

  let surface: Surface | undefined;
  const count = controls.slider('boxes', { min: 500, max: 20_000, step: 500, value: 3000 }, build);
  build();
  surface = new Surface(stage, {
    label: 'Boxes, and those among them that touch a box that can be dragged',
    halfHeight,
    handles,
    draw(surface) {
      const { colors } = surface;
      const [minX, minY, , maxX, maxY] = boxAt(handles[0]);
      hits.clear();
      simd.query(hits, boxAt(handles[0]));
      const isHit = new Set(hits.toArray());
      for (let i = 0; i < count.value; i++) {
        const [x0, y0, , x1, y1] = simd.data.subarray(6 * i, 6 * i + 6);
        const color = isHit.has(i) ? colors.hit : colors.a;
        surface.polygon([x0, y0, x1, y0, x1, y1, x0, y1], color, isHit.has(i) ? 0.6 : 0.15, 1);
      }
      surface.polygon([minX, minY, maxX, minY, maxX, maxY, minX, maxY], colors.b, 0.1, 2);
      const [fast, slow] = means.map(mean => `${mean.toFixed(1)} µs`);
      const times = kernels
        ? `${fast} per query with kernels, ${slow} in JavaScript`
        : `${slow} per query; this browser has no WebAssembly SIMD`;
      controls.status(
        `${counted(hits.count, 'box overlaps', 'boxes overlap')} it. ${rounds > untimed ? `${times}.` : 'Warming up …'}`,
      );
    },
  });
  const mounted = surface;
  build();
  loadSimd().then(loaded => {
    kernels = loaded;
    build();
  });
  controls.animate(seconds => {
    time += seconds;
    handles[0].x += seconds * 0.35 * Math.cos(0.7 * time);
    handles[0].y += seconds * 0.3 * Math.sin(1.1 * time);
    measure();
    mounted.paint();
  });
  return () => mounted.dispose();
}
