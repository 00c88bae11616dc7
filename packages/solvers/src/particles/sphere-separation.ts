/**
 * Separation by spheres, the response for deformable bodies: the elements of rope and cloth are small, so
 * each is represented by its bounding sphere.
 *
 * Deformable against deformable, and a body against itself: overlapping leaf spheres are pushed apart along
 * the line of their centres by `d = ((r_A + r_B)/|c_B − c_A| − 1)(c_B − c_A)`, all particles of an element
 * alike, half each for equal masses, else in inverse proportion to the elements' masses, so momentum is
 * conserved. Deformable against rigid: a sphere counts when its centre c is inside the rigid body; with p the
 * nearest surface point, the element moves by q − c and the rigid body's contact point by q − p, q the middle
 * of both (or p itself when the rigid body is static).
 *
 * An element with a particle of infinite mass does not move. Coincident centres separate along +x.
 *
 * Ponce Atencio, M.Sc. thesis, COPPE/UFRJ 2005, §4.2.1.
 */
import { type ReadonlyVec3, requireLength, type Vec3 } from '@colide/core';
import { requireCount } from '../internal/parameter-checks.ts';

/**
 * Mass of the element at `e` in `elements` (three ids, −1 for none); `Infinity` when one particle is fixed.
 */
function elementMass(elements: Int32Array, inverseMasses: Float64Array, e: number): number {
  let mass = 0;
  for (let k = e; k < e + 3; k++) if (elements[k] >= 0) mass += 1 / inverseMasses[elements[k]];
  return mass;
}

function translate(
  positions: Float64Array,
  elements: Int32Array,
  e: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  for (let k = e; k < e + 3; k++) {
    if (elements[k] < 0) continue;
    const i = 3 * elements[k];
    positions[i] += dx;
    positions[i + 1] += dy;
    positions[i + 2] += dz;
  }
}

/** The leaf spheres of deformable bodies. */
export interface LeafSpheres {
  /** Three particles per element, −1 where there are fewer. */
  readonly elements: Int32Array;
  /** Three numbers per sphere; moved along with the elements. */
  readonly centers: Float64Array;
  readonly radii: Float64Array;
}

/**
 * Pushes overlapping leaf spheres apart. `pairs` are element pairs from a sphere tree, of one body or two;
 * adjacent elements of one body must have been left out. Returns how many pairs overlapped. Ids are not
 * checked.
 */
export function separateLeafSpheres(
  positions: Float64Array,
  inverseMasses: Float64Array,
  spheres: LeafSpheres,
  pairs: Uint32Array,
  count = pairs.length / 2,
): number {
  const { elements, centers, radii } = spheres;
  requireCount(count, pairs, 2);
  requireLength('centers', centers, elements.length);
  requireLength('radii', radii, elements.length / 3);
  let separated = 0;
  for (let n = 0; n < count; n++) {
    const a = 3 * pairs[2 * n];
    const b = 3 * pairs[2 * n + 1];
    let dx = centers[b] - centers[a];
    const dy = centers[b + 1] - centers[a + 1];
    const dz = centers[b + 2] - centers[a + 2];
    const reach = radii[pairs[2 * n]] + radii[pairs[2 * n + 1]];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= reach * reach) continue;
    const massA = elementMass(elements, inverseMasses, a);
    const massB = elementMass(elements, inverseMasses, b);
    if (massA === Infinity && massB === Infinity) continue;
    separated++;
    let scale = reach / Math.sqrt(squared) - 1;
    if (squared === 0) {
      dx = reach;
      scale = 1;
    }
    const shareA = massB === Infinity ? scale : massA === Infinity ? 0 : (scale * massB) / (massA + massB);
    const shareB = scale - shareA;
    if (shareA > 0) {
      translate(positions, elements, a, -dx * shareA, -dy * shareA, -dz * shareA);
      centers[a] -= dx * shareA;
      centers[a + 1] -= dy * shareA;
      centers[a + 2] -= dz * shareA;
    }
    if (shareB > 0) {
      translate(positions, elements, b, dx * shareB, dy * shareB, dz * shareB);
      centers[b] += dx * shareB;
      centers[b + 1] += dy * shareB;
      centers[b + 2] += dz * shareB;
    }
  }
  return separated;
}

/**
 * Pushes overlapping particles apart to the sum of their radii: self-collision of rope and cloth at the
 * finest level. `pairs` come from any broad phase; joined particles must have been left out or be farther
 * apart than their radii. Returns how many pairs overlapped. Ids are not checked.
 */
export function separateParticles(
  positions: Float64Array,
  inverseMasses: Float64Array,
  radii: Float64Array,
  pairs: Uint32Array,
  count = pairs.length / 2,
): number {
  requireCount(count, pairs, 2);
  let separated = 0;
  for (let n = 0; n < count; n++) {
    const ia = pairs[2 * n];
    const ib = pairs[2 * n + 1];
    const a = 3 * ia;
    const b = 3 * ib;
    let dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    const reach = radii[ia] + radii[ib];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= reach * reach) continue;
    const wa = inverseMasses[ia];
    const wb = inverseMasses[ib];
    if (wa + wb === 0) continue;
    separated++;
    let scale = (reach / Math.sqrt(squared) - 1) / (wa + wb);
    if (squared === 0) {
      dx = reach;
      scale = 1 / (wa + wb);
    }
    positions[a] -= dx * scale * wa;
    positions[a + 1] -= dy * scale * wa;
    positions[a + 2] -= dz * scale * wa;
    positions[b] += dx * scale * wb;
    positions[b + 1] += dy * scale * wb;
    positions[b + 2] += dz * scale * wb;
  }
  return separated;
}

/** A leaf sphere whose centre is inside a rigid body. */
export interface SphereInRigid {
  /** Centre of the leaf sphere. */
  readonly center: ReadonlyVec3;
  /** The rigid body's surface point nearest to it. */
  readonly surfacePoint: ReadonlyVec3;
  /** Whether the rigid body stays where it is. Default false. */
  readonly isStatic?: boolean;
}

/**
 * Moves an element of a deformable body out of a rigid one that contains the centre of its leaf sphere, and
 * writes to `out` the displacement of the rigid body's contact point in return (zero for a static body).
 * Returns `out`. Ids are not checked.
 *
 * @param element index of the element in `elements`
 */
export function separateSphereFromRigid(
  out: Vec3,
  positions: Float64Array,
  inverseMasses: Float64Array,
  elements: Int32Array,
  element: number,
  contact: SphereInRigid,
): Vec3 {
  const { center, surfacePoint, isStatic = false } = contact;
  const dx = surfacePoint[0] - center[0];
  const dy = surfacePoint[1] - center[1];
  const dz = surfacePoint[2] - center[2];
  const fixed = elementMass(elements, inverseMasses, 3 * element) === Infinity;
  const share = fixed ? 0 : isStatic ? 1 : 0.5;
  if (share > 0) translate(positions, elements, 3 * element, dx * share, dy * share, dz * share);
  const back = isStatic ? 0 : share - 1;
  out[0] = dx * back;
  out[1] = dy * back;
  out[2] = dz * back;
  return out;
}
