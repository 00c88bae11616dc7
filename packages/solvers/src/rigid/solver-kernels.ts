/**
 * The interface between the impulse solver and kernels that work in memory of their own, such as those of
 * `@colide/simd`. The solver keeps the states of the bodies in that memory. In every step the kernels take
 * the contacts that they can solve; the solver does the rest, in between: in each pass first the kernels'
 * contacts of bodies that can move, then its own, then the kernels' contacts with bodies that cannot.
 */
import type { Doubles } from '@colide/core';
import type { RigidBodies } from './rigid-bodies.ts';
import type { RigidContacts } from './rigid-contacts.ts';

/** Makes kernels for solvers. */
export interface SolverKernels {
  /** Kernels for the contacts of one solver. */
  createContacts(): ContactKernels;
}

/** The contacts of bodies that can move, or those with a body that cannot. */
export type ContactPart = 0 | 1;

/** Kernels of one solver and the memory that they work in. */
export interface ContactKernels {
  /**
   * For each contact that begins a manifold taken by the kernels in this step, the number of its points; 0
   * for manifolds that are left to the solver.
   */
  readonly taken: Uint8Array;
  /** 1 for the bodies that the kernels move in this step. */
  readonly moved: Uint8Array;
  /** The states of the bodies, with room for all their numbers; also makes room for the contacts. */
  reserve(stateLength: number, contacts: number): Float64Array;
  /** Takes contacts and prepares them for a step; states have been loaded. */
  prepare(bodies: RigidBodies, contacts: RigidContacts, step: Doubles, crowds: Int32Array): void;
  /**
   * Takes bodies to move, or none if something reads poses between substeps; contacts have been prepared.
   */
  takeBodies(bodies: RigidBodies, all: boolean): void;
  /** Applies the impulses of the last substep. */
  warmStart(part: ContactPart): void;
  /** One pass, with soft contacts or as relaxation. */
  solve(part: ContactPart, soft: boolean): void;
  /** Moves its bodies by a substep, after the solver has moved the others, and lets contacts follow them. */
  update(): void;
  /** Slows down twists and rocking by what the impulses of `substeps` allow. */
  brake(part: ContactPart, substeps: number): void;
  /** Writes poses, inertias and impulses back. */
  finish(bodies: RigidBodies, contacts: RigidContacts): void;
}
