/**
 * Bodies and joints from the physics of a glTF document: the extensions `KHR_physics_rigid_bodies` and
 * `KHR_implicit_shapes`. A node with a motion becomes a body with all colliders below it; a collider without
 * one becomes a static body, and a trigger a sensor. `gltfPhysicsAdd` adds the result to a world.
 *
 * Features that a world lacks are approximated: friction is dynamic friction, a body has the filter of its
 * first collider, and materials are combined by one rule of the world. A body belongs to all its collision
 * systems, and collides with another if it may collide with one of the other's. Features that cannot be
 * approximated throw an error that names the node: soft limits, limits of several motions at once other than
 * distances and cones, dynamic meshes that are not closed, triggers that move along with colliders.
 */
import { type Quat, requireObject, type Vec3 } from '@colide/core';
import { Compound, type CompoundChild, type ConvexShape, type SurfaceMaterial } from '@colide/geometry';
import type { MeshShape } from '@colide/spatial';
import { Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import type { GltfJoint } from './gltf-joint.ts';
import type { GltfGeometry, GltfJson, GltfMotion } from './gltf-json.ts';
import { embeddedMesh } from './internal/embedded-mesh.ts';
import { nodeName, poseOfMatrix, type SceneNode, sceneNodes } from './internal/node-tree.ts';
import { type GltfMeshSource, readGeometry } from './internal/read-geometry.ts';
import { readJoint } from './internal/read-joint.ts';

export type { GltfMeshSource } from './internal/read-geometry.ts';

/** Settings of a body, as `world.add` takes them. */
export interface GltfBodySettings {
  shape: ConvexShape | Compound | MeshShape;
  type: 'dynamic' | 'static' | 'kinematic';
  position: Vec3;
  rotation: Quat;
  velocity?: Vec3;
  angularVelocity?: Vec3;
  mass?: number;
  inertia?: number[];
  centerOfMass?: Vec3;
  gravityScale?: number;
  lockedRotation?: 'xyz';
  friction?: number;
  restitution?: number;
  group?: number;
  mask?: number;
  sensor?: boolean;
}

/** A body, and the node that it moves. */
export interface GltfBody {
  readonly node: number;
  readonly settings: GltfBodySettings;
}

/** A rule of glTF for the frictions or the restitutions of two materials. */
export type GltfCombineRule = 'average' | 'minimum' | 'maximum' | 'multiply';

/** Options of a world that combines materials as a document asks for. */
export interface GltfRules {
  frictionRule?: GltfCombineRule;
  restitutionRule?: GltfCombineRule;
}

/** The physics of a document. */
export interface GltfPhysics {
  /** Options for the world; a rule is left out if the document has none, or materials with different ones. */
  readonly rules: GltfRules;
  readonly bodies: readonly GltfBody[];
  readonly joints: readonly GltfJoint[];
}

const combineRules: readonly GltfCombineRule[] = ['average', 'minimum', 'maximum', 'multiply'];

/** A collider or trigger, and its node. */
interface Part {
  readonly at: SceneNode;
  readonly geometry: GltfGeometry;
}

/**
 * Reads the physics of the scene of `json`. Colliders that are meshes need `meshOf`, which gives the
 * triangles of a node: with three's loader, that is `trianglesFromGeometry` of the loaded mesh. By default
 * meshes must be embedded in the document.
 */
export function gltfPhysicsRead(
  json: GltfJson,
  meshOf: GltfMeshSource = node => embeddedMesh(json, node),
): GltfPhysics {
  requireObject('json', json);
  const nodes = sceneNodes(json);
  const bodies = nodes.flatMap(at => readBody(json, nodes, at, meshOf) ?? []);
  const joined = nodes.filter(at => at.physics.joint).sort((a, b) => a.index - b.index);
  const joints = joined.map(at => readJointOf(json, nodes, bodies, at));
  return { rules: readRules(json), bodies, joints };
}

/** The rules that all materials share. */
function readRules(json: GltfJson): GltfRules {
  const { physicsMaterials = [] } = json.extensions?.KHR_physics_rigid_bodies ?? {};
  const rules: GltfRules = {};
  for (const [name, combine] of [
    ['frictionRule', 'frictionCombine'],
    ['restitutionRule', 'restitutionCombine'],
  ] as const) {
    const asked = [...new Set(physicsMaterials.map(material => material[combine]))];
    const rule = combineRules.find(known => known === asked[0]);
    if (asked.length === 1 && rule) rules[name] = rule;
  }
  return rules;
}

/** The body that a node is the root of, if it is one. */
function readBody(
  json: GltfJson,
  nodes: readonly SceneNode[],
  at: SceneNode,
  meshOf: GltfMeshSource,
): GltfBody | undefined {
  const { motion, collider, trigger } = at.physics;
  if (!motion && at.mover) return undefined;
  const below = motion ? nodes.filter(({ mover }) => mover === at) : [at];
  const solid = below.filter(part => part.physics.collider?.geometry && !isDisabled(part));
  const inside = trigger?.nodes ? nodes.filter(({ index }) => trigger.nodes!.includes(index)) : below;
  const sensing = inside.filter(part => part.physics.trigger?.geometry && !isDisabled(part));
  if (!motion && isPartOfTrigger(nodes, at)) return undefined;
  const sensor = solid.length === 0;
  const parts: Part[] = sensor
    ? sensing.map(part => ({ at: part, geometry: part.physics.trigger!.geometry! }))
    : solid.map(part => ({ at: part, geometry: part.physics.collider!.geometry! }));
  if (motion && solid.length > 0 && sensing.length > 0)
    throw new RangeError(`${nodeName(at)} must not have colliders and triggers in one moving body`);
  if (parts.length === 0) {
    if (!motion && isDisabled(at)) return undefined;
    if (motion || collider) throw new RangeError(`${nodeName(at)} must have a collider with a geometry`);
    return undefined;
  }
  const { position, rotation } = poseOfMatrix(unscaled(at), nodeName(at));
  const settings: GltfBodySettings = {
    shape: readShape(json, at, parts, meshOf),
    type: typeOf(at),
    position: position.toArray(),
    rotation: rotation.toArray(),
  };
  if (sensor) settings.sensor = true;
  if (motion) readMotion(settings, motion, rotation, nodeName(at));
  readSurface(json, settings, parts[0].at);
  return { node: at.index, settings };
}

/** Whether the shapes at a node count for nothing: those whose scale is 0 along all axes. */
function isDisabled({ matrix }: SceneNode): boolean {
  return matrix.elements.every((x, k) => k % 4 === 3 || k > 11 || x === 0);
}

/** Whether a node without a body of its own is part of a compound trigger. */
function isPartOfTrigger(nodes: readonly SceneNode[], { index }: SceneNode): boolean {
  return nodes.some(({ physics }) => physics.trigger?.nodes?.includes(index));
}

/** The type of the body of a node; a mass of 0 stands for infinity. */
function typeOf({ physics: { motion } }: SceneNode): GltfBodySettings['type'] {
  if (!motion) return 'static';
  return motion.isKinematic || motion.mass === 0 ? 'kinematic' : 'dynamic';
}

/** The matrix of a node without its scale, which is in the shapes. */
function unscaled({ matrix }: SceneNode): Matrix4 {
  const position = new Vector3();
  const rotation = new Quaternion();
  matrix.decompose(position, rotation, new Vector3());
  return new Matrix4().compose(position, rotation, new Vector3(1, 1, 1));
}

/** All parts as one shape, in the frame of the body. */
function readShape(
  json: GltfJson,
  at: SceneNode,
  parts: readonly Part[],
  meshOf: GltfMeshSource,
): GltfBodySettings['shape'] {
  const inverse = unscaled(at).invert();
  const children: CompoundChild[] = [];
  for (const part of parts) {
    const name = nodeName(part.at);
    const { position, rotation, scale } = poseOfMatrix(inverse.clone().multiply(part.at.matrix), name);
    const shape = readGeometry(json, part.geometry, scale, name, meshOf);
    if (shape.kind === 'mesh') {
      if (typeOf(at) === 'dynamic' && !((shape as MeshShape).thickness > 0))
        throw new RangeError(`${name} moves, so its mesh must be closed or a convex hull`);
      if (parts.length === 1 && part.at === at) return shape;
    }
    children.push({
      shape,
      position: position.toArray(),
      rotation: rotation.toArray(),
      ...ownMaterial(json, part.at, parts[0].at),
    });
  }
  return parts.length === 1 && parts[0].at === at ? children[0].shape : new Compound(children);
}

/** Mass and velocity of a body; 0 stands for infinity. */
function readMotion(out: GltfBodySettings, motion: GltfMotion, rotation: Quaternion, name: string): void {
  const { mass, centerOfMass, inertiaDiagonal, inertiaOrientation, gravityFactor } = motion;
  if (out.type === 'dynamic') {
    if (mass !== undefined) out.mass = mass;
    if (centerOfMass) out.centerOfMass = centerOfMass;
    if (inertiaDiagonal) {
      const infinite = inertiaDiagonal.filter(moment => moment === 0).length;
      if (infinite === 3) out.lockedRotation = 'xyz';
      else if (infinite > 0)
        throw new RangeError(`${name} must not have infinite moments along some axes only`);
      else out.inertia = inertiaOf(inertiaDiagonal, inertiaOrientation ?? [0, 0, 0, 1]);
    }
    if (gravityFactor !== undefined) out.gravityScale = gravityFactor;
  }
  // They are given in the space of the node.
  const rotated = (v: number[]) => new Vector3().fromArray(v).applyQuaternion(rotation).toArray();
  if (motion.linearVelocity) out.velocity = rotated(motion.linearVelocity);
  if (motion.angularVelocity) out.angularVelocity = rotated(motion.angularVelocity);
}

/** The tensor with these principal moments, R diag(m) Rᵀ. */
function inertiaOf(moments: readonly number[], orientation: readonly number[]): number[] {
  const rotationMatrix = new Matrix3().setFromMatrix4(
    new Matrix4().makeRotationFromQuaternion(new Quaternion().fromArray(orientation).normalize()),
  );
  const diagonal = new Matrix3().set(moments[0], 0, 0, 0, moments[1], 0, 0, 0, moments[2]);
  return rotationMatrix.clone().multiply(diagonal).multiply(rotationMatrix.clone().transpose()).toArray();
}

/**
 * Friction and restitution of a collider; properties that its material leaves out have the defaults of the
 * specification.
 */
function readMaterial(json: GltfJson, { physics }: SceneNode): Required<SurfaceMaterial> | undefined {
  const { physicsMaterials = [] } = json.extensions?.KHR_physics_rigid_bodies ?? {};
  const material = physicsMaterials[physics.collider?.physicsMaterial ?? -1];
  if (material === undefined) return undefined;
  const { staticFriction = 0.6, dynamicFriction = staticFriction, restitution = 0 } = material;
  return { friction: dynamicFriction, restitution };
}

/** The material of a part, if it is not that of the body, which has the one of its first part. */
function ownMaterial(json: GltfJson, at: SceneNode, first: SceneNode): Pick<CompoundChild, 'material'> {
  const material = readMaterial(json, at);
  const usual = readMaterial(json, first);
  if (material?.friction === usual?.friction && material?.restitution === usual?.restitution) return {};
  return { material: material ?? { friction: 0.6, restitution: 0 } };
}

/** Friction, restitution and groups. */
function readSurface(json: GltfJson, out: GltfBodySettings, at: SceneNode): void {
  const { collisionFilters = [] } = json.extensions?.KHR_physics_rigid_bodies ?? {};
  const { collider, trigger } = at.physics;
  Object.assign(out, readMaterial(json, at));
  const filter = collisionFilters[(collider ?? trigger)?.collisionFilter ?? -1];
  if (filter === undefined) return;
  const systems = [...new Set(collisionFilters.flatMap(f => Object.values(f).flat()))];
  // Bit 0 is the group of bodies that are in no system.
  if (systems.length > 31)
    throw new RangeError(`there must be at most 31 collision systems, got ${systems.length}`);
  const bits = (names: string[] | undefined) =>
    (names ?? []).reduce((sum, name) => (sum | (2 << systems.indexOf(name))) >>> 0, 0);
  out.group = bits(filter.collisionSystems) || 1;
  if (filter.collideWithSystems) out.mask = bits(filter.collideWithSystems);
  else if (filter.notCollideWithSystems) out.mask = ~bits(filter.notCollideWithSystems) >>> 0;
}

function readJointOf(
  json: GltfJson,
  nodes: readonly SceneNode[],
  bodies: readonly GltfBody[],
  at: SceneNode,
): GltfJoint {
  const { connectedNode, joint: index, enableCollision } = at.physics.joint!;
  const name = `the joint of ${nodeName(at)}`;
  const other = nodes.find(node => node.index === connectedNode);
  const joint = json.extensions?.KHR_physics_rigid_bodies?.physicsJoints?.[index];
  if (!other || !joint) throw new RangeError(`${name} must have a connected node and a description`);
  const bodyOf = ({ mover }: SceneNode) => {
    const found = bodies.findIndex(({ node }) => node === mover?.index);
    return found < 0 ? undefined : found;
  };
  const ends = [at, other].map(({ matrix }) => new Vector3().setFromMatrixPosition(matrix));
  return {
    node: at.index,
    bodies: [bodyOf(at), bodyOf(other)],
    anchors: [ends[0].toArray(), ends[1].toArray()],
    collide: enableCollision ?? false,
    ...readJoint(joint.limits ?? [], joint.drives ?? [], [at.matrix, other.matrix], name),
  };
}
