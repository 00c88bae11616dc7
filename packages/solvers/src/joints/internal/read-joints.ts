/** Readings of joints between steps: forces, torques and speeds. */
import { type Doubles, plainDoubles, type Vec3 } from '@colide/core';
import { couplingAxis, distanceAxis, type JointData } from '../../internal/joint-data.ts';
import { angularVelocityAt, stateSize } from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { setGeometry } from './joint-geometry.ts';
import { jointSize, motionCount, stateAt } from './joint-layout.ts';
import { measureFree, torquesToAxes } from './solve-joints.ts';

const load = /* @__PURE__ */ plainDoubles(motionCount);
/** States of two bodies, of which only velocities count. */
const states = /* @__PURE__ */ plainDoubles(2 * stateSize);

/**
 * Writes the force on the second body of joint `j` and the torque about the anchor there, in world axes. A
 * coupling has only a force, along the first axis of its first joint.
 */
export function readReaction(
  outForce: Vec3,
  outTorque: Vec3,
  blocks: Doubles,
  bodies: RigidBodies,
  joints: JointData,
  j: number,
): void {
  const isCoupling = joints.freeAxes[j] === couplingAxis;
  const slot = isCoupling ? joints.links[2 * j] : j;
  const from = joints.owners[slot] < 0 ? slot : joints.owners[slot];
  const at = jointSize * from;
  setGeometry(blocks, at, bodies, joints, from);
  for (let k = 0; k < motionCount; k++) load[k] = isCoupling ? 0 : joints.loads[motionCount * j + k];
  if (isCoupling) load[joints.freeAxes[slot] % distanceAxis] = joints.loads[motionCount * j];
  torquesToAxes(load, blocks, joints, from);
  for (let k = 0; k < 3; k++) {
    outForce[k] = load[0] * blocks[at + k] + load[1] * blocks[at + 3 + k] + load[2] * blocks[at + 6 + k];
    outTorque[k] = load[3] * blocks[at + k] + load[4] * blocks[at + 3 + k] + load[5] * blocks[at + 6 + k];
  }
}

/** The value of the free motion of slot `s`. */
export function readValue(blocks: Doubles, bodies: RigidBodies, joints: JointData, s: number): number {
  const { links, ratios, values } = joints;
  if (joints.freeAxes[s] === couplingAxis)
    return (
      readValue(blocks, bodies, joints, links[2 * s]) +
      ratios[s] * readValue(blocks, bodies, joints, links[2 * s + 1])
    );
  const j = joints.owners[s] < 0 ? s : joints.owners[s];
  setGeometry(blocks, jointSize * j, bodies, joints, j);
  return values[s];
}

/** The speed of the free motion of slot `s`. */
export function readSpeed(blocks: Doubles, bodies: RigidBodies, joints: JointData, s: number): number {
  if (joints.freeAxes[s] === couplingAxis)
    return (
      readSpeed(blocks, bodies, joints, joints.links[2 * s]) +
      joints.ratios[s] * readSpeed(blocks, bodies, joints, joints.links[2 * s + 1])
    );
  const j = joints.owners[s] < 0 ? s : joints.owners[s];
  const at = jointSize * j;
  setGeometry(blocks, at, bodies, joints, j);
  for (let side = 0; side < 2; side++) {
    const body = joints.bodies[2 * j + side];
    for (let k = 0; k < 3; k++) {
      states[stateSize * side + k] = body < 0 ? 0 : bodies.velocities[3 * body + k];
      states[stateSize * side + angularVelocityAt + k] =
        body < 0 ? 0 : bodies.angularVelocities[3 * body + k];
    }
    blocks[at + stateAt + side] = stateSize * side;
  }
  return measureFree(blocks, joints, j, s, states);
}
