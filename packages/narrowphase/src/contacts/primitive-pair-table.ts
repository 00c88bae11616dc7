/**
 * A pair table with a test for every pair of the primitives, to be extended with kinds of one's own. Shapes are flat arrays
 * in the world: sphere 4 numbers, capsule 7, segment 6, triangle 9, box 15, plane 4; `convex` is any `Convex`, `Posed`
 * for instance, and meets planes and other convex sets.
 */
import { contactBoxBox, contactBoxPlane } from './contact-box.ts';
import {
  contactCapsuleBox,
  contactCapsuleCapsule,
  contactCapsulePlane,
  contactCapsuleSegment,
  contactCapsuleTriangle,
  contactSegmentBox,
  contactSegmentPlane,
  contactSegmentSegment,
  contactSegmentTriangle,
} from './contact-capsule.ts';
import { contactConvexConvex, contactConvexPlane, contactPlanePlane } from './contact-convex.ts';
import {
  contactSphereBox,
  contactSphereCapsule,
  contactSpherePlane,
  contactSphereSegment,
  contactSphereSphere,
  contactSphereTriangle,
} from './contact-sphere.ts';
import { contactTriangleBox, contactTrianglePlane, contactTriangleTriangle } from './contact-triangle.ts';
import { PairTable } from './pair-table.ts';

/** The kinds of {@link createPrimitivePairTable}. Kinds of one's own begin at `count`. */
export const primitiveKind = {
  sphere: 0,
  capsule: 1,
  segment: 2,
  triangle: 3,
  box: 4,
  plane: 5,
  convex: 6,
  count: 7,
} as const;

/** A table of all primitive pairs, with room for `extraKinds` more. */
export function createPrimitivePairTable(extraKinds = 0): PairTable {
  const { sphere, capsule, segment, triangle, box, plane, convex, count } = primitiveKind;
  return new PairTable(count + extraKinds)
    .register(sphere, sphere, contactSphereSphere)
    .register(sphere, capsule, contactSphereCapsule)
    .register(sphere, segment, contactSphereSegment)
    .register(sphere, triangle, contactSphereTriangle)
    .register(sphere, box, contactSphereBox)
    .register(sphere, plane, contactSpherePlane)
    .register(capsule, capsule, contactCapsuleCapsule)
    .register(capsule, segment, contactCapsuleSegment)
    .register(capsule, triangle, contactCapsuleTriangle)
    .register(capsule, box, contactCapsuleBox)
    .register(capsule, plane, contactCapsulePlane)
    .register(segment, segment, contactSegmentSegment)
    .register(segment, triangle, contactSegmentTriangle)
    .register(segment, box, contactSegmentBox)
    .register(segment, plane, contactSegmentPlane)
    .register(triangle, triangle, contactTriangleTriangle)
    .register(triangle, box, contactTriangleBox)
    .register(triangle, plane, contactTrianglePlane)
    .register(box, box, contactBoxBox)
    .register(box, plane, contactBoxPlane)
    .register(plane, plane, contactPlanePlane)
    .register(convex, convex, contactConvexConvex)
    .register(convex, plane, contactConvexPlane);
}
