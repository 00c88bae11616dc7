/** A ray, a moving disc and the nearest body among planar bodies. */
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  createWorldHit2d,
  Posed2d,
  Random,
  Rounded2d,
  World2d,
  WorldHitList2d,
  WorldPainter2d,
  WorldQueries2d,
} from 'colide';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { paintWorld } from './kit/planar-world.ts';

const questions = ['all hits of a ray', 'first hit of a ray', 'moving disc', 'nearest body'] as const;
const radius = 0.3;

/** Bodies of several kinds, spread out. */
function createWorld(): World2d {
  const random = new Random(12);
  const world = new World2d();
  const shapes = [
    new BoxShape2d([0.5, 0.3]),
    new CircleShape2d(0.4),
    new CapsuleShape2d(0.25, 0.4),
    new Rounded2d([-0.3, -0.3, 0.4, -0.2, 0, 0.4], 0.12),
  ];
  for (let i = 0; i < 28; i++)
    world.add({
      shape: shapes[i % shapes.length],
      type: 'static',
      position: [-5.4 + 1.8 * (i % 7) + random.uniform(-0.4, 0.4), -2.4 + 1.6 * Math.floor(i / 7)],
      rotation: random.uniform(-3, 3),
    });
  return world;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -6.2, y: -1.2, label: 'start' },
    { x: 5.6, y: 1.5, label: 'end' },
  ];
  const world = createWorld();
  const queries = new WorldQueries2d(world);
  const hit = createWorldHit2d();
  const hits = new WorldHitList2d();
  const disc = new Posed2d(new CircleShape2d(radius));
  const painter = new WorldPainter2d({ lineWidth: 0.03 });
  let surface: Surface | undefined;
  const question = controls.choice('find', questions, () => surface?.redraw());

  /** Marks a hit. */
  const mark = (target: Surface, { point, normal }: typeof hit) => {
    const { colors } = target;
    const [x, y] = point;
    target.arrow(x, y, x + 0.5 * normal[0], y + 0.5 * normal[1], colors.ink, 2);
    target.disc(x, y, 0.07, colors.hit);
  };

  const ask = (target: Surface): string => {
    const { colors } = target;
    const [from, to] = handles;
    const motion = [to.x - from.x || 1e-9, to.y - from.y];
    disc.setPose([from.x, from.y], 0);
    if (question.value === 'nearest body') {
      const distance = queries.closest(hit, disc, 20);
      target.ring(from.x, from.y, radius, colors.hit, 2);
      target.line(from.x, from.y, hit.point[0], hit.point[1], colors.soft, 2);
      mark(target, hit);
      return `Body ${hit.body} is ${distance.toFixed(3)} from the disc${distance < 0 ? ': they overlap' : ''}.`;
    }
    target.line(from.x, from.y, to.x, to.y, colors.hit, 2);
    if (question.value === 'moving disc') {
      const t = queries.shapecast(hit, disc, motion);
      const end = Math.min(t, 1);
      target.ring(from.x, from.y, radius, colors.hit, 1);
      target.ring(from.x + end * motion[0], from.y + end * motion[1], radius, colors.hit, 3);
      if (t === Infinity) return 'The path is free.';
      mark(target, hit);
      return `The disc hits body ${hit.body} after ${(100 * t).toFixed(1)} % of its path.`;
    }
    hits.clear();
    queries.segmentcastEvery(hits, [from.x, from.y], [from.x + motion[0], from.y + motion[1]]);
    const shown = question.value === 'first hit of a ray' ? Math.min(1, hits.count) : hits.count;
    for (let i = 0; i < shown; i++) mark(target, hits.get(i));
    if (hits.count === 0) return 'Nothing is in between.';
    return `${counted(hits.count, 'body', 'bodies')} on the segment; the first, ${hits.get(0).body}, after ${(100 * hits.get(0).t).toFixed(1)} %.`;
  };

  surface = new Surface(stage, {
    label: 'Bodies, a ray or a disc between two points, and what it hits',
    halfHeight: 3.6,
    handles,
    dragged: () => surface?.redraw(),
    draw(target) {
      paintWorld(target, painter, world);
      controls.status(ask(target));
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}
