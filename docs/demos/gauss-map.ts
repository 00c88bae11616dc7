/**
 * Two hulls and their Gauss maps on one sphere: an edge is the arc between the normals of its two faces.
 * Where an arc of A crosses one of −B, the two edges make a face of the Minkowski difference, and an axis to
 * try.
 */
import { HullShape, Posed, quickHull, solidIcosahedron, solidOctahedron } from '@colide/geometry';
import { createSatResult, satAxis, satHullHull } from '@colide/narrowphase';
import type { Controls } from './kit/controls.ts';
import { openDrawing } from './kit/drawing.ts';
import { add, at, cross, dot, Pen, type V3 } from './kit/pen.ts';
import type { Palette } from './kit/theme.ts';

const box = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].flatMap(z => [0.5 * x, 0.4 * y, 0.45 * z])));
const shapes: Record<string, ArrayLike<number>> = {
  box,
  octahedron: solidOctahedron(0.62).positions,
  icosahedron: solidIcosahedron(0.6).positions,
};
/** Where the sphere of normals stands, and how large it is. */
const sphereCenter: V3 = [1.25, 0, 0];
const sphereRadius = 0.8;
const bodyCenter: V3 = [-0.95, 0, 0];

const hullFrom = (points: ArrayLike<number>) => new HullShape(quickHull(points));
const scaled = (v: V3, s: number): V3 => [s * v[0], s * v[1], s * v[2]];
const unit = (v: V3): V3 => scaled(v, 1 / Math.hypot(...v));

/** A vector of a posed hull's own frame in the world. */
function rotated({ matrix }: Posed<HullShape>, v: V3): V3 {
  let out: V3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) out = add(out, at(matrix, 3 * k), v[k]);
  return out;
}

/**
 * The arcs of a hull's edges: the normals of the faces beside each, mirrored for the body on the other side.
 */
function arcsOf(hull: Posed<HullShape>, sign: number): [V3, V3][] {
  const { edges, planes } = hull.shape;
  return Array.from({ length: edges.length / 4 }, (_, i) => {
    const [left, right] = [edges[4 * i + 2], edges[4 * i + 3]];
    return [left, right].map(face => scaled(rotated(hull, at(planes, 4 * face)), sign)) as [V3, V3];
  });
}

/** Where two arcs cross on the sphere, if they do. */
function crossing([a, b]: [V3, V3], [c, d]: [V3, V3]): V3 | undefined {
  const [ab, cd] = [cross(a, b), cross(c, d)];
  const [ca, da, ac, bc] = [dot(c, ab), dot(d, ab), dot(a, cd), dot(b, cd)];
  // The ends of each lie on both sides of the other, and the arcs are on the same half of the sphere.
  if (!(ca * da < 0 && ac * bc < 0 && ca * bc > 0)) return undefined;
  const p = unit(cross(ab, cd));
  return dot(p, add(a, b, 1)) < 0 ? scaled(p, -1) : p;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const a = new Posed(hullFrom(box), [0, 0, 0], [0, 0, 0, 1]);
  let b = new Posed(hullFrom(box), [0, 0, 0], [0, 0, 0, 1]);
  const result = createSatResult();
  const pen = new Pen();

  const onSphere = (v: V3): V3 => add(sphereCenter, v, sphereRadius);
  const drawArcs = (arcs: [V3, V3][], color: string) => {
    for (const [from, to] of arcs) {
      const points = Array.from({ length: 13 }, (_, i) =>
        onSphere(unit(add(scaled(from, 1 - i / 12), to, i / 12))),
      );
      pen.segments(points, Array.from({ length: 12 }, (_, i) => [i, i + 1]).flat(), color, true);
      pen.dot(onSphere(from), color, 0.022);
    }
  };
  const drawHull = (hull: Posed<HullShape>, color: string) => {
    const { vertices, edges } = hull.shape;
    const points = Array.from({ length: vertices.length / 3 }, (_, i) =>
      add(add(bodyCenter, at(hull.position, 0), 1), rotated(hull, at(vertices, 3 * i)), 1),
    );
    const pairs = Array.from({ length: edges.length / 4 }, (_, i) => [edges[4 * i], edges[4 * i + 1]]);
    pen.segments(points, pairs.flat(), color, true);
  };
  const draw = (colors: Palette) => {
    const [s, c] = [Math.sin(0.5 * turn.value), Math.cos(0.5 * turn.value)];
    b.setPose([distance.value, 0.3, 0.15], [0.48 * s, 0.6 * s, 0.64 * s, c]);
    const overlaps = satHullHull(result, a, b);
    const [arcsA, arcsB] = [arcsOf(a, 1), arcsOf(b, -1)];
    const found = arcsA.flatMap(p => arcsB.map(q => crossing(p, q))).filter(p => p !== undefined);
    drawHull(a, colors.a);
    drawHull(b, colors.b);
    drawArcs(arcsA, colors.a);
    drawArcs(arcsB, colors.b);
    for (const p of found) pen.dot(onSphere(p), colors.ink, 0.018);
    const normal = at(result.normal, 0);
    pen.dot(onSphere(normal), colors.hit, 0.04);
    const middle = add(bodyCenter, at(b.position, 0), 0.5);
    pen.outline([middle, add(middle, normal, 0.7)], colors.hit);
    const kinds: Record<number, string> = {
      [satAxis.faceA]: 'a face of A',
      [satAxis.faceB]: 'a face of B',
      [satAxis.edges]: 'two edges',
    };
    const pairs = arcsA.length * arcsB.length;
    controls.status(
      `${found.length} of ${pairs} pairs of edges cross. ${overlaps ? 'Least overlap' : 'Gap'}: ${Math.abs(result.depth).toFixed(3)}, along the normal of ${kinds[result.kind]}.`,
    );
  };
  const redraw = () => drawing.redraw();
  const kind = controls.choice('shape of B', Object.keys(shapes), () => {
    b = new Posed(hullFrom(shapes[kind.value]), [0, 0, 0], [0, 0, 0, 1]);
    redraw();
  });
  const distance = controls.slider('distance', { min: 0, max: 1.6, step: 0.01, value: 0.85 }, redraw);
  const turn = controls.slider(
    'rotate B',
    { min: 0, max: 3.14, step: 0.01, value: 0.8, format: value => `${value.toFixed(2)} rad` },
    redraw,
  );
  const drawing = openDrawing(stage, {
    label: 'Two hulls on the left, and the arcs of their edges on the sphere of normals on the right',
    distance: 4.2,
    pen,
    draw,
  });
  return () => drawing.dispose();
}
