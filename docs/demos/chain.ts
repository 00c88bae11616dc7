/** A chain that is dragged by its end: all links at once, or sweep by sweep. */
import {
  ChainConstraint,
  createDistanceError,
  DistanceConstraints,
  measureDistanceError,
  ParticleSystem,
} from '@colide/solvers';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const links = 30;
const link = 0.056;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const count = links + 1;
  const system = new ParticleSystem({ count, gravity: [0, -9.81, 0], damping: 0.002 });
  const hand: Handle = { x: 0, y: 1.1, label: 'the end of the chain' };
  const ids = Array.from({ length: 2 * links }, (_, k) => (k >> 1) + (k & 1));
  const lengths = new Array<number>(links).fill(link);
  const sweeps = new DistanceConstraints(count, ids, lengths);
  const direct = new ChainConstraint(
    count,
    Array.from({ length: count }, (_, i) => i),
    lengths,
  );
  const error = createDistanceError();

  const restart = () => {
    hand.x = 0;
    hand.y = 1.1;
    for (let i = 0; i < count; i++) system.place(i, link * i, 1.1, 0);
    system.pin(0);
  };
  restart();

  const method = controls.choice('Solver', ['sweeps', 'sweeps in substeps', 'all links at once']);
  const iterations = controls.slider('Iterations', { min: 1, max: 20, step: 1, value: 10 });
  const surface = new Surface(stage, {
    label: 'A chain that hangs from a point',
    halfHeight: 1.35,
    aspect: 2,
    handles: [hand],
    draw(surface) {
      const { colors } = surface;
      const x = system.positions;
      for (let i = 0; i < links; i++) {
        const a = 3 * i;
        const stretch = Math.hypot(x[a + 3] - x[a], x[a + 4] - x[a + 1]) / link - 1;
        surface.line(x[a], x[a + 1], x[a + 3], x[a + 4], stretch > 0.01 ? colors.b : colors.a, 3);
      }
      for (let i = 1; i < count; i++) surface.disc(x[3 * i], x[3 * i + 1], 0.014, colors.ink);
    },
  });

  controls.animate(() => {
    system.positions[0] = hand.x;
    system.positions[1] = hand.y;
    const n = iterations.value;
    if (method.value === 'sweeps') system.step(1 / 60, [sweeps], n);
    else if (method.value === 'sweeps in substeps') system.step(1 / 60, [sweeps], 1, n);
    else system.step(1 / 60, [direct], n);
    measureDistanceError(error, system.positions, sweeps.ids, sweeps.restLengths);
    controls.status(`Largest stretch ${(100 * error.max).toFixed(2)} %; links beyond 1 % are marked.`);
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}
