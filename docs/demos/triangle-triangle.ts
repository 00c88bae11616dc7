/** Two triangles in space: whether they meet, the segment in which they do, or their closest points. */
import {
  closestPointsTriangleTriangle,
  createClosestPoints,
  createTriangleSegment,
  triangleTriangleSegment,
} from '@colide/narrowphase';

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  SphereGeometry,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const still = [-0.9, -0.35, 0.5, 0.9, -0.25, 0.4, 0.05, 0.1, -0.8];
const moving = [-0.5, -0.6, 0.1, 0.6, -0.3, -0.1, 0, 0.8, 0.2];

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const shapes = [still, moving].map(numbers =>
    new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(numbers), 3)),
  );
  const path = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
  const ball = new SphereGeometry(0.03, 20, 14);
  const sheet = () => new MeshLambertMaterial({ side: DoubleSide, transparent: true, opacity: 0.6 });
  const [sheetA, sheetB] = [sheet(), sheet()];
  const lineMaterial = new LineBasicMaterial({ depthTest: false, transparent: true });
  const endMaterial = new MeshBasicMaterial({ depthTest: false, transparent: true });
  const view = new SceneView(stage, {
    label: 'Two triangles and the segment in which they meet',
    distance: 3,
    paint(colors) {
      sheetA.color.set(colors.a);
      sheetB.color.set(colors.b);
      lineMaterial.color.set(colors.hit);
      endMaterial.color.set(colors.hit);
    },
  });
  const ends = [new Mesh(ball, endMaterial), new Mesh(ball, endMaterial)] as const;
  const line = new Line(path, lineMaterial);
  line.frustumCulled = false;
  for (const mark of [line, ...ends]) mark.renderOrder = 1;
  view.scene.add(new Mesh(shapes[0], sheetA), new Mesh(shapes[1], sheetB), line, ...ends);

  const segment = createTriangleSegment();
  const closest = createClosestPoints();
  const other = Float64Array.from(moving);
  const move = () => {
    const [c, s] = [Math.cos(turn.value), Math.sin(turn.value)];
    for (let i = 0; i < 9; i += 3) {
      const [x, y, z] = moving.slice(i, i + 3);
      other.set([c * x + s * z + slide.value, y + height.value, c * z - s * x], i);
    }
    const positions = shapes[1].attributes['position'];
    positions.array.set(other);
    positions.needsUpdate = true;
    for (const shape of shapes) shape.computeVertexNormals();
    const meet = triangleTriangleSegment(segment, still, other);
    const distance = meet ? 0 : Math.sqrt(closestPointsTriangleTriangle(closest, still, other));
    const [p, q] = meet ? [segment.start, segment.end] : [closest.pointA, closest.pointB];
    const track = path.attributes['position'];
    for (const [i, end] of [p, q].entries()) {
      track.setXYZ(i, end[0], end[1], end[2]);
      ends[i].position.set(end[0], end[1], end[2]);
    }
    track.needsUpdate = true;
    view.redraw();
    const length = Math.hypot(...[0, 1, 2].map(k => p[k] - q[k])).toFixed(3);
    controls.status(
      meet ? `They meet in a segment of length ${length}.` : `They are ${distance.toFixed(3)} apart.`,
    );
  };
  const height = controls.slider('height', { min: -0.8, max: 1.2, step: 0.01, value: 0.1 }, move);
  const slide = controls.slider('slide', { min: -1.2, max: 1.2, step: 0.01, value: 0 }, move);
  const turn = controls.slider('turn', { min: -1.6, max: 1.6, step: 0.01, value: 0.4 }, move);
  move();

  return () => {
    for (const part of [...shapes, path, ball, sheetA, sheetB, lineMaterial, endMaterial]) part.dispose();
    view.dispose();
  };
}
