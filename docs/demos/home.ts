/**
 * Discs that drift and bounce off the frame. Their pairs are found by sort and sweep: intervals on the x axis are
 * kept in order by insertion sort (little changes from one picture to the next), then each is compared with those
 * that begin before it ends.
 */
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const most = 600;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const x = new Float64Array(most);
  const y = new Float64Array(most);
  const vx = new Float64Array(most);
  const vy = new Float64Array(most);
  const radius = new Float64Array(most);
  const order = new Uint32Array(most);
  const touching = new Uint8Array(most);
  const pairs = new PairList(1024);
  let count = 160;
  let tests = 0;

  const scatter = () => {
    const random = new Random(7);
    for (let i = 0; i < most; i++) {
      x[i] = random.uniform(-surface.halfWidth, surface.halfWidth);
      y[i] = random.uniform(-1, 1);
      vx[i] = 0.12 * random.normal();
      vy[i] = 0.12 * random.normal();
      radius[i] = random.uniform(0.02, 0.065);
    }
    rebuild(count);
  };
  const rebuild = (n: number) => {
    count = n;
    for (let i = 0; i < n; i++) order[i] = i;
  };

  const move = (seconds: number) => {
    for (let i = 0; i < count; i++) {
      x[i] += vx[i] * seconds;
      y[i] += vy[i] * seconds;
      if (Math.abs(x[i]) > surface.halfWidth) vx[i] = -Math.sign(x[i]) * Math.abs(vx[i]);
      if (Math.abs(y[i]) > 1) vy[i] = -Math.sign(y[i]) * Math.abs(vy[i]);
    }
  };

  const sweep = () => {
    const start = (i: number) => x[i] - radius[i];
    for (let k = 1; k < count; k++) {
      const moved = order[k];
      let at = k;
      for (; at > 0 && start(order[at - 1]) > start(moved); at--) order[at] = order[at - 1];
      order[at] = moved;
    }
    pairs.clear();
    touching.fill(0);
    tests = 0;
    for (let k = 0; k < count; k++) {
      const a = order[k];
      const end = x[a] + radius[a];
      for (let m = k + 1; m < count && start(order[m]) <= end; m++) {
        const b = order[m];
        tests++;
        const dx = x[a] - x[b];
        const dy = y[a] - y[b];
        const reach = radius[a] + radius[b];
        if (dx * dx + dy * dy > reach * reach) continue;
        pairs.pushOrdered(a, b);
        touching[a] = touching[b] = 1;
      }
    }
  };

  const surface = new Surface(stage, {
    label: 'Moving discs; those that overlap light up and are joined by a line',
    halfHeight: 1,
    aspect: 2.6,
    draw(surface) {
      const { colors, context } = surface;
      for (let i = 0; i < count; i++) {
        context.globalAlpha = touching[i] ? 0.8 : 0.35;
        surface.disc(x[i], y[i], radius[i], touching[i] ? colors.b : colors.a);
      }
      context.globalAlpha = 1;
      for (let k = 0; k < pairs.count; k++) {
        const a = pairs.first(k);
        const b = pairs.second(k);
        surface.line(x[a], y[a], x[b], y[b], colors.ink, 1.5);
      }
    },
  });

  scatter();
  controls.animate(seconds => {
    move(seconds);
    sweep();
    surface.paint();
    const all = (count * (count - 1)) / 2;
    controls.status(`${pairs.count} pairs overlap; sort and sweep made ${tests} of ${all} tests.`);
  });
  controls.slider('discs', { min: 20, max: most, step: 10, value: count }, rebuild);
  controls.reset(scatter);
  return () => surface.dispose();
}
