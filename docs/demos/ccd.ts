/**
 * A rod that flies and spins past a post: the steps of advancement in time, each of them over time that is
 * proved free.
 */
import { BoxShape, Posed } from '@colide/geometry';
import {
  bilateralAdvancement,
  conservativeAdvancement,
  createGjkResult,
  createSweep,
  createTimeOfImpact,
  gjkDistance,
  sweepPose,
} from '@colide/narrowphase';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';

const rodHalf = [0.7, 0.08] as const;
const postHalf = [0.12, 0.5] as const;
const methods = {
  'conservative advancement': conservativeAdvancement,
  'bilateral advancement': bilateralAdvancement,
};
const mostSteps = 60;
/** The distance that counts as contact. */
const contact = 1e-3;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -2.2, y: 0.8, label: 'start' },
    { x: 2.2, y: -0.6, label: 'end' },
    { x: 0.6, y: -0.3, label: 'post' },
  ];
  const rod = new Posed(new BoxShape([...rodHalf, 0.08]));
  const post = new Posed(new BoxShape([...postHalf, 0.3]));
  const sweep = createSweep(rod.shape.boundingRadius);
  const still = createSweep(post.shape.boundingRadius);
  const toi = createTimeOfImpact();
  const gjk = createGjkResult();
  let surface: Surface | undefined;
  /** Number of the step that ends the search. */
  let last = 0;
  const redraw = () => surface?.redraw();
  const method = controls.choice('method', Object.keys(methods) as (keyof typeof methods)[], redraw);
  const steps = controls.slider('step', { min: 0, max: mostSteps, step: 1, value: 2 }, redraw);
  controls.button('Step', () => {
    steps.value = steps.value < last ? steps.value + 1 : 0;
    redraw();
  });
  const turns = controls.slider('turns', { min: -2, max: 2, step: 0.05, value: 0.8 }, redraw);

  const outline = (body: Posed, [x, y]: readonly [number, number]) =>
    [
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ].flatMap(([u, v]) => {
      const p = body.toWorld([0, 0, 0], [u, v, 0]);
      return [p[0], p[1]];
    });

  /** The times at which the chosen method has asked for a distance; one more ends the search. */
  const findTimes = (): number[] => {
    const advance = methods[method.value];
    const times: number[] = [];
    for (let limit = 1; limit <= mostSteps; limit++) {
      const time = advance(toi, post, still, rod, sweep, { tolerance: contact, maxSteps: limit });
      times.push(time);
      if (toi.converged) break;
    }
    return times;
  };

  /** The time bar at the lower edge: the times that were searched, and the last proved moment. */
  const drawTime = (surface: Surface, times: number[], step: number) => {
    const { colors, halfWidth, halfHeight } = surface;
    const y = -halfHeight + 0.22;
    const x = (t: number) => (2 * t - 1) * (halfWidth - 0.4);
    surface.line(x(0), y, x(1), y, colors.soft, 2);
    surface.text('0', x(0), y, colors.ink, [-12, 0]);
    surface.text('1', x(1), y, colors.ink, [12, 0]);
    const now = times[step];
    surface.line(x(0), y, x(Math.min(now, 1)), y, colors.a, 5);
    for (let i = 0; i <= step; i++)
      if (times[i] <= 1) surface.line(x(times[i]), y - 0.07, x(times[i]), y + 0.07, colors.ink, 1.5);
  };

  surface = new Surface(stage, {
    label: 'A rod that moves and spins from one pose to another, and a post in its path',
    halfHeight: 2,
    handles,
    draw(surface) {
      const { colors } = surface;
      surface.grid(0.5);
      const [start, end, place] = handles;
      sweep.position.set([start.x, start.y, 0]);
      sweep.linear.set([end.x - start.x, end.y - start.y, 0]);
      sweep.angular.set([0, 0, 2 * Math.PI * turns.value]);
      still.position.set([place.x, place.y, 0]);
      const times = findTimes();
      last = times.length - 1;
      const step = Math.min(steps.value, last);
      const time = times[step];
      for (let i = 0; i <= 24; i++) {
        sweepPose(rod, sweep, i / 24);
        surface.polygon(outline(rod, rodHalf), colors.soft, 0.03, i / 24 <= time ? 1 : 0.4);
      }
      sweepPose(post, still, 0);
      surface.polygon(outline(post, postHalf), colors.b, 0.4);
      for (let i = 0; i < step; i++) {
        sweepPose(rod, sweep, times[i]);
        surface.polygon(outline(rod, rodHalf), colors.a, 0.08, 1.5);
      }
      drawTime(surface, times, step);
      if (time === Infinity) {
        controls.status(
          `No contact until the end of the motion, proved with ${counted(times.length, 'distance')}.`,
        );
        return;
      }
      sweepPose(rod, sweep, time);
      surface.polygon(outline(rod, rodHalf), colors.a, 0.5, 3);
      const distance = gjkDistance(gjk, post, rod);
      const { pointA, pointB } = gjk;
      surface.line(pointA[0], pointA[1], pointB[0], pointB[1], colors.hit, 2.5);
      for (const p of [pointA, pointB]) surface.disc(p[0], p[1], 4 / surface.scale, colors.hit);
      const at = `t = ${time.toFixed(4)}, distance ${distance.toFixed(4)}`;
      if (step === last) {
        controls.status(
          toi.converged
            ? `Contact: ${at}, after ${counted(times.length, 'distance')}.`
            : `${at}; the search goes on.`,
        );
        return;
      }
      const next = times[step + 1];
      controls.status(
        `Step ${step}: ${at}. Nothing can touch ${next === Infinity ? 'until the end' : `before ${next.toFixed(4)}`}: that is where the next distance is taken.`,
      );
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}
