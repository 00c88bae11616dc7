/** The length of a stick by Jakobsen's tangent and by a refined guess of bits, against the exact one. */
import { fastSqrt, sqrtAround } from '@colide/math';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const rest = 1;
const longest = 2.6;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handle: Handle = { x: 0, y: 0, label: 'length of the stick' };
  /** World x of a length, and world y of a result. */
  const across = (surface: Surface, length: number) => surface.halfWidth * (1.7 * (length / longest) - 0.85);
  const up = (value: number) => value - 1.35;
  let length = 1.6;

  const curve = (surface: Surface, result: (squared: number) => number, color: string, width: number) => {
    let [lastX, lastY] = [0, 0];
    for (let i = 0; i <= 120; i++) {
      const at = Math.max(1e-3, (i / 120) * longest);
      const [x, y] = [across(surface, at), up(result(at * at))];
      if (i > 0) surface.line(lastX, lastY, x, y, color, width);
      [lastX, lastY] = [x, y];
    }
  };

  const surface: Surface = new Surface(stage, {
    label: 'Square roots near a rest length: exact, and by its tangent',
    halfHeight: 1.5,
    handles: [handle],
    dragged() {
      const share = (handle.x / surface.halfWidth + 0.85) / 1.7;
      length = Math.max(0.05, Math.min(longest, longest * share));
    },
    draw(surface) {
      const { colors } = surface;
      const x = across(surface, length);
      const tangent = sqrtAround(length * length, rest);
      const bits = fastSqrt(length * length, steps.value);
      surface.line(-surface.halfWidth, up(0), surface.halfWidth, up(0), colors.grid, 2);
      surface.line(across(surface, rest), up(0), across(surface, rest), up(longest), colors.grid, 1);
      surface.text('rest length', across(surface, rest), up(0), colors.soft, [0, -10]);
      curve(surface, Math.sqrt, colors.soft, 5);
      curve(surface, squared => fastSqrt(squared, steps.value), colors.a, 2);
      curve(surface, squared => sqrtAround(squared, rest), colors.b, 2);
      surface.text('tangent', across(surface, 1.9), up(sqrtAround(1.9 * 1.9, rest)), colors.b, [-32, 0]);
      surface.text('exact (grey) and bits', across(surface, 1.9), up(0.6), colors.a);
      surface.line(x, up(length), x, up(tangent), colors.hit, 3);
      surface.disc(x, up(tangent), 5 / surface.scale, colors.b);
      handle.x = x;
      handle.y = up(length);
      const percent = (value: number) => `${((100 * (value - length)) / length).toFixed(3)} %`;
      controls.status(
        `Length ${length.toFixed(2)}: the tangent gives ${tangent.toFixed(3)} (${percent(tangent)}), the bits ${bits.toFixed(4)} (${percent(bits)}).`,
      );
    },
  });
  const steps = controls.slider('Newton steps on the bits', { min: 0, max: 2, step: 1, value: 1 }, () =>
    surface.redraw(),
  );
  controls.reset(() => {
    length = 1.6;
    surface.redraw();
  });
  return () => surface.dispose();
}
