import { Random } from '@colide/math';
import {
  BodyObjects,
  bodyFromObject,
  compoundFromGeometry,
  meshShapeFromObject,
  trianglesFromGeometry,
} from '@colide/three';
import { BoxShape, Compound, createWorldHit, HalfSpace, SphereShape, World, WorldQueries } from 'colide';
import {
  BatchedMesh,
  BoxGeometry,
  DirectionalLight,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  SkinnedMesh,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';

const random = new Random(3);
const material = new MeshBasicMaterial({ side: 2 });

function place(object: Object3D, scale = 1): void {
  object.position.set(random.normal(), random.normal(), random.normal());
  object.quaternion.set(random.normal(), random.normal(), random.normal(), random.normal()).normalize();
  object.scale.setScalar(scale);
}

/** A tree of two boxes and a ball below groups that are moved, turned and scaled alike along all axes. */
function tree(): Group {
  const root = new Group();
  place(root, 1.5);
  const arm = new Group();
  place(arm, 0.5);
  const [a, b] = [
    new Mesh(new BoxGeometry(1, 2, 0.5), material),
    new Mesh(new BoxGeometry(2, 0.3, 1), material),
  ];
  const ball = new Mesh(new SphereGeometry(0.7, 64, 32), material);
  for (const mesh of [a, b, ball]) place(mesh, random.uniform(0.5, 2));
  root.add(a, arm, new DirectionalLight());
  arm.add(b, ball);
  return root;
}

/**
 * Rays at a world and at a scene meet at the same distance, except for a few that graze the facets of a ball.
 */
function expectSame(world: World, scene: Object3D, tolerance: number): void {
  const queries = new WorldQueries(world);
  const hit = createWorldHit();
  const raycaster = new Raycaster();
  const meshes: Object3D[] = [];
  scene.traverse(object => void ('isMesh' in object && meshes.push(object)));
  const jitter = () => new Vector3(random.normal(), random.normal(), random.normal());
  let [hits, misses, differ] = [0, 0, 0];
  scene.updateMatrixWorld(true);
  for (let i = 0; i < 200; i++) {
    const origin = jitter().setLength(12);
    const aim = meshes[i % meshes.length].getWorldPosition(jitter()).add(jitter().multiplyScalar(0.8));
    raycaster.set(origin, aim.sub(origin).normalize());
    const [nearest] = raycaster.intersectObject(scene);
    const t = queries.raycast(hit, origin.toArray(), raycaster.ray.direction.toArray());
    if (nearest === undefined && t === Infinity) misses++;
    else if (nearest !== undefined && Math.abs(t - nearest.distance) < tolerance) hits++;
    else differ++;
  }
  expect(hits).toBeGreaterThan(40);
  expect(misses).toBeGreaterThan(20);
  expect(differ).toBeLessThan(6);
}

describe('bodyFromObject', () => {
  it('puts every mesh of a tree where it is drawn', () => {
    for (let round = 0; round < 10; round++) {
      const root = tree();
      const body = bodyFromObject(root);
      expect(body.shape).toBeInstanceOf(Compound);
      expect((body.shape as Compound).children).toHaveLength(3);
      const world = new World();
      world.add({ ...body, type: 'static' });
      expectSame(world, root, 0.03);
    }
  });

  it('gives a single mesh its own shape and frame', () => {
    const mesh = new Mesh(new BoxGeometry(1, 2, 3), material);
    mesh.position.set(1, 2, 3);
    mesh.scale.set(2, 1, 1);
    const { shape, position, rotation } = bodyFromObject(mesh);
    expect(shape).toBeInstanceOf(BoxShape);
    expect([(shape as BoxShape).halfX, (shape as BoxShape).halfY, (shape as BoxShape).halfZ]).toEqual([
      1, 1, 1.5,
    ]);
    expect(position).toEqual([1, 2, 3]);
    expect(rotation).toEqual([0, 0, 0, 1]);
    const group = new Group().add(mesh);
    expect(bodyFromObject(group).shape).toBeInstanceOf(Compound);
  });

  it('takes instances, and parts of concave meshes', () => {
    const balls = new InstancedMesh(new SphereGeometry(1), material, 3);
    for (let i = 0; i < 3; i++) balls.setMatrixAt(i, new Matrix4().makeTranslation(3 * i, 0, 0));
    const { children } = bodyFromObject(balls).shape as Compound;
    expect(children.map(({ pose }) => pose[9])).toEqual([0, 3, 6]);
    for (const { shape } of children) expect(shape).toBeInstanceOf(SphereShape);
    const ring = new Mesh(new TorusGeometry(1, 0.3, 8, 16), material);
    ring.position.set(0, 5, 0);
    const both = new Group().add(ring, new Mesh(new BoxGeometry(), material));
    const { shape } = bodyFromObject(both, (geometry, scale) =>
      geometry.type === 'BoxGeometry' ? new BoxShape([0.5, 0.5, 0.5]) : compoundFromGeometry(geometry, scale),
    );
    const parts = (shape as Compound).children;
    expect(parts.length).toBeGreaterThan(4);
    const world = new World();
    world.add({ shape, type: 'static' });
    // Through the hole of the ring, then into its tube.
    const hit = createWorldHit();
    expect(new WorldQueries(world).raycast(hit, [0, 5, 5], [0, 0, -1])).toBe(Infinity);
    expect(new WorldQueries(world).raycast(hit, [1, 5, 5], [0, 0, -1])).toBeCloseTo(4.7, 1);
  });

  it('says what it cannot do', () => {
    const named = <T extends Object3D>(object: T) => Object.assign(object, { name: 'thing' });
    expect(() => bodyFromObject(named(new Group()))).toThrow(/Group 'thing' must have a mesh/);
    const skinned = named(new SkinnedMesh(new BoxGeometry(), material));
    expect(() => bodyFromObject(new Group().add(skinned))).toThrow(/SkinnedMesh 'thing' is deformed/);
    const flat = named(new Mesh(new PlaneGeometry(), material));
    expect(() => bodyFromObject(flat)).toThrow(/Mesh 'thing' is flat/);
    const batched = named(new BatchedMesh(1, 3, 3, material));
    expect(() => bodyFromObject(batched)).toThrow(/'thing' is a BatchedMesh/);
    const wide = new Group();
    wide.scale.set(3, 1, 1);
    const turned = named(new Mesh(new BoxGeometry(), material));
    turned.rotation.z = 0.5;
    wide.add(turned);
    expect(() => bodyFromObject(wide)).toThrow(/Mesh 'thing' is sheared/);
    turned.rotation.z = 0;
    expect(() => bodyFromObject(wide)).not.toThrow();
    turned.scale.y = 0;
    expect(() => bodyFromObject(wide)).toThrow(/'thing' must not have a scale of zero/);
    const empty = named(new Mesh());
    expect(() => bodyFromObject(empty)).toThrow(/'thing': geometry must have positions/);
  });
});

describe('meshShapeFromObject', () => {
  it('has the triangles of a whole tree, mirrored parts included', () => {
    const root = tree();
    root.children[0].scale.x *= -1;
    const world = new World();
    world.add({ shape: meshShapeFromObject(root), type: 'static' });
    expectSame(world, root, 1e-4);
    expect(() => meshShapeFromObject(new Group())).toThrow(/triangle/);
    const count = root.children[0] as Mesh;
    expect(trianglesFromGeometry(count.geometry).indices).toHaveLength(36);
  });
});

describe('BodyObjects', () => {
  it('follow bodies below parents that are moved, turned and scaled', () => {
    const world = new World();
    world.add({ shape: new HalfSpace([0, 1, 0], -9) });
    const objects = new BodyObjects();
    const scene = new Group();
    const pairs: { object: Mesh; body: number; size: Vector3 }[] = [];
    for (let i = 0; i < 12; i++) {
      const parent = new Group();
      place(parent, random.uniform(0.3, 3));
      const object = new Mesh(new BoxGeometry(1, 1, 1), material);
      place(object, 1);
      object.scale.set(random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2));
      parent.position.x += 4 * i;
      scene.add(parent);
      parent.add(object);
      const body = world.add(bodyFromObject(object));
      const before = object.matrixWorld.clone();
      objects.add(world, body, object);
      objects.update(world.bodies);
      object.updateWorldMatrix(true, false);
      object.matrixWorld.elements.forEach((x, k) => {
        expect(x).toBeCloseTo(before.elements[k], 9);
      });
      pairs.push({ object, body, size: new Vector3().setFromMatrixScale(before) });
    }
    const [position, rotation] = [new Vector3(), new Quaternion()];
    for (let step = 0; step < 20; step++) {
      world.step(1 / 60);
      // Parents may move, too.
      for (const parent of scene.children) parent.rotation.y += 0.1;
      objects.update(world.bodies);
      scene.updateMatrixWorld();
      for (const { object, body, size } of pairs) {
        const scale = new Vector3();
        object.matrixWorld.decompose(position, rotation, scale);
        const [p, q] = [
          [0, 0, 0],
          [0, 0, 0, 1],
        ];
        world.getPose(p, q, body);
        expect(position.distanceTo(new Vector3(...p))).toBeLessThan(1e-6);
        expect(Math.abs(rotation.dot(new Quaternion(...q)))).toBeGreaterThan(1 - 1e-9);
        expect(scale.distanceTo(size)).toBeLessThan(1e-6);
      }
    }
    const { object } = pairs[0];
    const matrix = object.matrixWorld.clone();
    objects.remove(object);
    scene.updateMatrixWorld(true);
    object.matrixWorld.elements.forEach((x, k) => {
      expect(x).toBeCloseTo(matrix.elements[k], 6);
    });
    expect(objects.count).toBe(11);
  });
});
