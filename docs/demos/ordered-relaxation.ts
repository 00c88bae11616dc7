/** A pushed vertex of a net, relaxed constraint by constraint in plain and in ring order. */
import { createGridCloth, OrderedRelaxation, projectDistance } from '@colide/solvers';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const side = 7;
const spacing = 0.3;
const tolerance = 0.01;

/** One of the two nets. */
interface Net {
  x: Float64Array;
  sequence: number[];
  next: number;
  relaxations: number;
  /** Turns of the loop begun. */
  turns: number;
  active: number;
  done: boolean;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const grid = createGridCloth(side, side, spacing);
  const count = side * side;
  const w = new Float64Array(count).fill(1);
  const ordered = new OrderedRelaxation(grid, count, grid.structuralCount);
  const plain = Array.from(grid.restLengths, (_, i) => i);
  const half = (spacing * (side - 1)) / 2;
  const push = { x: 0, y: 0 };
  const vertex = side + 1;
  let nets: Net[] = [];

  const restart = () => {
    const list = Array.from(ordered.lists.subarray(ordered.offsets[vertex], ordered.offsets[vertex + 1]));
    nets = [plain, list].map(sequence => {
      const x = new Float64Array(3 * count);
      for (let i = 0; i < count; i++) {
        x[3 * i] = grid.positions[3 * i] - half;
        x[3 * i + 1] = half - grid.positions[3 * i + 2];
      }
      x[3 * vertex] = push.x;
      x[3 * vertex + 1] = push.y;
      return { x, sequence, next: 0, relaxations: 0, turns: 0, active: -1, done: false };
    });
  };

  const error = (net: Net, c: number) => {
    const a = 3 * grid.ids[2 * c];
    const b = 3 * grid.ids[2 * c + 1];
    return Math.hypot(net.x[b] - net.x[a], net.x[b + 1] - net.x[a + 1]) / grid.restLengths[c] - 1;
  };

  /** Goes on to the next constraint beyond the tolerance and projects it. */
  const advance = (net: Net) => {
    for (let k = 0; k < net.sequence.length; k++) {
      const c = net.sequence[net.next];
      if (net.next === 0) net.turns++;
      net.next = (net.next + 1) % net.sequence.length;
      if (Math.abs(error(net, c)) <= tolerance) continue;
      projectDistance(net.x, w, grid.ids[2 * c], grid.ids[2 * c + 1], grid.restLengths[c]);
      net.relaxations++;
      net.active = c;
      return;
    }
    net.active = -1;
    net.done = true;
  };

  push.x = -half + 2.6 * spacing;
  push.y = half - 2.2 * spacing;
  restart();
  const speed = controls.slider('Relaxations per frame', { min: 1, max: 20, step: 1, value: 2 });
  const surface = new Surface(stage, {
    label: 'Two nets that recover from a pushed vertex',
    halfHeight: 1.3,
    // Room for both nets on a phone, too.
    halfWidth: 2.1,
    aspect: 2,
    draw(surface) {
      const { colors } = surface;
      nets.forEach((net, n) => {
        const shift = (n === 0 ? -0.5 : 0.5) * surface.halfWidth;
        for (let c = 0; c < plain.length; c++) {
          const a = 3 * grid.ids[2 * c];
          const b = 3 * grid.ids[2 * c + 1];
          const off = Math.abs(error(net, c)) > tolerance;
          const color = c === net.active ? colors.ink : off ? colors.b : colors.a;
          const width = c === net.active ? 4 : off ? 2 : 1;
          surface.line(shift + net.x[a], net.x[a + 1], shift + net.x[b], net.x[b + 1], color, width);
        }
        const title = n === 0 ? 'plain order' : 'ring by ring';
        const count = `${net.relaxations} relaxations, turn ${net.turns}`;
        surface.text(title, shift, 1.13, colors.ink, [0, -10]);
        surface.text(
          net.done ? `${net.relaxations} relaxations, done` : count,
          shift,
          1.13,
          colors.soft,
          [0, 7],
        );
      });
    },
  });

  controls.animate(() => {
    for (const net of nets) for (let n = 0; n < speed.value && !net.done; n++) advance(net);
    controls.status(
      nets.every(net => net.done)
        ? `Within 1 %: ${nets[0].relaxations} relaxations in ${nets[0].turns} turns in plain order, ${nets[1].relaxations} in ${nets[1].turns} by rings.`
        : 'Marked constraints are off by more than 1 %.',
    );
    surface.paint();
  });
  controls.button('Push elsewhere', () => {
    push.x = -push.x + 0.1;
    push.y = 0.8 * push.y - 0.2;
    restart();
  });
  controls.reset(restart);
  return () => surface.dispose();
}
