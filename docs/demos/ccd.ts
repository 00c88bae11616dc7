/** A rod that flies and spins past a post in the plane: where it is at the time of impact, and the steps that led there. */
import { BoxShape, Posed } from '@colide/geometry';
import { bilateralAdvancement } from '@colide/narrowphase/bilateral-advancement';
import { conservativeAdvancement } from '@colide/narrowphase/conservative-advancement';
import { createSweep, sweepPose } from '@colide/narrowphase/sweep';
import { createTimeOfImpact } from '@colide/narrowphase/time-of-impact';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const half = [0.7, 0.08, 0.08] as const;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -2.2, y: 0.8, label: 'start' },
    { x: 2.2, y: -0.6, label: 'end' },
    { x: 0.6, y: -0.3, label: 'post' },
  ];
  const rod = new Posed(new BoxShape(half));
  const post = new Posed(new BoxShape([0.12, 0.5, 0.3]));
  const sweep = createSweep(rod.shape.boundingRadius);
  const still = createSweep(post.shape.boundingRadius);
  const toi = createTimeOfImpact();
  let surface: Surface | undefined;
  const turns = controls.slider('turns', { min: -2, max: 2, step: 0.05, value: 0.8 }, () =>
    surface?.redraw(),
  );
  const outline = (body: Posed, [x, y]: readonly [number, number]) => {
    const out: number[] = [];
    for (const [u, v] of [
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ] as const) {
      const p = body.toWorld([0, 0, 0], [u, v, 0]);
      out.push(p[0], p[1]);
    }
    return out;
  };
  surface = new Surface(stage, {
    label: 'A rod that moves and spins from one place to another, stopped by a post',
    halfHeight: 2,
    handles,
    draw(surface) {
      const { colors } = surface;
      surface.grid(0.5);
      const [start, end, place] = handles as [Handle, Handle, Handle];
      sweep.position.set([start.x, start.y, 0]);
      sweep.linear.set([end.x - start.x, end.y - start.y, 0]);
      sweep.angular.set([0, 0, 2 * Math.PI * turns.value]);
      still.position.set([place.x, place.y, 0]);
      const conservative = conservativeAdvancement(toi, post, still, rod, sweep, 1e-6);
      const slow = toi.steps;
      const time = bilateralAdvancement(toi, post, still, rod, sweep, 1e-6);
      for (let i = 0; i <= 24; i++) {
        sweepPose(rod, sweep, i / 24);
        surface.polygon(outline(rod, [half[0], half[1]]), i / 24 <= time ? colors.a : colors.soft, 0.05, 1);
      }
      sweepPose(post, still, 0);
      surface.polygon(outline(post, [0.12, 0.5]), colors.b, 0.4);
      if (time === Infinity) {
        controls.status(
          `No contact, proved with ${toi.steps} distance queries (${slow} by conservative advancement).`,
        );
        return;
      }
      sweepPose(rod, sweep, time);
      surface.polygon(outline(rod, [half[0], half[1]]), colors.a, 0.5, 3);
      surface.disc(toi.point[0]!, toi.point[1]!, 5 / surface.scale, colors.hit);
      surface.arrow(
        toi.point[0]!,
        toi.point[1]!,
        toi.point[0]! + 0.5 * toi.normal[0]!,
        toi.point[1]! + 0.5 * toi.normal[1]!,
        colors.hit,
      );
      controls.status(
        `Contact at ${time.toFixed(4)} after ${toi.steps} distance queries (conservative advancement: ${conservative.toFixed(4)} after ${slow}).`,
      );
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}
