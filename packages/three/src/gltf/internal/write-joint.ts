/** Joints of a world as nodes and limits of a glTF document. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { GltfJoint } from '../gltf-joint.ts';
import type { GltfDocumentPhysics, GltfJson, GltfLimit, GltfNode, GltfShape } from '../gltf-json.ts';

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
  joint: Omit<GltfJoint, 'node'>,
): void {
  const [from, to] = joint.bodies.map((body, i) => {
    const node = jointEnd(body === undefined ? undefined : json.nodes[nodes.get(body)!], joint, i);
    const index = json.nodes.push(node) - 1;
    if (body === undefined) json.scenes![0].nodes!.push(index);
    else (json.nodes[nodes.get(body)!].children ??= []).push(index);
    return index;
  });
  const { motor, kind, collide } = joint;
  const drive = motor && {
    type: kind === 'hinge' ? 'angular' : 'linear',
    mode: 'force',
    axis: 0,
    velocityTarget: motor.speed,
    // Stiff, so that a motor reaches its speed if its force suffices.
    damping: 1e6,
    ...(Number.isFinite(motor.maxForce) ? { maxForce: motor.maxForce } : {}),
  };
  const description = { limits: limitsOf(joint), ...(drive ? { drives: [drive] } : {}) };
  json.nodes[from].extensions = {
    KHR_physics_rigid_bodies: {
      joint: {
        connectedNode: to,
        joint: physics.physicsJoints.push(description) - 1,
        enableCollision: collide,
      },
    },
  };
}

/** The frame of a joint in the space of the node of a body; x is the axis. */
function jointEnd(parent: GltfNode | undefined, { anchors, axis }: Omit<GltfJoint, 'node'>, end: number) {
  const one = new Vector3(1, 1, 1);
  const toAxis = new Quaternion().setFromUnitVectors(
    new Vector3(1, 0, 0),
    new Vector3().fromArray(Array.from(axis)),
  );
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

/** The limits that make up a joint. */
function limitsOf({ kind, limits }: Omit<GltfJoint, 'node'>): GltfLimit[] {
  const lock = { min: 0, max: 0 };
  const all = [0, 1, 2];
  const range = limits && {
    ...(Number.isFinite(limits[0]) ? { min: limits[0] } : {}),
    ...(Number.isFinite(limits[1]) ? { max: limits[1] } : {}),
  };
  switch (kind) {
    case 'ball':
      return [{ linearAxes: all, ...lock }];
    case 'fixed':
      return [
        { linearAxes: all, ...lock },
        { angularAxes: all, ...lock },
      ];
    case 'distance':
      return [{ linearAxes: all, ...range }];
    case 'hinge':
      return [
        { linearAxes: all, ...lock },
        { angularAxes: [1, 2], ...lock },
        ...(range ? [{ angularAxes: [0], ...range }] : []),
      ];
    case 'slider':
      return [
        { linearAxes: [1, 2], ...lock },
        { angularAxes: all, ...lock },
        ...(range ? [{ linearAxes: [0], ...range }] : []),
      ];
  }
}
