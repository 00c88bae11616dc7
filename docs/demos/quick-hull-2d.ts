/**
 * A cloud of draggable points in the plane and its hull; presets show what comes out of degenerate clouds.
 */
import { quickHull2d } from '@colide/geometry';
import { Random } from '@colide/math';

import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const clouds = ['scattered', 'grid', 'circle', 'on a line', 'all in one place'] as const;
const names = ['a point', 'a segment', 'a polygon'];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [];
  let seed = 1;

  const scatter = () => {
    const random = new Random(seed);
    const count = cloud.value === 'grid' ? 25 : 22;
    handles.length = 0;
    for (let i = 0; i < count; i++) {
      const angle = (2 * Math.PI * i) / count;
      const t = random.uniform(-1.6, 1.6);
      const [x, y] = {
        scattered: [0.8 * random.normal(), 0.5 * random.normal()],
        grid: [0.5 * (i % 5) - 1, 0.5 * Math.floor(i / 5) - 1],
        circle: [1.2 * Math.cos(angle), 1.2 * Math.sin(angle)],
        'on a line': [t, 0.5 * t],
        'all in one place': [0, 0],
      }[cloud.value];
      handles.push({ x, y, label: `point ${i + 1}` });
    }
    surface?.redraw();
  };

  let surface: Surface | undefined;
  const cloud = controls.choice('cloud', clouds, scatter);
  controls.button('Another cloud', () => {
    seed++;
    scatter();
  });
  scatter();
  surface = new Surface(stage, {
    label: 'Points in the plane and their convex hull',
    halfHeight: 1.5,
    handles,
    draw(surface) {
      const { colors } = surface;
      surface.grid(0.5);
      const hull = quickHull2d(handles.flatMap(({ x, y }) => [x, y]));
      surface.polygon(hull.vertices, colors.a, 0.18, 3);
      for (let i = 0; i < hull.vertexIds.length; i++)
        surface.ring(hull.vertices[2 * i], hull.vertices[2 * i + 1], 11 / surface.scale, colors.a, 2.5);
      controls.status(
        `${handles.length} points, ${hull.vertexIds.length} of them vertices; dimension ${hull.dimension}: ${names[hull.dimension]}`,
      );
    },
  });
  const mounted = surface;
  return () => mounted.dispose();
}
