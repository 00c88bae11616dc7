/** Contacts of boxes with planes and with boxes that stand on each other: just enough detection for tests. */
import type { RigidBodies, RigidContacts } from '@colide/solvers';

export interface BoxScene {
  readonly bodies: RigidBodies;
  readonly contacts: RigidContacts;
  /** Half edges, three a body; zero for bodies without a shape. */
  readonly halfEdges: Float64Array;
  /** Points this far apart are reported. */
  readonly margin: number;
}

const frame = new Float64Array(9);
const upper = new Float64Array(9);
const point = new Float64Array(3);
const n = new Float64Array(3);
const up3 = [0, 1, 0];
let polygon = new Float64Array(48);
let clipped = new Float64Array(48);

function axesOf(out: Float64Array, bodies: RigidBodies, i: number): void {
  const q = bodies.rotations;
  const x = q[4 * i];
  const y = q[4 * i + 1];
  const z = q[4 * i + 2];
  const w = q[4 * i + 3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y + z * w);
  out[2] = 2 * (x * z - y * w);
  out[3] = 2 * (x * y - z * w);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z + x * w);
  out[6] = 2 * (x * z + y * w);
  out[7] = 2 * (y * z - x * w);
  out[8] = 1 - 2 * (x * x + y * y);
}

/** Adds the corners of body `i` that reach the plane n·x = offset, which belongs to body `ground`. */
export function addPlaneContacts(
  scene: BoxScene,
  ground: number,
  i: number,
  normal: readonly number[],
  offset: number,
): void {
  const { bodies, contacts, halfEdges } = scene;
  axesOf(frame, bodies, i);
  for (let corner = 0; corner < 8; corner++) {
    let height = -offset;
    for (let k = 0; k < 3; k++) {
      let value = bodies.positions[3 * i + k];
      for (let axis = 0; axis < 3; axis++)
        value += frame[3 * axis + k] * halfEdges[3 * i + axis] * ((corner >> axis) & 1 ? 1 : -1);
      point[k] = value;
      height += normal[k] * value;
    }
    if (height > scene.margin) continue;
    const c = contacts.append(ground, i, corner);
    for (let k = 0; k < 3; k++) {
      contacts.points[3 * c + k] = point[k] - 0.5 * height * normal[k];
      contacts.normals[3 * c + k] = normal[k];
    }
    contacts.separations[c] = height;
  }
}

/** The axis of `axes` that is closest to vertical. */
function verticalAxis(axes: Float64Array): number {
  let best = 0;
  for (let axis = 1; axis < 3; axis++)
    if (Math.abs(axes[3 * axis + 1]) > Math.abs(axes[3 * best + 1])) best = axis;
  return best;
}

/**
 * Adds the contacts of box `b`, which stands on box `a`: its lower face, clipped to the upper face of `a`.
 */
export function addStandingContacts(scene: BoxScene, a: number, b: number): void {
  const { bodies, contacts, halfEdges } = scene;
  const { positions } = bodies;
  axesOf(frame, bodies, a);
  axesOf(upper, bodies, b);
  const up = verticalAxis(frame);
  const down = verticalAxis(upper);
  const sign = frame[3 * up + 1] > 0 ? 1 : -1;
  const downSign = upper[3 * down + 1] > 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) n[k] = sign * frame[3 * up + k];
  const s = (down + 1) % 3;
  const t = (down + 2) % 3;
  let count = 4;
  for (let corner = 0; corner < 4; corner++)
    for (let k = 0; k < 3; k++)
      polygon[3 * corner + k] =
        positions[3 * b + k] -
        positions[3 * a + k] +
        downSign * upper[3 * down + k] * halfEdges[3 * b + down] +
        (corner === 1 || corner === 2 ? 1 : -1) * upper[3 * s + k] * halfEdges[3 * b + s] +
        (corner > 1 ? 1 : -1) * upper[3 * t + k] * halfEdges[3 * b + t];
  for (let turn = 1; turn < 3; turn++)
    for (let side = -1; side < 2; side += 2)
      count = clip(count, (up + turn) % 3, side, halfEdges[3 * a + ((up + turn) % 3)]);
  for (let corner = 0; corner < count; corner++) {
    let height = -halfEdges[3 * a + up];
    for (let k = 0; k < 3; k++) height += n[k] * polygon[3 * corner + k];
    if (height > scene.margin) continue;
    const c = contacts.append(a, b, corner);
    for (let k = 0; k < 3; k++) {
      contacts.points[3 * c + k] = positions[3 * a + k] + polygon[3 * corner + k] - 0.5 * height * n[k];
      contacts.normals[3 * c + k] = n[k];
    }
    contacts.separations[c] = height;
  }
}

/** Keeps the part of the polygon with side · (axis · x) ≤ half. */
function clip(count: number, axis: number, side: number, half: number): number {
  const distance = (i: number) =>
    side *
      (frame[3 * axis] * polygon[3 * i] +
        frame[3 * axis + 1] * polygon[3 * i + 1] +
        frame[3 * axis + 2] * polygon[3 * i + 2]) -
    half;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const d = distance(i);
    const e = distance(j);
    if (d <= 1e-9) {
      for (let k = 0; k < 3; k++) clipped[3 * kept + k] = polygon[3 * i + k];
      kept++;
    }
    if ((d < -1e-9 && e > 1e-9) || (d > 1e-9 && e < -1e-9)) {
      for (let k = 0; k < 3; k++)
        clipped[3 * kept + k] =
          polygon[3 * i + k] + (d / (d - e)) * (polygon[3 * j + k] - polygon[3 * i + k]);
      kept++;
    }
  }
  const swap = polygon;
  polygon = clipped;
  clipped = swap;
  return kept;
}

/** Finds all contacts: boxes with the ground y = 0, which is body 0, and boxes that stand on boxes. */
export function findContacts(scene: BoxScene): void {
  const { bodies, contacts, halfEdges, margin } = scene;
  const { positions } = bodies;
  contacts.begin();
  for (let i = 1; i < bodies.count; i++) {
    if (positions[3 * i + 1] < 2 * halfEdges[3 * i + 1]) addPlaneContacts(scene, 0, i, up3, 0);
    for (let j = i + 1; j < bodies.count; j++) {
      const height = positions[3 * j + 1] - positions[3 * i + 1];
      const reach = halfEdges[3 * i + 1] + halfEdges[3 * j + 1];
      if (Math.abs(Math.abs(height) - reach) > 0.2 * reach + margin) continue;
      if (Math.abs(positions[3 * j] - positions[3 * i]) > halfEdges[3 * i] + halfEdges[3 * j]) continue;
      if (Math.abs(positions[3 * j + 2] - positions[3 * i + 2]) > halfEdges[3 * i + 2] + halfEdges[3 * j + 2])
        continue;
      if (height > 0) addStandingContacts(scene, i, j);
      else addStandingContacts(scene, j, i);
    }
  }
}
