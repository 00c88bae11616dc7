/** The nodes of a glTF document: the matrix of each in world space, and the body it belongs to. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { GltfJson, GltfNode, GltfNodePhysics } from '../gltf-json.ts';

/** A node that is in the scene. */
export interface SceneNode {
  readonly index: number;
  readonly node: GltfNode;
  readonly physics: GltfNodePhysics;
  /** Its matrix in the world. */
  readonly matrix: Matrix4;
  /** The nearest node with a motion, from itself upward; undefined for static nodes. */
  readonly mover: SceneNode | undefined;
}

/** The nodes of the scene of a document, parents before their children. */
export function sceneNodes(json: GltfJson): SceneNode[] {
  const nodes = json.nodes ?? [];
  const found: SceneNode[] = [];
  const visit = (index: number, matrix: Matrix4, mover: SceneNode | undefined): void => {
    const node = nodes[index];
    if (node === undefined) throw new RangeError(`node ${index} must exist`);
    if (found.some(other => other.index === index))
      throw new RangeError(`node ${index} must have one parent`);
    const physics = node.extensions?.KHR_physics_rigid_bodies ?? {};
    const entry = { index, node, physics, matrix: matrix.clone().multiply(matrixOf(node)), mover };
    if (physics.motion) entry.mover = entry;
    found.push(entry);
    for (const child of node.children ?? []) visit(child, entry.matrix, entry.mover);
  };
  for (const root of rootsOf(json, nodes)) visit(root, new Matrix4(), undefined);
  return found;
}

/** The name of a node in errors. */
export function nodeName({ index, node }: SceneNode): string {
  return node.name === undefined ? `node ${index}` : `node ${index} '${node.name}'`;
}

/** Position, rotation and scale of a matrix; throws if it is sheared. */
export function poseOfMatrix(
  matrix: Matrix4,
  name: string,
): { position: Vector3; rotation: Quaternion; scale: Vector3 } {
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  matrix.decompose(position, rotation, scale);
  const rigid = new Matrix4().compose(position, rotation, scale);
  const size = Math.max(...matrix.elements.slice(0, 11).map(Math.abs));
  if (matrix.elements.some((x, k) => k < 12 && !(Math.abs(x - rigid.elements[k]) <= 1e-4 * size)))
    throw new RangeError(`${name} must not be sheared: a parent is scaled differently along its axes`);
  return { position, rotation, scale };
}

function rootsOf(json: GltfJson, nodes: readonly GltfNode[]): number[] {
  const scene = json.scenes?.[json.scene ?? 0];
  if (scene) return scene.nodes ?? [];
  const children = new Set(nodes.flatMap(node => node.children ?? []));
  return nodes.map((_, index) => index).filter(index => !children.has(index));
}

/** The matrix of a node in the space of its parent. */
export function matrixOf({ matrix, translation, rotation, scale }: GltfNode): Matrix4 {
  if (matrix) return new Matrix4().fromArray(matrix);
  return new Matrix4().compose(
    new Vector3().fromArray(translation ?? [0, 0, 0]),
    new Quaternion().fromArray(rotation ?? [0, 0, 0, 1]),
    new Vector3().fromArray(scale ?? [1, 1, 1]),
  );
}
