/**
 * Two shapes that can be dragged and their k-DOPs in the plane: slabs along two to eight directions, and the
 * intervals of both bodies along each of them.
 */
import {
  createKdop,
  type KdopDirections,
  kdopCorners,
  kdopDirectionsFrom,
  kdopFromPoints,
  kdopOverlap,
} from '@colide/bounds';
import { quickHull2d } from '@colide/geometry';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import type { Palette } from './kit/theme.ts';

/** Directions at equal angles in the plane, and one across it, since k-DOPs bound bodies in space. */
function planarDirections(count: number): KdopDirections {
  const vectors = Array.from({ length: count }, (_, i) => {
    const angle = (Math.PI * i) / count;
    return [Math.cos(angle), Math.sin(angle), 0];
  });
  return kdopDirectionsFrom([...vectors.flat(), 0, 0, 1]);
}

const sets: Record<string, KdopDirections> = {
  '8-DOP: four directions': planarDirections(4),
  'AABB: two directions': planarDirections(2),
  '6-DOP: three directions': planarDirections(3),
  '16-DOP: eight directions': planarDirections(8),
};

/** Corners x, y of the two shapes: a slanted bar and a thin triangle. */
const shapes = [
  [-0.75, -0.5, -0.6, -0.65, 0.75, 0.5, 0.6, 0.65],
  [-0.7, 0.35, 0.65, -0.6, 0.75, -0.3],
];

/** A bounded body of one picture: its corners and its k-DOP. */
interface Bounded {
  outline: number[];
  kdop: ReturnType<typeof createKdop>;
}

/** Draws a body and the outline of its k-DOP. */
function drawBody(surface: Surface, directions: KdopDirections, body: Bounded, color: string): void {
  const corners = kdopCorners(directions, body.kdop);
  const flat = Array.from({ length: corners.length / 3 }, (_, i) => [
    corners[3 * i],
    corners[3 * i + 1],
  ]).flat();
  surface.polygon(quickHull2d(flat).vertices, color, 0.1, 2);
  surface.polygon(body.outline, color, 0.5, 0);
}

/** Draws the intervals of both bodies along each direction as bars; returns how many separate them. */
function drawIntervals(surface: Surface, count: number, [a, b]: Bounded[], colors: Palette): number {
  const half = a.kdop.length / 2;
  const left = -surface.halfWidth + 0.2;
  const [unit, rowHeight] = [0.28, Math.min(0.32, 2.4 / count)];
  let separating = 0;
  for (let i = 0; i < count; i++) {
    const y = 0.5 * (count - 1 - 2 * i) * rowHeight;
    const bar = ({ kdop }: Bounded, color: string, dy: number) =>
      surface.line(left + unit * (kdop[i] + 2), y + dy, left + unit * (kdop[half + i] + 2), y + dy, color, 5);
    // The direction, as an angle to the x axis.
    surface.text(`${Math.round((180 * i) / count)}°`, left, y, colors.soft, [-4, 0], 11);
    bar(a, colors.a, 0.03);
    bar(b, colors.b, -0.03);
    const gap = Math.max(a.kdop[i] - b.kdop[half + i], b.kdop[i] - a.kdop[half + i]);
    if (gap <= 0) continue;
    separating++;
    const start = Math.min(a.kdop[half + i], b.kdop[half + i]);
    surface.line(left + unit * (start + 2), y, left + unit * (start + gap + 2), y, colors.hit, 3);
  }
  return separating;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: 0.4, y: 0.35, label: 'bar A' },
    { x: 0.75, y: -0.3, label: 'triangle B' },
  ];
  const bounded = (directions: KdopDirections, i: number): Bounded => {
    const outline = shapes[i].map((value, k) => value + (k % 2 ? handles[i].y : handles[i].x));
    const points = Array.from({ length: outline.length / 2 }, (_, k) => [
      outline[2 * k],
      outline[2 * k + 1],
      0,
    ]);
    return {
      outline,
      kdop: kdopFromPoints(createKdop(directions), directions, points.flat()) as Float64Array,
    };
  };
  const surface = new Surface(stage, {
    label: 'Two shapes, their k-DOPs and the intervals that both cover along each direction',
    halfHeight: 1.5,
    handles,
    dragged: () => surface.redraw(),
    draw(surface) {
      const { colors } = surface;
      const directions = sets[choice.value];
      const bodies = [bounded(directions, 0), bounded(directions, 1)];
      drawBody(surface, directions, bodies[0], colors.a);
      drawBody(surface, directions, bodies[1], colors.b);
      const separating = drawIntervals(surface, directions.count - 1, bodies, colors);
      controls.status(
        kdopOverlap(bodies[0].kdop, bodies[1].kdop)
          ? 'The intervals overlap along every direction: the pair goes on to the narrow phase.'
          : `${separating} of ${directions.count - 1} directions separate${separating === 1 ? 's' : ''} the two: they cannot touch.`,
      );
    },
  });
  const choice = controls.choice('volume', Object.keys(sets), () => surface.redraw());
  return () => surface.dispose();
}
