/**
 * Two polygons that move past each other, and both tests of them step by step: on the left the axes of the
 * separating-axis test, on the right the Minkowski difference with GJK's simplex.
 */
import {
  createGjkResult2d,
  createSatResult2d,
  gjkStart2d,
  gjkStep2d,
  PolygonShape2d,
  Posed2d,
  satPolygonStart2d,
  satPolygonStep2d,
} from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { regularPolygon } from './kit/polygons.ts';

/** Where the polygons and the Minkowski difference are drawn, and how large the latter is. */
const left = -1.75;
const right = 1.65;
const small = 0.6;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const sat = createSatResult2d();
  const gjk = createGjkResult2d();
  let a = new Posed2d(new PolygonShape2d(regularPolygon(5, 0.6)));
  let b = new Posed2d(new PolygonShape2d(regularPolygon(5, 0.6)));
  let time = 0.6;
  /** The number of steps shown of both searches, and whether both have ended by then. */
  let shown = 1;
  let isOver = false;
  const make = () => {
    a = new Posed2d(new PolygonShape2d(regularPolygon(sides.value, 0.6)));
    b = new Posed2d(new PolygonShape2d(regularPolygon(sides.value, 0.6)));
    surface?.redraw();
  };
  const pose = () => {
    a.setPose([-0.4 - 0.45 * Math.cos(0.7 * time), 0.3 * Math.sin(0.5 * time)], 0.4 * time);
    b.setPose([0.4 + 0.45 * Math.cos(0.9 * time), -0.2 * Math.cos(0.6 * time)], -0.3 * time);
  };
  /** Runs a search to its end, or as far as it is shown; returns whether it is over. */
  const run = (step: () => boolean, most: number): boolean => {
    let over = false;
    for (let i = 0; i < most && !over; i++) over = step();
    return over;
  };

  const drawAxes = (target: Surface) => {
    const { colors } = target;
    const moved = (from: number, to: number) =>
      sat.points.slice(from, to).map((x, i) => (i % 2 ? x : x + left));
    target.polygon(moved(0, 2 * sat.countA), colors.a);
    target.polygon(moved(2 * sat.countA, 2 * (sat.countA + sat.countB)), colors.b);
    const [nx, ny, gap] = sat.tried;
    target.line(left - 1.3 * nx, -1.3 * ny, left + 1.3 * nx, 1.3 * ny, gap > 0 ? colors.hit : colors.soft, 2);
  };

  const drawDifference = (target: Surface) => {
    const { colors } = target;
    const { w, count } = gjk.simplex;
    const points: number[] = [];
    const vertex = [0, 0];
    const [ofA, ofB] = [new Float64Array(2), new Float64Array(2)];
    for (let i = 0; i < 240; i++) {
      const angle = (2 * Math.PI * i) / 240;
      vertex[0] = Math.cos(angle);
      vertex[1] = Math.sin(angle);
      a.support(ofA, vertex);
      b.support(ofB, [-vertex[0], -vertex[1]]);
      points.push(right + small * (ofA[0] - ofB[0]), small * (ofA[1] - ofB[1]));
    }
    target.polygon(points, colors.c, 0.12);
    const simplex = Array.from(w.subarray(0, 2 * count), (x, i) => small * x + (i % 2 ? 0 : right));
    target.polygon(simplex, colors.hit, 0.3, 2);
    for (let i = 0; i < 2 * count; i += 2) target.disc(simplex[i], simplex[i + 1], 0.035, colors.hit);
    target.disc(right, 0, 0.04, colors.ink);
    target.line(right, 0, right + small * gjk.axis[0], small * gjk.axis[1], colors.ink, 2);
  };

  let surface: Surface | undefined;
  const sides = controls.slider('corners', { min: 3, max: 12, step: 1, value: 5 }, make);
  const isStepped = controls.toggle('stop and step', false, () => {
    shown = 1;
  });
  surface = new Surface(stage, {
    label:
      'Two polygons with one axis of the separating-axis test, and their Minkowski difference with a simplex of GJK',
    halfHeight: 1.7,
    halfWidth: 3,
    draw(target) {
      const { colors } = target;
      pose();
      satPolygonStart2d(sat, a, b);
      run(() => satPolygonStep2d(sat), 100);
      const axes = sat.steps;
      satPolygonStart2d(sat, a, b);
      const most = isStepped.value ? shown : 100;
      const satOver = run(() => satPolygonStep2d(sat), most);
      gjkStart2d(gjk, a, b);
      run(() => gjkStep2d(gjk), 64);
      const supports = gjk.steps;
      gjkStart2d(gjk, a, b);
      const gjkOver = run(() => gjkStep2d(gjk), most);
      drawAxes(target);
      drawDifference(target);
      target.text('separating axes', left, 1.5, colors.ink);
      target.text('A − B and simplex', right, 1.5, colors.ink);
      const bySat = !satOver ? 'goes on' : sat.depth < 0 ? 'apart' : `overlap ${sat.depth.toFixed(3)}`;
      const byGjk = !gjkOver ? 'goes on' : gjk.coresOverlap ? 'overlap' : 'apart';
      controls.status(
        `${isStepped.value ? `Step ${shown}. ` : ''}Axes: ${bySat}, ${axes} of ${2 * sides.value} axes needed. GJK: ${byGjk}, ${supports} support points needed.`,
      );
      isOver = satOver && gjkOver;
    },
  });
  const mounted = surface;
  controls.button('Next step', () => {
    shown = isOver ? 1 : shown + 1;
    mounted.redraw();
  });
  controls.animate(seconds => {
    if (!isStepped.value) time += seconds;
    mounted.paint();
  });
  make();
  return () => mounted.dispose();
}
