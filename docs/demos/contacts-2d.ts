/** Two planar shapes that can be dragged: their contact points, normal and depth, by either narrow phase. */
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  type ContactShape2d,
  createContactManifold2d,
  createPosedShapes2d,
  manifoldConvex2d,
  manifoldGjk2d,
  PolygonShape2d,
  type PosedShape2d,
  Rounded2d,
  World2d,
  WorldPainter2d,
} from 'colide';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { paintWorld } from './kit/planar-world.ts';

const shapes: Record<string, ContactShape2d> = {
  box: new BoxShape2d([0.8, 0.5]),
  'rounded triangle': new Rounded2d([-0.6, -0.4, 0.6, -0.4, 0, 0.6], 0.2),
  capsule: new CapsuleShape2d(0.35, 0.6),
  circle: new CircleShape2d(0.6),
  pentagon: new PolygonShape2d([0.8, 0, 0.25, 0.76, -0.65, 0.47, -0.65, -0.47, 0.25, -0.76]),
};
const margin = 0.3;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [
    { x: -0.55, y: -0.2, label: 'shape A' },
    { x: 0.75, y: 0.25, label: 'shape B' },
  ];
  const names = Object.keys(shapes);
  const manifold = createContactManifold2d();
  const painter = new WorldPainter2d({ lineWidth: 0.015 });
  let surface: Surface | undefined;
  const redraw = () => surface?.redraw();
  const first = controls.choice('A', names, redraw);
  const second = controls.choice('B', [...names.slice(1), names[0]], redraw);
  const method = controls.choice('by', ['separating axes', 'GJK and EPA'], redraw);
  const angle = controls.slider(
    'rotate B',
    { min: 0, max: 3.1, step: 0.01, value: 0.5, format: value => `${value.toFixed(2)} rad` },
    redraw,
  );

  const place = (shape: ContactShape2d, { x, y }: Handle, rotation: number): PosedShape2d => {
    const [part] = createPosedShapes2d(shape);
    part.place(x, y, Math.cos(rotation), Math.sin(rotation));
    return part;
  };

  const collide = (): void => {
    const [a, b] = [
      place(shapes[first.value], handles[0], 0.1),
      place(shapes[second.value], handles[1], angle.value),
    ];
    const kernel = method.value === 'GJK and EPA' ? manifoldGjk2d : manifoldConvex2d;
    kernel(manifold, a, b, margin);
  };

  surface = new Surface(stage, {
    label: 'Two shapes, their contact points and the normal',
    halfHeight: 1.6,
    handles,
    dragged: redraw,
    draw(target) {
      const { colors } = target;
      const world = new World2d();
      // The painter has a colour for sensors: that of B.
      world.add({ shape: shapes[first.value], position: handles[0], rotation: 0.1 });
      world.add({ shape: shapes[second.value], position: handles[1], rotation: angle.value, sensor: true });
      paintWorld(target, painter, world);
      collide();
      const { count, normal, pointsA, pointsB, depths, ids } = manifold;
      for (let i = 0; i < count; i++) {
        const [ax, ay] = [pointsA[2 * i], pointsA[2 * i + 1]];
        const [bx, by] = [pointsB[2 * i], pointsB[2 * i + 1]];
        target.line(ax, ay, bx, by, colors.hit, 3);
        target.disc(ax, ay, 0.03, colors.a, colors.ink);
        target.disc(bx, by, 0.03, colors.b, colors.ink);
        target.arrow(ax, ay, ax + 0.4 * normal[0], ay + 0.4 * normal[1], colors.ink, 2);
      }
      const points = Array.from({ length: count }, (_, i) => `${depths[i].toFixed(3)} (id ${ids[i]})`);
      controls.status(
        count === 0
          ? `Farther apart than the margin of ${margin}: no contact.`
          : `${count} ${count === 1 ? 'point' : 'points'}, depth ${points.join(' and ')}. The arrows are the normal, from A to B.`,
      );
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}
