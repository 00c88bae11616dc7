/** Two boxes that touch, and the clipping that turns their faces into contact points, one step at a time. */
import { createObb, obbFromBox } from '@colide/bounds';
import {
  contactManifoldReduce,
  contactObbObb,
  createContactManifold,
  createPairContact,
} from '@colide/narrowphase';

import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { openDrawing } from './kit/drawing.ts';
import { add, at, boxCorner, cross, dot, Pen, type V3 } from './kit/pen.ts';
import type { Palette } from './kit/theme.ts';

const tableHalf: V3 = [1.1, 0.25, 0.8];
const crateHalf: V3 = [0.75, 0.35, 0.65];
const tableHeight = -0.1;
const lastStep = 8;
/**
 * Points up to this height above the reference count, and faces within the angle of this cosine of the
 * normal.
 */
const margin = 0.05;
const faceCosine = 0.998;

interface Face {
  readonly corners: V3[];
  readonly normal: V3;
}

/**
 * The face of a box whose normal is nearest a direction: its corners, counter-clockwise from outside, and its
 * normal.
 */
function faceAlong(box: ArrayLike<number>, direction: V3): Face {
  const along = [0, 1, 2].map(i => dot(at(box, 6 + 3 * i), direction));
  const axis = along.reduce((best, x, i) => (Math.abs(x) > Math.abs(along[best]) ? i : best), 0);
  const up = along[axis] < 0 ? -1 : 1;
  const corners = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([u, v]) => {
    const sides: V3 = [up, up, up];
    sides[(axis + 1) % 3] = u;
    sides[(axis + 2) % 3] = v * up;
    return boxCorner(box, sides);
  });
  return { corners, normal: at(box, 6 + 3 * axis).map(x => up * x) as V3 };
}

/** How high a point is above the plane of a face. */
function heightOver({ corners, normal }: Face, p: V3): number {
  return dot(add(p, corners[0], -1), normal);
}

/** What a polygon keeps below the plane through `origin` across `normal` (Sutherland and Hodgman). */
function clip(polygon: V3[], origin: V3, normal: V3): V3[] {
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [heightP, heightQ] = [p, q].map(x => dot(add(x, origin, -1), normal));
    const cut = heightP * heightQ < 0 ? [add(p, add(q, p, -1), heightP / (heightP - heightQ))] : [];
    return heightP <= 0 ? [p, ...cut] : cut;
  });
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const table = obbFromBox(createObb(), [0, tableHeight, 0], tableHalf, [0, 0, 0, 1]);
  const crate = createObb();
  const contact = createPairContact();
  const manifold = createContactManifold();
  const pen = new Pen();

  const draw = (colors: Palette) => {
    const [y, x] = [0.5 * turn.value, 0.5 * tilt.value];
    const [cy, sy, cx, sx] = [Math.cos(y), Math.sin(y), Math.cos(x), Math.sin(x)];
    // First tilted about x, then turned about y; the lowest corner sinks into the table a little.
    const lowest = crateHalf[1] * Math.cos(tilt.value) + crateHalf[2] * Math.sin(tilt.value);
    const height = tableHeight + tableHalf[1] + lowest - 0.06;
    obbFromBox(crate, [slide.value, height, 0.15], crateHalf, [cy * sx, sy * cx, -sy * sx, cy * cx]);
    pen.box(table, colors.a);
    pen.box(crate, colors.b);
    controls.status(contactObbObb(contact, table, crate) ? showStep(colors) : 'The boxes are apart.');
  };

  /** The contact points: the corners that are kept and their feet on the reference; one where edges cross. */
  const keepPoints = (kept: V3[], reference: Face, tableIsReference: boolean) => {
    manifold.count = 0;
    manifold.normal.set(contact.normal);
    if (Math.abs(dot(reference.normal, at(contact.normal, 0))) < faceCosine) {
      manifold.pointsA.set(contact.pointA);
      manifold.pointsB.set(contact.pointB);
      manifold.depths[0] = contact.depth;
      manifold.count = 1;
      return;
    }
    for (const p of kept) {
      const depth = -heightOver(reference, p);
      const onReference = add(p, reference.normal, depth);
      manifold.pointsA.set(tableIsReference ? onReference : p, 3 * manifold.count);
      manifold.pointsB.set(tableIsReference ? p : onReference, 3 * manifold.count);
      manifold.depths[manifold.count++] = depth;
    }
  };

  /** Draws what the chosen step has come to, and says it. */
  const showStep = (colors: Palette): string => {
    const step = steps.value;
    const normal = at(contact.normal, 0);
    const faces = [faceAlong(table, normal), faceAlong(crate, normal.map(x => -x) as V3)] as const;
    const tableIsReference = Math.abs(dot(faces[0].normal, normal)) >= Math.abs(dot(faces[1].normal, normal));
    const [reference, incident] = tableIsReference ? faces : [faces[1], faces[0]];
    const foot = at(contact.pointA, 0);
    pen.outline([foot, add(foot, normal, 0.6)], colors.ink);
    pen.dot(foot, colors.ink, 0.02);
    if (step === 0) return 'The boxes overlap. The normal leads from the lower box to the upper one.';
    pen.polygon(reference.corners, colors.a, 0.25);
    if (step === 1) return 'The reference face: of all faces, the one that points most along the normal.';
    const sides = Math.min(step - 2, 4);
    let kept = incident.corners;
    for (let i = 0; i < sides; i++) {
      const from = reference.corners[i];
      const to = reference.corners[(i + 1) % 4];
      const outward = cross(add(to, from, -1), reference.normal);
      const before = kept;
      kept = clip(before, from, outward);
      if (i < sides - 1 || step > 6) continue;
      pen.polygon(before, colors.soft, 0.1);
      const wall = [-0.35, 0.55].map(s => [from, to].map(p => add(p, reference.normal, s)));
      pen.polygon([wall[0][0], wall[0][1], wall[1][1], wall[1][0]], colors.c, 0.15);
    }
    pen.polygon(kept, colors.b, 0.35);
    if (step < 7) for (const p of kept) pen.dot(p, colors.b, 0.03);
    if (step === 2)
      return "The incident face: the other box's face that points most against the reference face.";
    if (step < 7)
      return `Clipped by side plane ${sides} of 4 of the reference face: ${kept.length} corners are left.`;

    // Points below the reference, or above it within a small margin; where edges cross, the contact itself.
    const isKept = (p: V3) => heightOver(reference, p) <= margin;
    keepPoints(kept.filter(isKept), reference, tableIsReference);
    const all = manifold.count;
    for (const p of kept) if (!isKept(p)) pen.dot(p, colors.soft, 0.03, 0.7);
    if (step === 8) contactManifoldReduce(manifold);
    for (let i = 0; i < manifold.count; i++) {
      pen.dot(at(manifold.pointsA, 3 * i), colors.hit, 0.035);
      pen.outline([at(manifold.pointsA, 3 * i), at(manifold.pointsB, 3 * i)], colors.hit);
    }
    const points = all === 1 ? 'one point' : counted(all, 'point');
    if (step === 7)
      return `Kept: corners below the reference, projected onto it; ${points}. The deepest is ${contact.depth.toFixed(3)} deep.`;
    return all > 4
      ? `Of ${all} points four stay: the deepest, the one farthest from it, and those that add most area.`
      : `${all === 1 ? 'One point' : counted(all, 'point')}: nothing to reduce.`;
  };

  const redraw = () => drawing.redraw();
  const steps = controls.slider('step', { min: 0, max: lastStep, step: 1, value: 3 }, redraw);
  controls.button('Step', () => {
    steps.value = steps.value < lastStep ? steps.value + 1 : 0;
    redraw();
  });
  const turn = controls.slider('turn', { min: 0, max: 1.57, step: 0.01, value: 0.6 }, redraw);
  const tilt = controls.slider('tilt', { min: 0, max: 0.3, step: 0.005, value: 0.03 }, redraw);
  const slide = controls.slider('slide', { min: -1.5, max: 1.5, step: 0.05, value: 0.55 }, redraw);
  const drawing = openDrawing(stage, {
    label: 'Two boxes, one on the other, and the polygon in which their faces meet',
    distance: 3.7,
    pen,
    draw,
  });
  return () => drawing.dispose();
}
