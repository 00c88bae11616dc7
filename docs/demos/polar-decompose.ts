/**
 * A matrix as the frame it makes of the unit axes, split into a stretch and a rotation; or a square of four
 * particles that can be torn out of shape, with the undeformed square that fits it best (shape matching).
 */

import type { Mat3 } from '@colide/core';
import { polarDecompose } from '@colide/math';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const modes = ['frame: A = R S', 'shape matching'] as const;
const corners = [-1, -1, 1, -1, 1, 1, -1, 1];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [];
  const rotation: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const stretch: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

  const reset = () => {
    handles.length = 0;
    if (mode.value === modes[0]) {
      handles.push({ x: 1.7, y: 0.7, label: 'first column' }, { x: -0.2, y: 1.1, label: 'second column' });
    } else {
      const torn = [-1.6, -0.5, 0.9, -1.4, 1.9, 0.6, -0.7, 1.3];
      for (let i = 0; i < 4; i++)
        handles.push({ x: torn[2 * i], y: torn[2 * i + 1], label: `particle ${i + 1}` });
    }
    surface?.redraw();
  };

  /** Corners of the unit square (half size `half`) under the upper left 2×2 part of `m`, moved by x, y. */
  const image = (m: Mat3, half: number, x = 0, y = 0) => {
    const out: number[] = [];
    for (let i = 0; i < 8; i += 2) {
      const u = half * corners[i];
      const v = half * corners[i + 1];
      out.push(x + m[0] * u + m[3] * v, y + m[1] * u + m[4] * v);
    }
    return out;
  };

  const drawFrame = (surface: Surface) => {
    const { colors } = surface;
    const [first, second] = handles;
    const a: Mat3 = [first.x, first.y, 0, second.x, second.y, 0, 0, 0, 1];
    const unique = polarDecompose(rotation, stretch, a);
    surface.polygon(image(stretch, 0.5), colors.c, 0.08, 1.5);
    surface.polygon(image(a, 0.5), colors.a, 0.16, 1.5);
    surface.arrow(0, 0, first.x, first.y, colors.a);
    surface.arrow(0, 0, second.x, second.y, colors.a);
    surface.arrow(0, 0, rotation[0], rotation[1], colors.b, 3.5);
    surface.arrow(0, 0, rotation[3], rotation[4], colors.b, 3.5);
    const flipped = first.x * second.y - first.y * second.x < 0;
    const angle = (Math.atan2(rotation[1], rotation[0]) * 180) / Math.PI;
    const rest = flipped
      ? 'A is reflected: the nearest rotation tips the frame over in space.'
      : `R rotates by ${angle.toFixed(1)}°.`;
    controls.status(
      `S = [${stretch[0].toFixed(2)} ${stretch[3].toFixed(2)}; ${stretch[1].toFixed(2)} ${stretch[4].toFixed(2)}]. ${rest}${unique ? '' : ' R is not unique.'}`,
    );
  };

  const drawMatching = (surface: Surface) => {
    const { colors } = surface;
    const x = handles.reduce((sum, handle) => sum + handle.x / 4, 0);
    const y = handles.reduce((sum, handle) => sum + handle.y / 4, 0);
    const a: Mat3 = [0, 0, 0, 0, 0, 0, 0, 0, 1];
    handles.forEach((handle, i) => {
      const u = corners[2 * i];
      const v = corners[2 * i + 1];
      a[0] += (handle.x - x) * u;
      a[1] += (handle.y - y) * u;
      a[3] += (handle.x - x) * v;
      a[4] += (handle.y - y) * v;
    });
    polarDecompose(rotation, stretch, a);
    const goals = image(rotation, 1, x, y);
    surface.polygon(goals, colors.b, 0.12, 2.5);
    surface.polygon(
      handles.flatMap(handle => [handle.x, handle.y]),
      colors.a,
      0.16,
      1.5,
    );
    handles.forEach((handle, i) => {
      surface.line(handle.x, handle.y, goals[2 * i], goals[2 * i + 1], colors.soft, 1.5);
    });
    if (relaxing)
      handles.forEach((handle, i) => {
        handle.x += 0.12 * (goals[2 * i] - handle.x);
        handle.y += 0.12 * (goals[2 * i + 1] - handle.y);
      });
    controls.status('Each particle is pulled to its corner of the square that fits all four best.');
  };

  let relaxing = false;
  let surface: Surface | undefined;
  const mode = controls.choice('show', modes, reset);
  reset();
  surface = new Surface(stage, {
    label: 'A deformed frame and the rotation nearest to it',
    halfHeight: 2,
    handles,
    draw(surface) {
      surface.grid();
      if (mode.value === modes[0]) drawFrame(surface);
      else drawMatching(surface);
    },
  });
  controls.toggle('pull particles to their goals', false, value => {
    relaxing = value;
  });
  controls.animate(() => {
    if (relaxing) surface.paint();
  });
  controls.reset(reset);
  return () => surface.dispose();
}
