/**
 * Writes the bodies of a world to a glTF document, with the extensions `KHR_physics_rigid_bodies` and
 * `KHR_implicit_shapes`: one node per body, and one for each part of a compound. Hulls and meshes are
 * embedded. The document has nothing to draw; it can be merged with one that has.
 *
 * The extension has no planes: a half-space becomes a large box whose face is the plane.
 */
import type { Quat, Vec3 } from '@colide/core';
import type { AnyShape, HalfSpace, HeightField, SurfaceMaterial } from '@colide/geometry';
import { Quaternion, Vector3 } from 'three';
import { type DrawableMesh, geometryFromShape } from '../shapes/geometry-from-shape.ts';
import { trianglesFromGeometry } from '../shapes/triangles-from-geometry.ts';
import type { GltfLooseJoint } from './gltf-joint.ts';
import { type GltfJointArrays, gltfJointsOf } from './gltf-joints-of.ts';
import type { GltfGeometry, GltfJson, GltfNode, GltfShape } from './gltf-json.ts';
import { embedMesh } from './internal/embedded-mesh.ts';
import { type Draft, writeJoint } from './internal/write-joint.ts';

/** The part of a world that is written: `World` of colide has it. */
export interface GltfSource {
  readonly bodies: {
    readonly positions: Float64Array;
    readonly rotations: Float64Array;
    readonly velocities: Float64Array;
    readonly angularVelocities: Float64Array;
    readonly inverseMasses: Float64Array;
    readonly inverseMoments: Float64Array;
    readonly gravityScales: Float64Array;
  };
  readonly materials: {
    readonly frictions: Float64Array;
    readonly restitutions: Float64Array;
    readonly groups: Uint32Array;
    readonly masks: Uint32Array;
    readonly sensors: Uint8Array;
  };
  readonly table: {
    readonly idCount: number;
    readonly builds: readonly ({ readonly shape: object; readonly type?: string } | undefined)[];
  };
  readonly joints?: GltfJointArrays | undefined;
  /** The rules by which it combines materials. */
  readonly options?: { readonly frictionRule?: string; readonly restitutionRule?: string };
  has(body: number): boolean;
  getPose(outPosition: Vec3, outRotation: Quat, body: number): void;
}

/** The shapes of bodies, told apart by their `kind`; those of users are `convex` or of no kind. */
type WrittenShape = Exclude<AnyShape, HeightField> | DrawableMesh;

/** Half the size of the box that represents a half-space. */
const planeSize = 1000;

/**
 * The bodies of `world` as a document, with its joints, or with a list of `joints` in the form of
 * `gltfPhysicsRead`, except that their bodies are ids of the world. A world with gears, racks or pulleys
 * needs a list, since glTF cannot describe these.
 */
export function gltfPhysicsWrite(world: GltfSource, joints?: readonly GltfLooseJoint[]): GltfJson {
  if (joints === undefined && (world.joints?.couplings ?? 0) > 0)
    throw new TypeError(
      'joints must be given, as glTF has no gears, racks or pulleys: gltfJointsOf(world) is all others',
    );
  const shapes: GltfShape[] = [];
  const physics = { physicsMaterials: [], collisionFilters: [], physicsJoints: [] };
  const json = {
    asset: { version: '2.0', generator: 'colide' },
    scene: 0,
    scenes: [{ nodes: [] as number[] }],
    nodes: [],
    extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    extensions: { KHR_implicit_shapes: { shapes }, KHR_physics_rigid_bodies: physics },
  };
  const draft: Draft = { json, physics, shapes };
  const nodes = new Map<number, number>();
  for (let body = 0; body < world.table.idCount; body++) {
    if (!world.has(body)) continue;
    nodes.set(body, writeBody(draft, world, body));
    json.scenes[0].nodes.push(nodes.get(body)!);
  }
  for (const joint of joints ?? gltfJointsOf(world)) writeJoint(draft, nodes, joint);
  return json;
}

function writeBody(draft: Draft, world: GltfSource, body: number): number {
  const { shape: any, type = 'dynamic' } = world.table.builds[body]!;
  const shape = any as WrittenShape;
  const sensor = world.materials.sensors[body] === 1;
  const node: GltfNode = {};
  const index = draft.json.nodes.push(node) - 1;
  if (shape.kind === 'halfSpace') placePlane(node, shape);
  else {
    const [position, rotation]: [Vec3, Quat] = [
      [0, 0, 0],
      [0, 0, 0, 1],
    ];
    world.getPose(position, rotation, body);
    Object.assign(node, { translation: Array.from(position), rotation: Array.from(rotation) });
  }
  const physics: NonNullable<NonNullable<GltfNode['extensions']>['KHR_physics_rigid_bodies']> = {};
  node.extensions = { KHR_physics_rigid_bodies: physics };
  if (type !== 'static' && shape.kind !== 'halfSpace') physics.motion = motionOf(world, body, node);
  const { frictions, restitutions } = world.materials;
  const usual = { friction: frictions[body], restitution: restitutions[body] };
  const put = (to: GltfNode, part: object, material?: SurfaceMaterial) => {
    const surface = surfaceOf(draft, world, body, { ...usual, ...material });
    const geometry = writeGeometry(draft, to, part);
    to.extensions ??= { KHR_physics_rigid_bodies: {} };
    to.extensions.KHR_physics_rigid_bodies![sensor ? 'trigger' : 'collider'] = {
      geometry,
      ...(sensor ? { collisionFilter: surface.collisionFilter } : surface),
    };
  };
  if (shape.kind !== 'compound') {
    put(node, shape);
    return index;
  }
  const { children, rotations, materials } = shape;
  node.children = children.map(({ shape: part, pose }, i) => {
    const child: GltfNode = {
      translation: Array.from(pose.slice(9, 12)),
      rotation: Array.from(rotations[i]),
    };
    const at = draft.json.nodes.push(child) - 1;
    put(child, part, materials?.[i]);
    return at;
  });
  if (sensor) physics.trigger = { nodes: node.children };
  return index;
}

/** Moves a node to the centre of the box below a plane. */
function placePlane(node: GltfNode, { normal, offset }: HalfSpace): void {
  const up = new Vector3().fromArray(Array.from(normal));
  const rotation = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up);
  Object.assign(node, {
    translation: up.multiplyScalar(offset - planeSize).toArray(),
    rotation: rotation.toArray(),
  });
}

/** Mass, principal moments and velocities, in the space of the node. */
function motionOf(world: GltfSource, body: number, { translation, rotation }: GltfNode) {
  const { bodies } = world;
  const at = <T extends number[]>(array: Float64Array, size: number) =>
    Array.from(array.slice(size * body, size * body + size)) as T;
  const back = new Quaternion().fromArray(rotation!).invert();
  const rotated = (v: number[]) => new Vector3().fromArray(v).applyQuaternion(back).toArray();
  const velocities = {
    linearVelocity: rotated(at(bodies.velocities, 3)),
    angularVelocity: rotated(at(bodies.angularVelocities, 3)),
  };
  if (bodies.inverseMasses[body] === 0) return { isKinematic: true, ...velocities };
  const center = new Vector3().fromArray(at(bodies.positions, 3)).sub(new Vector3().fromArray(translation!));
  const axes = back.clone().multiply(new Quaternion().fromArray(at(bodies.rotations, 4)));
  return {
    mass: 1 / bodies.inverseMasses[body],
    centerOfMass: center.applyQuaternion(back).toArray(),
    // 0 stands for infinity.
    inertiaDiagonal: at(bodies.inverseMoments, 3).map(x => (x > 0 ? 1 / x : 0)),
    inertiaOrientation: axes.toArray(),
    gravityFactor: bodies.gravityScales[body],
    ...velocities,
  };
}

/** Material and filter of a collider; equal ones are written once. */
function surfaceOf(
  { physics }: Draft,
  world: GltfSource,
  body: number,
  { friction, restitution }: Required<SurfaceMaterial>,
) {
  const { groups, masks } = world.materials;
  const once = <T>(list: T[], entry: T): number => {
    const known = list.findIndex(other => JSON.stringify(other) === JSON.stringify(entry));
    return known < 0 ? list.push(entry) - 1 : known;
  };
  const names = (bits: number) =>
    Array.from({ length: 32 }, (_, k) => k)
      .filter(k => (bits >>> k) & 1)
      .map(k => `group ${k}`);
  const { frictionRule = 'geometricMean', restitutionRule = 'maximum' } = world.options ?? {};
  const combine = {
    // glTF has no geometric mean.
    ...(frictionRule === 'geometricMean' ? {} : { frictionCombine: frictionRule }),
    ...(restitutionRule === 'geometricMean' ? {} : { restitutionCombine: restitutionRule }),
  };
  const filter = {
    collisionSystems: names(groups[body]),
    ...(masks[body] === 0xffffffff ? {} : { collideWithSystems: names(masks[body]) }),
  };
  return {
    physicsMaterial: once(physics.physicsMaterials, {
      staticFriction: friction,
      dynamicFriction: friction,
      restitution,
      ...combine,
    }),
    collisionFilter: once(physics.collisionFilters, filter),
  };
}

/** The geometry of a shape at a node, which it may scale or give a mesh. */
function writeGeometry({ json, shapes }: Draft, node: GltfNode, part: object): GltfGeometry {
  const shape = part as WrittenShape;
  const implicit = implicitShape(shape);
  if (implicit) return { shape: shapes.push(implicit) - 1 };
  const isMesh = shape.kind === 'mesh';
  const triangles = isMesh ? shape.mesh : trianglesFromGeometry(geometryFromShape(shape));
  node.mesh = embedMesh(json, triangles);
  return { node: json.nodes.indexOf(node), convexHull: !isMesh };
}

function implicitShape(shape: WrittenShape): GltfShape | undefined {
  switch (shape.kind) {
    case 'sphere':
      return { type: 'sphere', sphere: { radius: shape.radius } };
    case 'box':
      return { type: 'box', box: { size: [2 * shape.halfX, 2 * shape.halfY, 2 * shape.halfZ] } };
    case 'halfSpace':
      return { type: 'box', box: { size: [2 * planeSize, 2 * planeSize, 2 * planeSize] } };
    case 'capsule': {
      const { radius, halfHeight } = shape;
      return {
        type: 'capsule',
        capsule: { height: 2 * halfHeight, radiusTop: radius, radiusBottom: radius },
      };
    }
    case 'cylinder':
    case 'cone': {
      const radiusTop = shape.kind === 'cone' ? 0 : shape.radius;
      const cylinder = { height: 2 * shape.halfHeight, radiusTop, radiusBottom: shape.radius };
      return { type: 'cylinder', cylinder };
    }
    default:
      return undefined;
  }
}
