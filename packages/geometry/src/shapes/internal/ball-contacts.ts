/**
 * Removes contacts of balls that other contacts make superfluous. A ball that rolls from one box to the next,
 * or over a compound of boxes, comes near edges that do not stick out of the ground. A contact with such an
 * edge has a normal that leans towards the ball, and would throw it up.
 *
 * While a contact holds, the ball stays in front of the plane that touches it there. It cannot meet anything
 * behind that plane in this step, unless the two surfaces move against each other. With radius r, separations
 * s and t and the angle θ between the normals, the point of the second contact lies behind the plane of the
 * first if (r + t) cos θ ≥ r + s.
 *
 * O(contacts of the ball) per contact; nothing is allocated once as many contacts and bodies were seen. This
 * code comes with balls, so that a world without them does not include it. Contacts and bodies are plain
 * data.
 */
import { grown } from '@colide/core';

/** How far a point may stick out of the plane, in radii: steps that nobody feels. */
const tolerance = 1e-3;
/** The cosine from which on normals are the same: neither of two faces in one plane hides the other. */
const parallel = 1 - 1e-9;
/** A gap that no body closes in a step, in m: points so far apart have no impulse. */
const apart = 1e9;
/** Impulses per contact. */
const impulseSize = 5;

/** The contacts of a step, as in `RigidContacts`. */
interface StepContacts {
  readonly count: number;
  readonly bodies: Int32Array;
  readonly normals: Float64Array;
  readonly separations: Float64Array;
  readonly radii: Float64Array;
  readonly firstLoads: Float64Array;
  readonly impulses: Float64Array;
}

/** The bodies of a world and their colliders. */
interface StepBodies {
  readonly collidersOf: readonly (readonly number[])[];
  readonly colliders: {
    readonly bodies: Int32Array;
    readonly convexes: readonly ({ readonly shape: { readonly kind?: string | undefined } } | undefined)[];
  };
  readonly state: {
    readonly inverseMasses: Float64Array;
    readonly velocities: Float64Array;
    readonly angularVelocities: Float64Array;
  };
}

/** The contacts of each ball in a step. */
export class BallContacts {
  /** The last contact of a body, and by contact the one before it, both plus one; 0 for none. */
  private last = new Int32Array(16);
  private before = new Int32Array(16);

  /** Forgets the contacts of the last step. */
  begin(): void {
    this.last.fill(0);
  }

  /** Compares the newest contact, of colliders `i` and `j`, with the earlier ones of those that are balls. */
  add(contacts: StepContacts, bodies: StepBodies, i: number, j: number): void {
    this.compare(contacts, bodies, i);
    this.compare(contacts, bodies, j);
  }

  private compare(contacts: StepContacts, bodies: StepBodies, collider: number): void {
    const { colliders, collidersOf, state } = bodies;
    const ball = colliders.bodies[collider];
    if (colliders.convexes[collider]?.shape.kind !== 'sphere' || collidersOf[ball].length > 1) return;
    const c = contacts.count - 1;
    const other = otherOf(contacts, c, ball);
    // A body that can move and has a single collider is joined to nothing: a planet may carry thousands of
    // them.
    if (state.inverseMasses[other] !== 0 && collidersOf[other].length < 2) return;
    if (this.last.length <= ball) this.last = grown(this.last, 2 * ball);
    if (this.before.length <= c) this.before = grown(this.before, 2 * c);
    const { before, last } = this;
    before[c] = last[ball];
    last[ball] = c + 1;
    for (let e = before[c] - 1; e >= 0; e = before[e] - 1)
      if (areJoined(state, other, otherOf(contacts, e, ball))) hide(contacts, c, e, ball);
  }
}

/** The body that a ball touches at a contact. */
function otherOf({ bodies }: StepContacts, c: number, ball: number): number {
  return bodies[bodies[2 * c] === ball ? 2 * c + 1 : 2 * c];
}

/** Whether two bodies cannot move against each other: they are one, or neither can be pushed nor turns. */
function areJoined(state: StepBodies['state'], a: number, b: number): boolean {
  const { inverseMasses, velocities: v, angularVelocities: w } = state;
  if (a === b) return true;
  if (inverseMasses[a] !== 0 || inverseMasses[b] !== 0) return false;
  for (let k = 0; k < 3; k++)
    if (v[3 * a + k] !== v[3 * b + k] || w[3 * a + k] !== 0 || w[3 * b + k] !== 0) return false;
  return true;
}

/**
 * Removes the farther of two contacts of a ball from the step if it lies behind the plane of the other.
 */
function hide(contacts: StepContacts, c: number, e: number, ball: number): void {
  const { bodies, normals, separations, radii } = contacts;
  const isNearer = separations[c] < separations[e];
  const near = isNearer ? c : e;
  const far = isNearer ? e : c;
  const radius = radii[bodies[2 * c] === ball ? 2 * c : 2 * c + 1];
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += normals[3 * c + k] * normals[3 * e + k];
  // Normals point from the first body to the second.
  if ((bodies[2 * c] === ball) !== (bodies[2 * e] === ball)) cosine = -cosine;
  const reach = (radius + separations[far]) * cosine;
  if (cosine > parallel || !(reach >= (1 - tolerance) * radius + separations[near])) return;
  separations[far] = apart;
  contacts.firstLoads[far] = 0;
  contacts.impulses.fill(0, impulseSize * far, impulseSize * (far + 1));
}
