/**
 * The tree over the triangles of a mesh, built on first use and kept for as long as the geometry exists.
 * Meshes that share a geometry share the tree, except for those whose vertices are moved by bones or morph
 * targets.
 */
import { TriangleBvh, triangleBvhRefit } from '@colide/spatial';
import {
  type BufferAttribute,
  type BufferGeometry,
  type InterleavedBufferAttribute,
  type Mesh,
  type SkinnedMesh,
  Vector3,
} from 'three';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** A tree and the data it was built from. */
interface MeshTree {
  bvh: TriangleBvh;
  position: Attribute;
  index: BufferAttribute | null;
  positionVersion: number;
  indexVersion: number;
}

const trees = /* @__PURE__ */ new WeakMap<BufferGeometry | Mesh, MeshTree>();
const vertex = /* @__PURE__ */ new Vector3();

/** The tree of `mesh`, up to date except for bones and morph targets, which count only with `moved`. */
export function treeOf(mesh: Mesh, moved: boolean): TriangleBvh {
  const { geometry } = mesh;
  const deforms = isDeformed(mesh);
  const key = deforms ? mesh : geometry;
  const position: Attribute | undefined = geometry.getAttribute('position');
  if (position === undefined) throw new RangeError('the geometry of mesh must have positions, got none');
  const { index } = geometry;
  const known = trees.get(key);
  const positionVersion = versionOf(position);
  const indexVersion = index?.version ?? 0;
  if (known?.position === position && known.index === index && known.indexVersion === indexVersion) {
    if (known.positionVersion !== positionVersion || (moved && deforms)) {
      read(known.bvh.positions as Float32Array, mesh, position, deforms);
      triangleBvhRefit(known.bvh);
      known.positionVersion = positionVersion;
    }
    return known.bvh;
  }
  const positions = isPlain(position) && !deforms ? position.array : new Float32Array(3 * position.count);
  read(positions as Float32Array, mesh, position, deforms);
  const bvh = new TriangleBvh(positions, indicesOf(position, index), { watertight: true });
  trees.set(key, { bvh, position, index, positionVersion, indexVersion });
  return bvh;
}

/** Whether bones or morph targets move the vertices of a mesh. */
function isDeformed(mesh: Mesh): boolean {
  if ((mesh as SkinnedMesh).isSkinnedMesh) return true;
  return mesh.morphTargetInfluences !== undefined && mesh.geometry.morphAttributes.position !== undefined;
}

/** Whether an attribute is three floats per vertex in an array of its own, which can be used unchanged. */
function isPlain(attribute: Attribute): attribute is BufferAttribute {
  return (
    !('isInterleavedBufferAttribute' in attribute) &&
    attribute.itemSize === 3 &&
    attribute.array[Symbol.toStringTag] === 'Float32Array'
  );
}

function versionOf(attribute: Attribute): number {
  return 'data' in attribute ? attribute.data.version : attribute.version;
}

/** Copies the vertices to `out`, unless they are already there. */
function read(out: Float32Array, mesh: Mesh, position: Attribute, deforms: boolean): void {
  if (out === position.array) return;
  for (let v = 0; v < position.count; v++) {
    if (deforms) mesh.getVertexPosition(v, vertex);
    else vertex.fromBufferAttribute(position, v);
    vertex.toArray(out, 3 * v);
  }
}

function indicesOf(position: Attribute, index: BufferAttribute | null): ArrayLike<number> {
  const count = index ? index.count : position.count;
  const whole = count - (count % 3);
  if (index && whole === count) return index.array;
  return Uint32Array.from({ length: whole }, (_, i) => (index ? index.getX(i) : i));
}
