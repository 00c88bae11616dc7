/**
 * Two unit vectors perpendicular to a contact normal that vary smoothly with it: the axes of a fixed frame,
 * rotated by the smallest rotation from its third axis, the pole, to the normal. The common choice, starting
 * from the coordinate axis of the normal's smallest component, jumps by a right angle where two components
 * are equal, and for a normal along an axis rounding decides which is smaller.
 *
 * The frame rotates quickly near the opposite of the pole and jumps there. So the pole is a direction that
 * real surfaces rarely face; for normals along the coordinate axes the tangents are at odd angles, away from
 * the symmetry planes of boxes and prisms.
 */

/**
 * The pole (10, 15, 6) / 19 and the axes perpendicular to it, (3, −2, 0) / √13 and (12, 18, −65) / 19√13;
 * together right-handed.
 */
const poleX = 0.5263157894736842;
const poleY = 0.7894736842105263;
const poleZ = 0.3157894736842105;
const firstX = 0.8320502943378437;
const firstY = -0.5547001962252291;
const secondX = 0.17516848301849341;
const secondY = 0.2627527245277401;
const secondZ = -0.9488292830168393;

/** Writes u and v to `out`, six numbers; u, v and the unit vector `normal` are right-handed. */
export function setContactTangents(out: Float64Array, normal: Float64Array): void {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const away = 1 + poleX * x + poleY * y + poleZ * z;
  const inverse = away > 1e-9 ? 1 / away : 0;
  const f = (firstX * x + firstY * y) * inverse;
  const s = (secondX * x + secondY * y + secondZ * z) * inverse;
  out[0] = firstX - f * (poleX + x);
  out[1] = firstY - f * (poleY + y);
  out[2] = -f * (poleZ + z);
  // Opposite to the pole, a rotation by 180° about the first axis.
  const side = inverse > 0 ? 1 : -1;
  out[3] = side * secondX - s * (poleX + x);
  out[4] = side * secondY - s * (poleY + y);
  out[5] = side * secondZ - s * (poleZ + z);
}
