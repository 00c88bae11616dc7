/** A cloud of draggable points in space and its hull, with a slider that flattens the cloud to a plane. */
import { type Hull, quickHull } from '@colide/geometry';
import { Random } from '@colide/math';

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Vector3,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';
import { createWarmUp } from './kit/warm-up.ts';

const clouds = ['ball', 'sphere', 'grid', 'cylinder', 'on a line', 'all in one place'] as const;
const names = ['a point', 'a segment', 'a polygon with two sides', 'a solid'];
/** How close to a point, px, a press drags the point instead of turning the view. */
const reach = 14;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let cloudPoints = new Float64Array(0);
  let seed = 1;
  const dots = new Points(new BufferGeometry(), new PointsMaterial({ size: 7, sizeAttenuation: false }));
  const faces = new Mesh(
    new BufferGeometry(),
    new MeshStandardMaterial({
      flatShading: true,
      transparent: true,
      opacity: 0.55,
      side: DoubleSide,
      depthWrite: false,
    }),
  );
  const edges = new LineSegments(new BufferGeometry(), new LineBasicMaterial());

  const view = new SceneView(stage, {
    label: 'Points in space and their convex hull',
    distance: 4.6,
    paint(colors) {
      dots.material.color.set(colors.b);
      faces.material.color.set(colors.a);
      edges.material.color.set(colors.ink);
    },
  });
  view.scene.add(dots, faces, edges);

  const scatter = () => {
    const random = new Random(seed);
    const grid = cloud.value === 'grid';
    const n = grid ? 64 : count.value;
    const unit: [number, number, number] = [0, 0, 0];
    cloudPoints = new Float64Array(3 * n);
    for (let i = 0; i < n; i++) {
      random.unitVector(unit);
      const radius = Math.cbrt(random.next());
      const t = random.uniform(-1, 1);
      const angle = (2 * Math.PI * (i >> 1)) / (n >> 1 || 1);
      cloudPoints.set(
        {
          ball: unit.map(x => x * radius),
          sphere: unit,
          grid: [(i % 4) / 1.5 - 1, ((i >> 2) % 4) / 1.5 - 1, (i >> 4) / 1.5 - 1],
          cylinder: [0.8 * Math.cos(angle), i % 2 ? 0.8 : -0.8, 0.8 * Math.sin(angle)],
          'on a line': [t, 0.5 * t, 0.3 * t],
          'all in one place': [0, 0, 0],
        }[cloud.value],
        3 * i,
      );
    }
    update();
  };

  const flattened = () => cloudPoints.map((x, i) => (i % 3 === 1 ? x * thickness.value : x));

  const warm = createWarmUp(30);
  const update = () => {
    const points = flattened();
    const start = performance.now();
    const hull = quickHull(points);
    const time = performance.now() - start;
    dots.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
    show(hull);
    const count = hull.faceOffsets.length - 1;
    controls.status(
      `${points.length / 3} points: ${hull.vertexIds.length} vertices, ${count} faces${warm(`, ${time.toFixed(2)} ms`)}; ` +
        `dimension ${hull.dimension}: ${names[hull.dimension]}`,
    );
    view.redraw();
  };

  /** Faces as fans of triangles, edges as lines. */
  const show = ({ vertices, faceOffsets, faceVertices, dimension }: Hull) => {
    const triangles: number[] = [];
    const lines: number[] = dimension === 1 ? [...vertices] : [];
    const push = (list: number[], id: number) =>
      list.push(vertices[3 * id], vertices[3 * id + 1], vertices[3 * id + 2]);
    for (let f = 0; f + 1 < faceOffsets.length; f++) {
      const [begin, end] = [faceOffsets[f], faceOffsets[f + 1]];
      for (let k = begin; k < end; k++) {
        const a = faceVertices[k];
        const b = faceVertices[k + 1 < end ? k + 1 : begin];
        if (k >= begin + 2)
          for (const id of [faceVertices[begin], faceVertices[k - 1], a]) push(triangles, id);
        if (a < b) for (const id of [a, b]) push(lines, id);
      }
    }
    faces.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(triangles), 3));
    edges.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(lines), 3));
    for (const { geometry } of [faces, edges, dots]) geometry.computeBoundingSphere();
    faces.geometry.computeVertexNormals();
  };

  const cloud = controls.choice('cloud', clouds, scatter);
  const count = controls.slider('points', { min: 1, max: 400, step: 1, value: 60 }, scatter);
  const thickness = controls.slider('thickness', { min: 0, max: 1, step: 0.01, value: 1 }, update);
  controls.button('Another cloud', () => {
    seed++;
    scatter();
  });
  scatter();
  const stopDragging = listen(stage, view, {
    points: flattened,
    move(index, to) {
      cloudPoints[3 * index] = to.x;
      if (thickness.value > 0) cloudPoints[3 * index + 1] = to.y / thickness.value;
      cloudPoints[3 * index + 2] = to.z;
      update();
    },
  });
  return () => {
    stopDragging();
    for (const { geometry, material } of [dots, faces, edges]) {
      geometry.dispose();
      material.dispose();
    }
    view.dispose();
  };
}

/** Lets points be dragged parallel to the screen; a press elsewhere turns the view. */
function listen(
  stage: HTMLElement,
  view: SceneView,
  cloud: { points(): Float64Array; move(index: number, to: Vector3): void },
): () => void {
  let held = -1;
  const screen = new Vector3();
  const place = (event: PointerEvent): [number, number, DOMRect] => {
    const box = stage.querySelector('canvas')!.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top, box];
  };
  const project = (points: Float64Array, i: number) =>
    screen.set(points[3 * i], points[3 * i + 1], points[3 * i + 2]).project(view.camera);
  const press = (event: PointerEvent) => {
    const [px, py, box] = place(event);
    const points = cloud.points();
    let best = reach;
    for (let i = 0; i < points.length / 3; i++) {
      project(points, i);
      const distance = Math.hypot(
        ((screen.x + 1) * box.width) / 2 - px,
        ((1 - screen.y) * box.height) / 2 - py,
      );
      if (distance < best) {
        best = distance;
        held = i;
      }
    }
    if (held >= 0) event.stopPropagation();
  };
  const drag = (event: PointerEvent) => {
    if (held < 0) return;
    const [px, py, box] = place(event);
    project(cloud.points(), held);
    screen.set((2 * px) / box.width - 1, 1 - (2 * py) / box.height, screen.z).unproject(view.camera);
    cloud.move(held, screen);
  };
  const release = () => {
    held = -1;
  };
  stage.addEventListener('pointerdown', press, true);
  addEventListener('pointermove', drag);
  addEventListener('pointerup', release);
  addEventListener('pointercancel', release);
  return () => {
    stage.removeEventListener('pointerdown', press, true);
    removeEventListener('pointermove', drag);
    removeEventListener('pointerup', release);
    removeEventListener('pointercancel', release);
  };
}
