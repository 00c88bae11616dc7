/**
 * The contact manifold of two oriented boxes whose faces meet: `manifoldObbObb` of `@colide/narrowphase`,
 * with the same operations in the same order, and so with the same bits. Edges and corners are left to it.
 */
import { distanceAt, findAxis, firstEdgeAxis } from './obb-axis';
import { faceContacts, leastDistance } from './obb-faces';
import { axesAt, boxA, boxB, halfAt, marginAt, normalAt, rowOf } from './obb-layout';

/** Cosine from which on a face is almost across the normal. */
const restingFace = 0.98;
/** Points agree with the distance of the boxes up to this part of the half extents. */
const agreement = 1e-7;

/** Number of points, 0 to 4; −1 if an edge or a corner may be nearest. */
export function collideObbs(): i32 {
  const margin = load<f64>(marginAt);
  const axis = findAxis(margin);
  if (axis < 0) return 0;
  setNormal(axis);
  const face = axis < 3 ? axis : restingFaceOf();
  if (face < 0) return -1;
  const count = faceContacts(margin, face);
  const near =
    load<f64>(distanceAt) +
    agreement * (load<f64>(boxA + halfAt) + load<f64>(boxA + halfAt, 8) + load<f64>(boxA + halfAt, 16));
  return leastDistance <= near && count > 0 ? count : -1;
}

/** Writes the unit vector along an axis, from A to B. */
function setNormal(axis: i32): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  let length: f64 = 1;
  if (axis < firstEdgeAxis) {
    const at = axis < 3 ? rowOf(boxA + axesAt, axis) : rowOf(boxB + axesAt, axis - 3);
    x = load<f64>(at);
    y = load<f64>(at, 8);
    z = load<f64>(at, 16);
  } else {
    const k = (axis - firstEdgeAxis) / 3;
    const p = rowOf(boxA + axesAt, k);
    const q = rowOf(boxB + axesAt, axis - firstEdgeAxis - 3 * k);
    x = load<f64>(p, 8) * load<f64>(q, 16) - load<f64>(p, 16) * load<f64>(q, 8);
    y = load<f64>(p, 16) * load<f64>(q) - load<f64>(p) * load<f64>(q, 16);
    z = load<f64>(p) * load<f64>(q, 8) - load<f64>(p, 8) * load<f64>(q);
    length = sqrt(x * x + y * y + z * z);
  }
  const along =
    (load<f64>(boxB) - load<f64>(boxA)) * x +
    (load<f64>(boxB, 8) - load<f64>(boxA, 8)) * y +
    (load<f64>(boxB, 16) - load<f64>(boxA, 16)) * z;
  const scale: f64 = (along < 0 ? -1 : 1) / length;
  store<f64>(normalAt, scale * x);
  store<f64>(normalAt, scale * y, 8);
  store<f64>(normalAt, scale * z, 16);
}

/** The face almost across the normal: 0 to 2 of A, which come first, 3 to 5 of B; −1 when there is none. */
function restingFaceOf(): i32 {
  for (let k = 0; k < 6; k++) {
    const at = k < 3 ? rowOf(boxA + axesAt, k) : rowOf(boxB + axesAt, k - 3);
    const along =
      load<f64>(at) * load<f64>(normalAt) +
      load<f64>(at, 8) * load<f64>(normalAt, 8) +
      load<f64>(at, 16) * load<f64>(normalAt, 16);
    if (abs(along) >= restingFace) return k;
  }
  return -1;
}
