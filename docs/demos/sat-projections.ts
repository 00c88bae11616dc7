/**
 * Two polygons that can be dragged, and the separating-axis test one axis at a time, with the projections.
 */
import { PolygonShape2d, Posed2d } from '@colide/geometry';
import { createSatResult2d, satPolygonStart2d, satPolygonStep2d } from '@colide/narrowphase';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { regularPolygon } from './kit/polygons.ts';

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const a = new Posed2d(new PolygonShape2d(regularPolygon(5, 0.75)), [0, 0], 0.3);
  const b = new Posed2d(new PolygonShape2d(regularPolygon(3, 0.7)), [0, 0], 0.9);
  const handles: Handle[] = [
    { x: -0.7, y: -0.1, label: 'polygon A' },
    { x: 0.25, y: 0.2, label: 'polygon B' },
  ];
  const result = createSatResult2d();
  let shown = 1;

  /** Runs the test up to the axis that is shown. Returns whether it is over. */
  const run = (): boolean => {
    a.setPose([handles[0].x, handles[0].y], 0.3);
    b.setPose([handles[1].x, handles[1].y], 0.9 + angle.value);
    satPolygonStart2d(result, a, b);
    let over = false;
    for (let i = 0; i < shown && !over; i++) over = satPolygonStep2d(result);
    return over;
  };

  /**
   * Draws the axis tried last below the polygons' middle, with the interval that each polygon covers on it.
   */
  const drawAxis = (surface: Surface) => {
    const { colors } = surface;
    const [nx, ny, gap] = result.tried;
    const reach = 3;
    // The axis passes beside the polygons, at a distance across itself.
    const [ox, oy] = [-ny * 1.25, nx * 1.25];
    surface.line(ox - reach * nx, oy - reach * ny, ox + reach * nx, oy + reach * ny, colors.soft, 1.5);
    const span = (from: number, to: number): [number, number] => {
      let [low, high] = [Infinity, -Infinity];
      for (let i = from; i < to; i += 2) {
        const along = result.points[i] * nx + result.points[i + 1] * ny;
        low = Math.min(low, along);
        high = Math.max(high, along);
      }
      return [low, high];
    };
    const bar = (low: number, high: number, color: string, side: number, width: number) => {
      const [sx, sy] = [ox - ny * side, oy + nx * side];
      surface.line(sx + low * nx, sy + low * ny, sx + high * nx, sy + high * ny, color, width);
    };
    const spanA = span(0, 2 * result.countA);
    const spanB = span(2 * result.countA, 2 * (result.countA + result.countB));
    bar(...spanA, colors.a, 0.04, 6);
    bar(...spanB, colors.b, -0.04, 6);
    if (gap <= 0) bar(spanB[0], spanA[1], colors.hit, 0, 3);
    surface.context.globalAlpha = 0.5;
    for (const [low, color] of [
      [spanA[1], colors.a],
      [spanB[0], colors.b],
    ] as const)
      surface.line(ox + low * nx, oy + low * ny, low * nx + ny * 2, low * ny - nx * 2, color, 1);
    surface.context.globalAlpha = 1;
  };

  const surface = new Surface(stage, {
    label: 'Two convex polygons and their projections on one axis after the other',
    halfHeight: 1.7,
    handles,
    dragged: () => surface.redraw(),
    draw(surface) {
      const { colors } = surface;
      const over = run();
      const separate = result.depth < 0;
      surface.polygon(result.points.slice(0, 2 * result.countA), colors.a);
      surface.polygon(result.points.slice(2 * result.countA, 2 * (result.countA + result.countB)), colors.b);
      drawAxis(surface);
      if (over && !separate) {
        const { x, y } = handles[1];
        const [nx, ny] = result.normal;
        surface.arrow(x, y, x + result.depth * nx, y + result.depth * ny, colors.hit, 3);
      }
      const gap = result.tried[2];
      const owner = result.steps <= result.countA ? 'A' : 'B';
      const verdict = separate
        ? `it separates the polygons by ${gap.toFixed(3)}: done.`
        : over
          ? `no axis separates; the least overlap is ${result.depth.toFixed(3)}, and the arrow moves B out by it.`
          : `the polygons overlap on it by ${(-gap).toFixed(3)}.`;
      controls.status(`Axis ${result.steps}, an edge normal of ${owner}: ${verdict}`);
    },
  });
  const next = () => {
    shown = run() ? 1 : shown + 1;
    surface.redraw();
  };
  controls.button('Next axis', next);
  const angle = controls.slider(
    'turn B',
    { min: 0, max: 3, step: 0.02, value: 0, format: value => `${value.toFixed(2)} rad` },
    () => surface.redraw(),
  );
  return () => surface.dispose();
}
