import { BodyInstances, BodyObjects, ColliderMeshes, PoseHistory } from '@colide/three';
import { BoxShape, Compound, ConeShape, HalfSpace, HullShape, Random, SphereShape, World } from 'colide';
import {
  BoxGeometry,
  Euler,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';

const material = new MeshBasicMaterial();
const instanced = (room: number) => new InstancedMesh(new BoxGeometry(), material, room);

/** Bodies whose frames differ from those of their shapes: off-centre, with turned axes. */
function lopsided(): Compound {
  return new Compound([
    { shape: new BoxShape([0.5, 0.2, 0.3]), position: [1, 0.4, 0] },
    { shape: new SphereShape(0.4), position: [-0.3, -0.5, 0.7] },
  ]);
}

function fill(world: World, count: number): number[] {
  const random = new Random(3);
  return Array.from({ length: count }, (_, i) =>
    world.add({
      shape: [new BoxShape([0.4, 0.3, 0.2]), lopsided(), new ConeShape(0.4, 0.5)][i % 3],
      position: [random.uniform(-3, 3), 2 + 1.5 * i, random.uniform(-3, 3)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      angularVelocity: [random.normal(), random.normal(), random.normal()],
    }),
  );
}

/** The matrix that three.js computes from the pose of the world. */
function expected(world: World, body: number, scale = new Vector3(1, 1, 1)): Matrix4 {
  const p = [0, 0, 0];
  const q = [0, 0, 0, 1];
  world.getPose(p, q, body);
  return new Matrix4().compose(new Vector3(...p), new Quaternion(...q), scale);
}

function expectMatrix(found: Matrix4, wanted: Matrix4, tolerance = 1e-5): void {
  for (let k = 0; k < 16; k++)
    expect(Math.abs(found.elements[k] - wanted.elements[k]), `element ${k}`).toBeLessThan(tolerance);
}

describe('BodyInstances', () => {
  it('puts meshes where the frames of the shapes are, as three.js composes them', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const ids = fill(world, 12);
    const mesh = instanced(4);
    const instances = new BodyInstances(mesh);
    const local = new Matrix4().compose(
      new Vector3(0.1, -0.2, 0.3),
      new Quaternion().setFromEuler(new Euler(0.4, 1, -2)),
      new Vector3(2, 0.5, 1.5),
    );
    for (const [i, id] of ids.entries()) expect(instances.add(world, id, i % 2 ? local : undefined)).toBe(i);
    const found = new Matrix4();
    for (let step = 0; step < 40; step++) {
      world.step(1 / 60);
      instances.update(world.bodies);
      expect(mesh.count).toBe(12);
      for (const [i, id] of ids.entries()) {
        mesh.getMatrixAt(i, found);
        const wanted = expected(world, id);
        expectMatrix(found, i % 2 ? wanted.multiply(local) : wanted, 2e-5);
      }
    }
  });

  it('draws between the last two steps', () => {
    const history = new PoseHistory();
    const world = new World({ parts: [history], gravity: [0, 0, 0] });
    const spin = world.add({ shape: lopsided(), velocity: [3, 0, 1], angularVelocity: [0, 5, 1] });
    const instances = new BodyInstances(instanced(1));
    instances.add(world, spin);
    const found = new Matrix4();
    world.step(1 / 60);
    world.step(1 / 60);
    const before = expected(world, spin);
    const centre = Array.from(world.bodies.positions.subarray(0, 3));
    world.step(1 / 60);
    const after = expected(world, spin);
    instances.update(world.bodies, 0, history);
    instances.mesh.getMatrixAt(0, found);
    expectMatrix(found, before);
    instances.update(world.bodies, 1, history);
    instances.mesh.getMatrixAt(0, found);
    expectMatrix(found, after);
    instances.update(world.bodies, 0.25, history);
    instances.mesh.getMatrixAt(0, found);
    // The centre of mass moves on a line, the rotation is that of three.js' slerp but for the third order of
    // the angle.
    const q0 = new Quaternion().setFromRotationMatrix(before);
    const turn = q0.clone().slerp(new Quaternion().setFromRotationMatrix(after), 0.25);
    expectMatrix(new Matrix4().extractRotation(found), new Matrix4().makeRotationFromQuaternion(turn), 1e-4);
    const offset = new Vector3(...centre).applyMatrix4(before.clone().invert());
    const now = offset.applyMatrix4(found);
    for (let k = 0; k < 3; k++)
      expect(now.getComponent(k)).toBeCloseTo(centre[k] + [0.25 * 3, 0, 0.25][k] / 60, 5);
  });

  it('draws no path of bodies that were placed, are new or came back by a snapshot', () => {
    const history = new PoseHistory();
    const world = new World({ parts: [history], gravity: [0, 0, 0] });
    const first = world.add({ shape: new SphereShape(1), velocity: [1, 0, 0] });
    const instances = new BodyInstances(instanced(2));
    instances.add(world, first);
    const at = (index: number) => {
      const matrix = new Matrix4();
      instances.mesh.getMatrixAt(index, matrix);
      return new Vector3().setFromMatrixPosition(matrix).x;
    };
    for (let i = 0; i < 3; i++) world.step(0.1);
    const snapshot = world.snapshot();
    instances.update(world.bodies, 0.5, history);
    expect(at(0)).toBeCloseTo(0.25, 6);
    world.setPose(first, [50, 0, 0]);
    world.step(0.1);
    instances.update(world.bodies, 0.5, history);
    expect(at(0)).toBeCloseTo(50.1, 4);
    world.restore(snapshot);
    instances.update(world.bodies, 0.5, history);
    expect(at(0)).toBeCloseTo(0.3, 6);
    const late = world.add({ shape: new SphereShape(1), position: [-20, 0, 0] });
    instances.add(world, late);
    world.step(0.1);
    instances.update(world.bodies, 0.5, history);
    expect(at(1)).toBeCloseTo(-20, 6);
    for (let i = 0; i < 30; i++) world.add({ shape: new SphereShape(1), position: [0, 3 * i + 9, 0] });
    instances.update(world.bodies, 0.5, history);
    expect(at(1)).toBeCloseTo(-20, 6);
    world.step(0.1);
    instances.update(world.bodies, 0.5, history);
    expect(at(1)).toBeCloseTo(-20, 6);
  });

  it('grows with its bodies, keeps colours and lets bodies go', () => {
    const world = new World();
    const ids = Array.from({ length: 9 }, (_, i) =>
      world.add({ shape: new SphereShape(0.1), position: [i, 0, 0] }),
    );
    const mesh = instanced(2);
    const instances = new BodyInstances(mesh);
    instances.add(world, ids[0]);
    mesh.setColorAt(0, material.color.clone().set('red'));
    for (const id of ids.slice(1)) instances.add(world, id);
    expect(mesh.instanceMatrix.count).toBeGreaterThanOrEqual(9);
    expect(mesh.instanceColor!.getX(0)).toBe(1);
    expect(mesh.instanceColor!.getY(0)).toBe(0);
    instances.remove(ids[4]);
    instances.remove(ids[8]);
    instances.update(world.bodies);
    expect(mesh.count).toBe(7);
    const matrix = new Matrix4();
    const places = Array.from({ length: 7 }, (_, i) => {
      mesh.getMatrixAt(i, matrix);
      return matrix.elements[12];
    });
    expect(places.toSorted()).toEqual([0, 1, 2, 3, 5, 6, 7]);
    instances.clear();
    expect(mesh.count).toBe(0);
  });
});

describe('BodyObjects', () => {
  it('writes the matrices of objects and gives them back', () => {
    const world = new World();
    const ids = fill(world, 6);
    const objects = new BodyObjects();
    const scene = new Object3D();
    const meshes = ids.map(id => {
      const mesh = new Mesh(new BoxGeometry(), material);
      mesh.scale.set(1, 2, 3);
      scene.add(mesh);
      objects.add(world, id, mesh);
      return mesh;
    });
    for (let step = 0; step < 20; step++) world.step(1 / 60);
    objects.update(world.bodies);
    scene.updateMatrixWorld();
    for (const [i, id] of ids.entries())
      expectMatrix(meshes[i].matrixWorld, expected(world, id, new Vector3(1, 2, 3)), 1e-12);
    objects.remove(meshes[2]);
    objects.remove(meshes[2]);
    expect(objects.count).toBe(5);
    expect(meshes[2].scale.z).toBeCloseTo(3, 12);
    meshes[2].updateMatrix();
    expectMatrix(meshes[2].matrix, expected(world, ids[2], new Vector3(1, 2, 3)), 1e-12);
  });
});

describe('ColliderMeshes', () => {
  it('draws every collider where it is', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const hull = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    fill(world, 6);
    world.add({ shape: hull, position: [9, 1, 0] });
    world.add({ shape: hull, position: [12, 1, 0] });
    const meshes = new ColliderMeshes(material);
    meshes.rebuild(world);
    // Boxes and balls share a mesh each; two more for the cone and the hull.
    expect(meshes.groups.length).toBe(4);
    expect(meshes.object.children.length).toBe(4);
    for (let step = 0; step < 30; step++) world.step(1 / 60);
    meshes.update(world.bodies);
    const { colliders } = world;
    const matrix = new Matrix4();
    let found = 0;
    for (const group of meshes.groups)
      for (let i = 0; i < group.count; i++) {
        group.mesh.getMatrixAt(i, matrix);
        const center = new Vector3().setFromMatrixPosition(matrix);
        for (let id = 0; id < colliders.count; id++) {
          const posed = colliders.convexes[id];
          if (colliders.bodies[id] !== group.bodies[i] || posed === undefined) continue;
          const [x, y, z] = posed.position;
          if (center.distanceTo(new Vector3(x, y, z)) < 1e-4) found++;
        }
      }
    expect(found).toBe(10);
    meshes.rebuild(world, body => body > 6);
    expect(meshes.groups.reduce((sum, group) => sum + group.count, 0)).toBe(2);
    meshes.dispose();
    expect(meshes.object.children.length).toBe(0);
  });

  it('frees the meshes of shapes that are gone', () => {
    const world = new World();
    const meshes = new ColliderMeshes(material);
    const freed: number[] = [];
    for (let round = 0; round < 5; round++) {
      const shape = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1 + round, 0, 0, 0, 1]);
      const body = world.add({ shape });
      meshes.rebuild(world);
      expect(meshes.groups.length).toBe(1);
      expect(meshes.object.children).toEqual([meshes.groups[0].mesh]);
      for (const event of ['geometry', 'mesh'] as const) {
        const { mesh } = meshes.groups[0];
        const listen = () => void freed.push(round);
        if (event === 'mesh') mesh.addEventListener('dispose', listen);
        else mesh.geometry.addEventListener('dispose', listen);
      }
      world.remove(body);
    }
    expect(freed).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    meshes.rebuild(world);
    expect(meshes.groups).toEqual([]);
  });
});
