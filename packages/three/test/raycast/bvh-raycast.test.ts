import { Random } from '@colide/math';
import { bvhRaycast, bvhRaycastRefit, type FirstHitRaycaster } from '@colide/three';
import {
  BackSide,
  BatchedMesh,
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  FrontSide,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Points,
  Quaternion,
  Raycaster,
  Skeleton,
  SkinnedMesh,
  Sphere,
  SphereGeometry,
  TorusKnotGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';

const random = new Random(7);

function direction(): Vector3 {
  return new Vector3(random.normal(), random.normal(), random.normal()).normalize();
}

/** A raycaster from around the origin towards something near it. */
function caster(): FirstHitRaycaster {
  const origin = direction().multiplyScalar(random.uniform(0, 4));
  const towards = direction().multiplyScalar(random.uniform(0, 1)).sub(origin).normalize();
  return new Raycaster(origin, towards);
}

/** Moves, turns and scales an object; it may be mirrored. */
function place(object: Object3D): void {
  object.position.set(random.normal(), random.normal(), random.normal()).multiplyScalar(0.3);
  object.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), direction()));
  object.scale.set(random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2));
  if (random.integer(3) === 0) object.scale.x *= -1;
}

/** Triangles here and there, with everything that a hit reports. */
function soup(triangles: number, indexed: boolean): BufferGeometry {
  const geometry = new BufferGeometry();
  const vertices = indexed ? triangles : 3 * triangles;
  const numbers = (size: number, spread: number) =>
    new Float32BufferAttribute(
      Array.from({ length: size * vertices }, () => spread * random.normal()),
      size,
    );
  geometry.setAttribute('position', numbers(3, 0.6));
  geometry.setAttribute('normal', numbers(3, 1));
  geometry.setAttribute('uv', numbers(2, 1));
  geometry.setAttribute('uv1', numbers(2, 1));
  if (indexed) geometry.setIndex(Array.from({ length: 3 * triangles }, () => random.integer(vertices)));
  return geometry;
}

/** Casts rays by three.js and by the tree and expects the very same answer; returns how many hit. */
function compare(mesh: Mesh, rays: number, next: () => FirstHitRaycaster = caster): number {
  let hits = 0;
  mesh.updateMatrixWorld(true);
  for (let i = 0; i < rays; i++) {
    const raycaster = next();
    mesh.raycast = Object.getPrototypeOf(mesh).raycast;
    const expected = raycaster.intersectObject(mesh);
    mesh.raycast = bvhRaycast;
    const plain: Intersection[] = [];
    mesh.raycast(raycaster, plain);
    const isSorted = plain.every((hit, k) => k === 0 || plain[k - 1].distance <= hit.distance);
    const isInstanced = 'isInstancedMesh' in mesh;
    expect(isSorted || isInstanced).toBe(true);
    expect(raycaster.intersectObject(mesh)).toEqual(expected);
    raycaster.firstHitOnly = true;
    const nearest = raycaster.intersectObject(mesh);
    expect(nearest[0]?.distance).toBe(expected[0]?.distance);
    // Unless two are at the same distance.
    if (expected[0]?.distance !== expected[1]?.distance) expect(nearest[0]).toEqual(expected[0]);
    expect(isInstanced || nearest.length <= 1).toBe(true);
    if (expected.length > 0) hits++;
  }
  return hits;
}

describe('bvhRaycast', () => {
  for (const [name, side] of Object.entries({ FrontSide, BackSide, DoubleSide }))
    it(`gives the hits of three.js on soups with ${name}`, () => {
      let hits = 0;
      for (let round = 0; round < 40; round++) {
        const geometry = soup(1 + random.integer(60), round % 2 === 0);
        const parent = new Object3D();
        const mesh = new Mesh(geometry, new MeshBasicMaterial({ side }));
        parent.add(mesh);
        place(parent);
        place(mesh);
        parent.updateMatrixWorld(true);
        hits += compare(mesh, 25);
      }
      expect(hits).toBeGreaterThan(200);
      expect(hits).toBeLessThan(900);
    });

  it('honours near and far', () => {
    const material = new MeshBasicMaterial({ side: DoubleSide });
    const mesh = new Mesh(new TorusKnotGeometry(0.7, 0.2, 80, 12), material);
    place(mesh);
    const hits = compare(mesh, 300, () => {
      const raycaster = caster();
      raycaster.near = random.uniform(0, 3);
      raycaster.far = raycaster.near + random.uniform(0, 2);
      return raycaster;
    });
    expect(hits).toBeGreaterThan(60);
    expect(hits).toBeLessThan(240);
  });

  it('takes directions that are not of unit length, as three.js does', () => {
    const mesh = new Mesh(new SphereGeometry(1, 16, 8), new MeshBasicMaterial({ side: DoubleSide }));
    place(mesh);
    // The first test of three.js, against a sphere, would lose hits beyond `far` lengths of the direction.
    mesh.geometry.boundingSphere = new Sphere(new Vector3(), 1e3);
    const hits = compare(mesh, 100, () => {
      const raycaster = caster();
      raycaster.ray.direction.multiplyScalar(random.uniform(0.1, 5));
      raycaster.far = random.uniform(1, 5);
      return raycaster;
    });
    expect(hits).toBeGreaterThan(20);
  });

  it('honours groups, several materials and the draw range', () => {
    let hits = 0;
    for (let round = 0; round < 20; round++) {
      const geometry = soup(40, round % 2 === 0);
      geometry.addGroup(0, 45, 0);
      geometry.addGroup(30, 60, 1);
      geometry.addGroup(90, Infinity, 2);
      geometry.setDrawRange(6, 99);
      const sides = [FrontSide, BackSide, DoubleSide] as const;
      const materials = sides.map(side => new MeshBasicMaterial({ side }));
      const mesh = new Mesh(geometry, materials);
      hits += compare(mesh, 20);
      mesh.geometry.setDrawRange(0, 60);
      hits += compare(mesh, 20);
    }
    expect(hits).toBeGreaterThan(100);
    const mesh = new Mesh(soup(4, true), new MeshBasicMaterial());
    mesh.geometry.setDrawRange(1, 6);
    mesh.raycast = bvhRaycast;
    expect(() => caster().intersectObject(mesh)).toThrow(/draw range/);
  });

  it('gives the instances of an InstancedMesh', () => {
    const mesh = new InstancedMesh(soup(20, true), new MeshBasicMaterial({ side: DoubleSide }), 12);
    const holder = new Object3D();
    for (let i = 0; i < 12; i++) {
      place(holder);
      holder.updateMatrix();
      mesh.setMatrixAt(i, holder.matrix);
    }
    mesh.count = 10;
    place(mesh);
    mesh.computeBoundingSphere();
    expect(compare(mesh, 100)).toBeGreaterThan(50);
  });

  it('follows the bones of a SkinnedMesh once it is refitted', () => {
    const geometry = soup(60, true);
    const { count } = geometry.attributes['position'];
    const weights = Array.from({ length: count }, () => random.uniform(0, 1)).flatMap(w => [w, 1 - w, 0, 0]);
    const bones = Array.from({ length: count }, () => [0, 1, 0, 0]).flat();
    geometry.setAttribute('skinIndex', new Uint16BufferAttribute(bones, 4));
    geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
    const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
    const [root, tip] = [new Bone(), new Bone()];
    root.add(tip);
    mesh.add(root);
    mesh.bind(new Skeleton([root, tip]));
    let hits = 0;
    for (let frame = 0; frame < 8; frame++) {
      tip.position.set(random.normal(), random.normal(), 0);
      tip.rotation.set(random.normal(), 0, random.normal());
      mesh.updateMatrixWorld(true);
      mesh.computeBoundingSphere();
      bvhRaycastRefit(mesh);
      hits += compare(mesh, 25);
    }
    expect(hits).toBeGreaterThan(40);
  });

  it('follows morph targets once it is refitted, each mesh of a geometry its own', () => {
    const geometry = soup(40, false);
    geometry.morphAttributes.position = [soup(40, false).attributes['position']];
    geometry.computeBoundingSphere();
    const material = new MeshBasicMaterial({ side: DoubleSide });
    const meshes = [0, 0.5, 1].map(weight => {
      const mesh = new Mesh(geometry, material);
      mesh.updateMorphTargets();
      mesh.morphTargetInfluences![0] = weight;
      return mesh;
    });
    let hits = 0;
    for (const mesh of meshes) hits += compare(mesh, 40);
    meshes[0].morphTargetInfluences![0] = 0.8;
    bvhRaycastRefit(meshes[0]);
    for (const mesh of meshes) hits += compare(mesh, 40);
    expect(hits).toBeGreaterThan(60);
  });

  it('follows a geometry that is marked as changed, and reads any kind of attribute', () => {
    const geometry = soup(40, true);
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
    const shuffle = (attribute: BufferAttribute | InterleavedBufferAttribute) => {
      for (let v = 0; v < attribute.count; v++)
        attribute.setXYZ(v, random.normal(), random.normal(), 0.5 * random.normal());
      attribute.needsUpdate = true;
    };
    let hits = compare(mesh, 20);
    const position = geometry.attributes['position'];
    shuffle(position);
    geometry.computeBoundingSphere();
    hits += compare(mesh, 20);
    geometry.setIndex(Array.from({ length: 60 }, () => random.integer(position.count)));
    hits += compare(mesh, 20);
    const wide = new InterleavedBuffer(new Float32Array(4 * position.count), 4);
    const interleaved = new InterleavedBufferAttribute(wide, 3, 1);
    for (let round = 0; round < 2; round++) {
      shuffle(interleaved);
      geometry.setAttribute('position', interleaved);
      geometry.computeBoundingSphere();
      hits += compare(mesh, 20);
    }
    const bytes = new Int8Array(3 * position.count).map(() => random.integer(255) - 127);
    geometry.setAttribute('position', new BufferAttribute(bytes, 3, true));
    geometry.computeBoundingSphere();
    hits += compare(mesh, 20);
    expect(hits).toBeGreaterThan(40);
  });

  it('answers for a mesh without triangles and one that is flattened, and refuses what it cannot do', () => {
    const empty = new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute([], 3)));
    empty.raycast = bvhRaycast;
    expect(caster().intersectObject(empty)).toEqual([]);
    const flat = new Mesh(new SphereGeometry(1), new MeshBasicMaterial());
    flat.matrixWorld = new Matrix4().makeScale(1, 0, 1);
    flat.raycast = bvhRaycast;
    expect(caster().intersectObject(flat)).toEqual([]);
    const batched = new BatchedMesh(1, 3, 3, new MeshBasicMaterial());
    batched.raycast = bvhRaycast;
    expect(() => caster().intersectObject(batched)).toThrow(/BatchedMesh/);
    const points = new Points(new BoxGeometry());
    points.raycast = bvhRaycast as never;
    expect(() => caster().intersectObject(points)).toThrow('bvhRaycast works on meshes');
    const bare = new Mesh(new BufferGeometry(), new MeshBasicMaterial());
    bare.raycast = bvhRaycast;
    expect(() => caster().intersectObject(bare)).toThrow(/positions/);
  });
});
