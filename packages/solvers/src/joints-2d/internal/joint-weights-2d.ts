/**
 * How finely a step in the plane is divided for its joints. A force f stretches a soft joint of the angular
 * frequency ω by f / (m ω²), with the effective mass m of its bodies: a chain of links of 5 cm with a hundred
 * times the mass of a link at its end would give way by a quarter of a link at each joint. Joints can be
 * stiffer only in finer substeps.
 *
 * The force is estimated from masses alone, as the weight of all bodies that are joined divided by the number
 * of joints that hold them to something immovable. With the forces of the last step, which depend on the
 * stiffness in turn, chains would oscillate. O(joints + bodies); no allocation in steady state.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import type { JointData } from '../../internal/joint-data.ts';
import { revoluteLocks } from '../../internal/joint-layout-2d.ts';
import { rootOf } from '../../internal/root-of.ts';
import { gravityAt, impulseScaleAt, jointSoftnessAt, massScaleAt } from '../../internal/solve-contacts.ts';
import type { RigidBodies2d } from '../../rigid-2d/rigid-bodies-2d.ts';

/** The stretch under weight that needs no finer step, as a share of the length of a link. */
const mostStretch = 0.012;

/** The largest factor by which substeps are divided. */
const mostTimes = 12;

/** Finds the groups of bodies that are joined, and how much their joints bear. */
export class JointWeights2d {
  /** By body, another one of its group, or itself. */
  private roots = new Int32Array(0);
  /** By root, the mass of the group times scales of gravity, and the number of joints that hold it. */
  private masses = plainDoubles(0);
  private holds = new Int32Array(0);

  /** Returns how often the substeps of the record of a step have to be divided, and joints to be stiffer. */
  divide(joints: JointData, bodies: RigidBodies2d, step: Doubles): number {
    const { inverseMasses, inverseMoments, asleep } = bodies;
    const { count, locks } = joints;
    this.group(joints, bodies);
    const { masses, holds } = this;
    // The largest square of the stretch, as a share of a length, for a unit of gravity and of stiffness.
    let most = 0;
    for (let j = 0; j < count; j++) {
      const a = joints.bodies[2 * j];
      const b = joints.bodies[2 * j + 1];
      const massA = a < 0 ? 0 : inverseMasses[a];
      const massB = b < 0 ? 0 : inverseMasses[b];
      const light = massA > massB ? a : b;
      if (!(massA + massB > 0) || asleep[light] === 1 || (locks[j] & revoluteLocks) === 0) continue;
      const root = this.rootOf(light);
      if (holds[root] === 0) continue;
      const stretch = (masses[root] / holds[root]) * (massA + massB);
      // A rod of length l has the moment of inertia m l² / 12.
      most = Math.max(most, (stretch * stretch * inverseMoments[light]) / (12 * inverseMasses[light]));
    }
    const x = step[gravityAt];
    const y = step[gravityAt + 1];
    // Gravity is that of a substep, h g, and the stiffness per mass times h is this.
    const stiffness =
      (step[jointSoftnessAt] * step[jointSoftnessAt + massScaleAt]) / step[jointSoftnessAt + impulseScaleAt];
    const needed = Math.ceil(Math.sqrt(Math.sqrt((x * x + y * y) * most) / (stiffness * mostStretch)));
    // As an integer: V8 would box a double.
    return needed > 1 ? Math.min(mostTimes, needed) | 0 : 1;
  }

  /** Finds the groups. */
  private group(joints: JointData, { inverseMasses, gravityScales, count }: RigidBodies2d): void {
    if (this.roots.length < count) {
      this.roots = new Int32Array(count);
      this.holds = new Int32Array(count);
      this.masses = plainDoubles(count);
    }
    const { roots, holds, masses } = this;
    for (let i = 0; i < count; i++) {
      roots[i] = i;
      holds[i] = masses[i] = 0;
    }
    for (let j = 0; j < joints.count; j++) {
      const a = joints.bodies[2 * j];
      const b = joints.bodies[2 * j + 1];
      if (a < 0 || b < 0 || !(inverseMasses[a] * inverseMasses[b] > 0)) continue;
      roots[this.rootOf(b)] = this.rootOf(a);
    }
    for (let i = 0; i < count; i++)
      if (inverseMasses[i] > 0) masses[this.rootOf(i)] += Math.abs(gravityScales[i]) / inverseMasses[i];
    for (let j = 0; j < joints.count; j++)
      for (let side = 0; side < 2; side++) {
        const body = joints.bodies[2 * j + side];
        const other = joints.bodies[2 * j + 1 - side];
        // A slot without a joint has two bodies below zero.
        if (body >= 0 && inverseMasses[body] > 0 && (other < 0 || inverseMasses[other] === 0))
          holds[this.rootOf(body)]++;
      }
  }

  private rootOf(body: number): number {
    return rootOf(this.roots, body);
  }
}
