/** Contacts of convex sets allocate nothing in steady state. */
import { HullShape, Posed, Rounded } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  contactConvexPlane,
  createPairContact,
  createPenetrationResult,
  penetration,
} from '@colide/narrowphase';
import { expectNoAllocation, generateHull } from '@colide/testing';
import { it } from 'vitest';

const random = new Random(9);
const hull = (count: number) => HullShape.fromPoints(generateHull('cube', count, random));
const a = new Posed(hull(40));
const near = new Posed(hull(20), [0.4, 0, 0]);
const soft = new Posed(new Rounded(hull(20), 0.25), [0.9, 0.1, 0.2]);

it('contacts', () => {
  const contact = createPairContact();
  const result = createPenetrationResult();
  const plane = Float64Array.of(0.6, 0.8, 0, -0.1);
  const call = () => {
    penetration(result, a, near);
    penetration(result, a, soft);
    contactConvexPlane(contact, a, plane);
  };
  expectNoAllocation(call);
});
