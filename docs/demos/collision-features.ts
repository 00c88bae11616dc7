/** Two polytopes, and which vertices of each take part in the contact: vertex, edge or face on each side. */
import { HullShape, Posed, quickHull, solidIcosahedron, solidOctahedron } from '@colide/geometry';
import {
  collisionFeatures,
  createCollisionFeatures,
  createPenetrationResult,
  signedDistance,
} from '@colide/narrowphase';
import type { Controls } from './kit/controls.ts';
import { openDrawing } from './kit/drawing.ts';
import { add, at, Pen, type V3 } from './kit/pen.ts';
import type { Palette } from './kit/theme.ts';

const box = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].flatMap(z => [0.7 * x, 0.4 * y, 0.6 * z])));
const shapes: Record<string, ArrayLike<number>> = {
  box: box.map(x => 0.8 * x),
  octahedron: solidOctahedron(0.6).positions,
  icosahedron: solidIcosahedron(0.6).positions,
};

const article = (feature: string) => (feature === 'edge' ? 'an edge' : `a ${feature}`);
/** A hull from points. */
const hullFrom = (points: ArrayLike<number>) => new HullShape(quickHull(points));

/** The vertices of a posed hull. */
function posedVertices({ shape, position, matrix }: Posed<HullShape>): V3[] {
  return Array.from({ length: shape.vertices.length / 3 }, (_, i) => {
    let p = at(position, 0);
    for (let k = 0; k < 3; k++) p = add(p, at(matrix, 3 * k), shape.vertices[3 * i + k]);
    return p;
  });
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const ground = new Posed(hullFrom(box), [0, -0.5, 0], [0, 0, 0, 1]);
  let body = new Posed(hullFrom(shapes['box']), [0, 0, 0], [0, 0, 0, 1]);
  const result = createPenetrationResult();
  const features = createCollisionFeatures();
  const pen = new Pen();

  const drawHull = (hull: Posed<HullShape>, ids: Int32Array, color: string, hit: string) => {
    const vertices = posedVertices(hull);
    const { edges } = hull.shape;
    const pairs = Array.from({ length: edges.length / 4 }, (_, i) => [edges[4 * i], edges[4 * i + 1]]);
    pen.segments(vertices, pairs.flat(), color, true);
    const touching = [...ids].map(id => vertices[id]);
    if (touching.length > 1) pen.polygon(touching, hit, 0.35);
    for (const p of touching) pen.dot(p, hit, 0.035);
  };
  const draw = (colors: Palette) => {
    const [s, c] = [Math.sin(0.5 * tilt.value), Math.cos(0.5 * tilt.value)];
    const [sy, cy] = [Math.sin(0.5 * turn.value), Math.cos(0.5 * turn.value)];
    body.setPose([slide.value, 0.36, 0.1], [cy * s, sy * c, -sy * s, cy * c]);
    const distance = signedDistance(result, ground, body);
    const { featureA, featureB, countA, countB, idsA, idsB } = collisionFeatures(features, result);
    drawHull(ground, idsA.subarray(0, countA), colors.a, colors.hit);
    drawHull(body, idsB.subarray(0, countB), colors.b, colors.hit);
    pen.outline([at(result.pointA, 0), at(result.pointB, 0)], colors.ink);
    const amount = Math.abs(distance).toFixed(3);
    controls.status(
      `${distance < 0 ? `${amount} deep` : `${amount} apart`}: ${article(featureA)} of the lower body and ${article(featureB)} of the upper one.`,
    );
  };
  const redraw = () => drawing.redraw();
  const kind = controls.choice('shape', Object.keys(shapes), () => {
    body = new Posed(hullFrom(shapes[kind.value]), [0, 0, 0], [0, 0, 0, 1]);
    redraw();
  });
  const tilt = controls.slider('tilt', { min: 0, max: 1.57, step: 0.01, value: 0.4 }, redraw);
  const turn = controls.slider('turn', { min: 0, max: 1.57, step: 0.01, value: 0.5 }, redraw);
  const slide = controls.slider('slide', { min: -1.2, max: 1.2, step: 0.02, value: 0.2 }, redraw);
  const drawing = openDrawing(stage, {
    label: 'Two polytopes and the vertices that take part in their contact',
    distance: 4.2,
    pen,
    draw,
  });
  return () => drawing.dispose();
}
