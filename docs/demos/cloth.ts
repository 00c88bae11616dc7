/** A cloth in the wind that can be dragged, cut and let go. */
import {
  addWind,
  createGridCloth,
  DistanceConstraints,
  getVerletVelocities,
  ParticleSystem,
} from '@colide/solvers';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const columns = 34;
const rows = 24;
const spacing = 0.07;
const count = columns * rows;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const grid = createGridCloth(columns, rows, spacing);
  const velocities = new Float64Array(3 * count);
  const left = -(spacing * (columns - 1)) / 2;
  let system: ParticleSystem;
  let edges: DistanceConstraints;
  let time = 0;
  const scissors: Handle = { x: 0, y: -1.05, label: 'scissors' };

  const restart = () => {
    system = new ParticleSystem({ count, gravity: [0, -9.81, 0], damping: 0.01 });
    for (let i = 0; i < count; i++) {
      system.place(i, left + grid.positions[3 * i], 0.95 - grid.positions[3 * i + 2], 0);
      system.setMass(i, 0.002);
    }
    for (let i = 0; i < columns; i += 3) system.pin(i);
    edges = new DistanceConstraints(count, grid.ids, grid.restLengths, {
      root: 'approximate',
      overRelaxation: 1.3,
      tearFactor: 2.5,
    });
    time = 0;
  };
  restart();

  const wind = controls.slider('Wind', { min: 0, max: 8, step: 0.5, value: 3, format: v => `${v} m/s` });
  controls.button('Let a corner go', () => system.unpin(0));
  controls.button('Let all go', () => {
    for (let i = 0; i < columns; i++) system.unpin(i);
  });

  const surface = new Surface(stage, {
    label: 'A cloth that hangs in the wind',
    halfHeight: 1.2,
    aspect: 2,
    handles: [scissors],
    dragged(handle) {
      const x = system.positions;
      for (let i = 0; i < count; i++)
        if (Math.hypot(x[3 * i] - handle.x, x[3 * i + 1] - handle.y) < 0.6 * spacing) edges.cut(i);
    },
    draw(surface) {
      const { colors } = surface;
      const x = system.positions;
      for (let i = 0; i < edges.count; i++) {
        if (edges.restLengths[i] > 1.2 * spacing) continue;
        const a = 3 * edges.ids[2 * i];
        const b = 3 * edges.ids[2 * i + 1];
        // oblique view: depth moves points down and to the right
        surface.line(
          x[a] + 0.3 * x[a + 2],
          x[a + 1] - 0.2 * x[a + 2],
          x[b] + 0.3 * x[b + 2],
          x[b + 1] - 0.2 * x[b + 2],
          colors.a,
          1.2,
        );
      }
      for (let i = 0; i < columns; i++)
        if (system.isPinned(i)) surface.disc(x[3 * i], x[3 * i + 1], 0.018, colors.b);
    },
  });

  controls.animate(() => {
    time += 1 / 60;
    const { positions, previousPositions } = system;
    getVerletVelocities(velocities, positions, previousPositions, 1 / 60);
    const gust = wind.value * (1 + 0.5 * Math.sin(2.3 * time) * Math.sin(0.7 * time));
    const air = { velocity: [0.4 * gust, 0, gust], lift: 0.3 };
    addWind(system.forces, positions, velocities, grid.triangles, air);
    system.step(1 / 60, [edges], 10);
    controls.status(`${edges.count} constraints left. Drag the point through the cloth to cut it.`);
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}
