/** Joints of a world as nodes and limits of a glTF document. */
import type { Vec3 } from '@colide/core';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { GltfJointAxis, GltfLooseJoint } from '../gltf-joint.ts';
import type {
  GltfDocumentPhysics,
  GltfDrive,
  GltfJson,
  GltfLimit,
  GltfNode,
  GltfShape,
} from '../gltf-json.ts';
import { stiffDamping } from './stiff-damping.ts';

/** A document under construction. */
export interface Draft {
  readonly json: GltfJson & { nodes: GltfNode[] };
  readonly physics: Required<GltfDocumentPhysics>;
  readonly shapes: GltfShape[];
}

/** A joint as two nodes, one below each body, and a description. */
export function writeJoint(
  { json, physics }: Draft,
  nodes: ReadonlyMap<number, number>,
  joint: GltfLooseJoint,
): void {
  const [from, to] = joint.bodies.map((body, i) => {
    const node = jointEnd(body === undefined ? undefined : json.nodes[nodes.get(body)!], joint, i);
    const index = json.nodes.push(node) - 1;
    if (body === undefined) json.scenes![0].nodes!.push(index);
    else (json.nodes[nodes.get(body)!].children ??= []).push(index);
    return index;
  });
  const drives = drivesOf(joint);
  const description = { limits: limitsOf(joint), ...(drives.length > 0 ? { drives } : {}) };
  json.nodes[from].extensions = {
    KHR_physics_rigid_bodies: {
      joint: {
        connectedNode: to,
        joint: physics.physicsJoints.push(description) - 1,
        enableCollision: joint.collide,
      },
    },
  };
}

/** The frame of a joint in the space of the node of a body; x is the axis. */
function jointEnd(parent: GltfNode | undefined, joint: GltfLooseJoint, end: number) {
  const { anchors, axis, normal, axisB = axis, normalB = normal } = joint;
  const one = new Vector3(1, 1, 1);
  const toAxis = end === 0 ? frameRotation(axis, normal) : frameRotation(axisB, normalB);
  const matrix = new Matrix4().compose(new Vector3().fromArray(Array.from(anchors[end])), toAxis, one);
  if (parent) {
    const { translation, rotation } = parent;
    const frame = [new Vector3().fromArray(translation!), new Quaternion().fromArray(rotation!)] as const;
    matrix.premultiply(new Matrix4().compose(frame[0], frame[1], one).invert());
  }
  const position = new Vector3();
  const rotation = new Quaternion();
  matrix.decompose(position, rotation, new Vector3());
  return { translation: position.toArray(), rotation: rotation.toArray() };
}

/** The rotation to a frame whose first axis is `axis`, and whose second lies in the plane of both. */
function frameRotation(axis: Vec3, normal: Vec3 | undefined): Quaternion {
  const x = new Vector3().fromArray(Array.from(axis)).normalize();
  if (normal === undefined) return new Quaternion().setFromUnitVectors(new Vector3(1, 0, 0), x);
  const z = x
    .clone()
    .cross(new Vector3().fromArray(Array.from(normal)))
    .normalize();
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, z.clone().cross(x), z));
}

/** The motions that a kind of joint locks, by their numbers. */
const lockedMotions = {
  ball: [0, 1, 2],
  fixed: [0, 1, 2, 3, 4, 5],
  hinge: [0, 1, 2, 4, 5],
  slider: [1, 2, 3, 4, 5],
} as const;

/** Limits, motors and springs along the free motions of a joint, by their numbers. */
function freeMotions(joint: GltfLooseJoint): [motion: number, along: GltfJointAxis][] {
  const { kind, twist, motions = [] } = joint;
  if (kind === 'hinge') return [[3, joint]];
  if (kind === 'slider') return [[0, joint]];
  if (kind === 'ball') return twist ? [[3, { limits: twist }]] : [];
  return motions.flatMap((along, k) => (along ? [[k, along]] : []));
}

/** The limits that make up a joint. */
function limitsOf(joint: GltfLooseJoint): GltfLimit[] {
  const { kind, swing, motions } = joint;
  if (kind === 'distance') return limitsAlong({ linearAxes: [0, 1, 2] }, joint);
  const locked =
    kind === 'sixDof' ? [0, 1, 2, 3, 4, 5].filter(k => motions?.[k] === undefined) : lockedMotions[kind];
  const linearAxes = locked.filter(k => k < 3);
  const angularAxes = locked.filter(k => k >= 3).map(k => k - 3);
  const lock = { min: 0, max: 0 };
  return [
    ...(linearAxes.length > 0 ? [{ linearAxes, ...lock }] : []),
    ...(angularAxes.length > 0 ? [{ angularAxes, ...lock }] : []),
    ...(swing === undefined ? [] : [{ angularAxes: [1, 2], min: 0, max: swing }]),
    ...freeMotions(joint).flatMap(([k, along]) =>
      limitsAlong(k < 3 ? { linearAxes: [k] } : { angularAxes: [k - 3] }, along),
    ),
  ];
}

/** Limits along a free motion; a spring is a soft limit without extent. */
function limitsAlong(axes: GltfLimit, { limits, spring }: GltfJointAxis): GltfLimit[] {
  const ends = limits && {
    ...(Number.isFinite(limits[0]) ? { min: limits[0] } : {}),
    ...(Number.isFinite(limits[1]) ? { max: limits[1] } : {}),
  };
  const { rest, ...softness } = spring ?? {};
  return [
    ...(ends && Object.keys(ends).length > 0 ? [{ ...axes, ...ends }] : []),
    ...(rest === undefined ? [] : [{ ...axes, min: rest, max: rest, ...softness }]),
  ];
}

/** The motors of a joint. */
function drivesOf(joint: GltfLooseJoint): GltfDrive[] {
  return freeMotions(joint).flatMap(([k, { motor }]) => {
    if (!motor) return [];
    const { speed, target, stiffness, damping, maxForce } = motor;
    return [
      {
        type: k < 3 ? 'linear' : 'angular',
        mode: 'force',
        axis: k % 3,
        ...(target === undefined
          ? { velocityTarget: speed!, damping: stiffDamping }
          : { positionTarget: target, stiffness: stiffness!, damping: damping! }),
        ...(Number.isFinite(maxForce) ? { maxForce } : {}),
      },
    ];
  });
}
