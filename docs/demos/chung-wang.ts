/**
 * Chung and Wang's search for a separating vector on two polygons: support points, and one reflection after
 * another.
 */
import { PolygonShape2d, quickHull2d } from '@colide/geometry';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const cornersA = [-0.7, -0.4, 0.5, -0.6, 0.8, 0.2, 0.1, 0.7, -0.6, 0.4];
const cornersB = [-0.6, -0.3, 0.55, -0.35, 0.2, 0.45];
const mostSteps = 12;

/** The vectors tried: each with the support point of A − B against it. */
interface Trial {
  v: [number, number];
  w: [number, number];
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -0.75, y: -0.1, label: 'polygon A' },
    { x: 0.85, y: 0.35, label: 'polygon B' },
  ];
  const [a, b] = [new PolygonShape2d(cornersA), new PolygonShape2d(cornersB)];
  const support = new Float64Array(2);

  /** The point of A − B lowest along v: A's lowest minus B's highest. */
  const lowest = ([x, y]: [number, number]): [number, number] => {
    a.support(support, [-x, -y]);
    const [ax, ay] = support;
    b.support(support, [x, y]);
    return [ax + handles[0].x - support[0] - handles[1].x, ay + handles[0].y - support[1] - handles[1].y];
  };
  /** The search: reflects the vector at each support point until it separates. */
  const search = (): { trials: Trial[]; isSeparate: boolean } => {
    const angle = start.value;
    let v: [number, number] = [Math.cos(angle), Math.sin(angle)];
    const trials: Trial[] = [];
    while (trials.length < mostSteps) {
      const w = lowest(v);
      trials.push({ v, w });
      const along = v[0] * w[0] + v[1] * w[1];
      if (along > 0) return { trials, isSeparate: true };
      const factor = (2 * along) / (w[0] * w[0] + w[1] * w[1]);
      if (!Number.isFinite(factor)) break;
      v = [v[0] - factor * w[0], v[1] - factor * w[1]];
    }
    return { trials, isSeparate: false };
  };

  const surface: Surface = new Surface(stage, {
    label: 'Two polygons, their difference, and the vectors that are tried to separate it from the origin',
    halfHeight: 2,
    handles,
    dragged: () => surface.redraw(),
    draw(surface) {
      const { colors } = surface;
      surface.grid(0.5);
      const moved = (corners: number[], { x, y }: Handle) => corners.map((c, i) => c + (i % 2 ? y : x));
      const [polygonA, polygonB] = [moved(cornersA, handles[0]), moved(cornersB, handles[1])];
      const points: number[] = [];
      for (let i = 0; i < polygonA.length; i += 2)
        for (let k = 0; k < polygonB.length; k += 2)
          points.push(polygonA[i] - polygonB[k], polygonA[i + 1] - polygonB[k + 1]);
      surface.polygon(quickHull2d(points).vertices, colors.soft, 0.12, 2);
      surface.polygon(polygonA, colors.a, 0.25);
      surface.polygon(polygonB, colors.b, 0.25);
      const { trials, isSeparate } = search();
      const shown = Math.min(steps.value, trials.length);
      for (let i = 0; i < shown; i++) {
        const { v, w } = trials[i];
        const isLast = i === shown - 1;
        surface.context.globalAlpha = isLast ? 1 : 0.35;
        surface.arrow(0, 0, v[0], v[1], isLast ? colors.hit : colors.c, isLast ? 3 : 2);
        surface.disc(w[0], w[1], 5 / surface.scale, isLast ? colors.hit : colors.c);
        if (isLast)
          surface.line(w[0] - 9 * v[1], w[1] + 9 * v[0], w[0] + 9 * v[1], w[1] - 9 * v[0], colors.hit, 1);
      }
      surface.context.globalAlpha = 1;
      surface.disc(0, 0, 4 / surface.scale, colors.ink);
      const over = shown === trials.length;
      controls.status(
        over && isSeparate
          ? `Vector ${shown} separates: all of A − B lies beyond its support point.`
          : over
            ? `${shown} vectors, none separates: bounds or GJK have to prove that the polygons overlap.`
            : `Vector ${shown}: the origin lies behind its support point. The next vector is its reflection.`,
      );
    },
  });
  controls.button('Next vector', () => {
    steps.value = steps.value < search().trials.length ? steps.value + 1 : 1;
    surface.redraw();
  });
  const steps = controls.slider('vectors', { min: 1, max: mostSteps, step: 1, value: 2 }, () =>
    surface.redraw(),
  );
  const start = controls.slider(
    'first vector',
    { min: 0, max: 6.28, step: 0.02, value: 2.4, format: value => `${value.toFixed(2)} rad` },
    () => surface.redraw(),
  );
  return () => surface.dispose();
}
