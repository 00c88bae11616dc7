/**
 * The part of a glTF document that physics needs: nodes, and the extensions `KHR_physics_rigid_bodies` and
 * `KHR_implicit_shapes` (drafts of the Khronos Group, state of 2025).
 */

/** The geometry of a collider or trigger: an implicit shape, or the mesh of a node. */
export interface GltfGeometry {
  shape?: number;
  node?: number;
  convexHull?: boolean;
}

/** An implicit shape; heights are along y. */
export interface GltfShape {
  type: string;
  sphere?: { radius?: number };
  box?: { size?: number[] };
  capsule?: { height?: number; radiusTop?: number; radiusBottom?: number };
  cylinder?: { height?: number; radiusTop?: number; radiusBottom?: number };
}

/** How a node moves. */
export interface GltfMotion {
  isKinematic?: boolean;
  mass?: number;
  centerOfMass?: number[];
  inertiaDiagonal?: number[];
  inertiaOrientation?: number[];
  linearVelocity?: number[];
  angularVelocity?: number[];
  gravityFactor?: number;
}

/** The data of the extension for a node. */
export interface GltfNodePhysics {
  motion?: GltfMotion;
  collider?: { geometry?: GltfGeometry; physicsMaterial?: number; collisionFilter?: number };
  trigger?: { geometry?: GltfGeometry; nodes?: number[]; collisionFilter?: number };
  joint?: { connectedNode: number; joint: number; enableCollision?: boolean };
}

/** A limit on the motions of a joint. */
export interface GltfLimit {
  linearAxes?: number[];
  angularAxes?: number[];
  min?: number;
  max?: number;
  stiffness?: number;
  damping?: number;
}

/** A motor of a joint. */
export interface GltfDrive {
  type: string;
  mode?: string;
  axis: number;
  maxForce?: number;
  positionTarget?: number;
  velocityTarget?: number;
  stiffness?: number;
  damping?: number;
}

/** The data of the extension for a document. */
export interface GltfDocumentPhysics {
  physicsMaterials?: {
    staticFriction?: number;
    dynamicFriction?: number;
    restitution?: number;
    frictionCombine?: string;
    restitutionCombine?: string;
  }[];
  collisionFilters?: {
    collisionSystems?: string[];
    collideWithSystems?: string[];
    notCollideWithSystems?: string[];
  }[];
  physicsJoints?: { limits?: GltfLimit[]; drives?: GltfDrive[] }[];
}

/** A node of the tree. */
export interface GltfNode {
  name?: string;
  children?: number[];
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  mesh?: number;
  extensions?: { KHR_physics_rigid_bodies?: GltfNodePhysics };
}

/** A glTF document as parsed from its JSON; `gltf.parser.json` of three's `GLTFLoader` is one. */
export interface GltfJson {
  asset?: { version: string; generator?: string };
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: GltfNode[];
  meshes?: { primitives: { attributes: Record<string, number>; indices?: number; mode?: number }[] }[];
  accessors?: {
    bufferView?: number;
    byteOffset?: number;
    componentType: number;
    count: number;
    type: string;
    min?: number[];
    max?: number[];
  }[];
  bufferViews?: {
    buffer: number;
    byteOffset?: number;
    byteLength: number;
    byteStride?: number;
    target?: number;
  }[];
  buffers?: { byteLength: number; uri?: string }[];
  extensionsUsed?: string[];
  extensions?: {
    KHR_physics_rigid_bodies?: GltfDocumentPhysics;
    KHR_implicit_shapes?: { shapes?: GltfShape[] };
  };
}
