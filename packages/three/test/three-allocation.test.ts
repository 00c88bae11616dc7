import { createKdop, kdopDirections, kdopFromPoints } from '@colide/bounds';
import { PairList } from '@colide/core';
import { expectNoAllocation } from '@colide/testing/allocation';
import {
  BodyObjects,
  ColliderMeshes,
  DebugLines,
  debugAabb,
  debugContacts,
  debugKdop,
  debugObb,
  debugPairs,
  debugSphere,
  debugTree,
  PoseHistory,
  RopeGeometry,
  SurfaceGeometry,
} from '@colide/three';
import { BoxShape, ConeShape, DynamicBvh, HalfSpace, SphereShape, World } from 'colide';
import { Color, MeshBasicMaterial, Object3D, PlaneGeometry } from 'three';
import { describe, it } from 'vitest';

/** A world of a few bodies that have moved. */
function scene(history: PoseHistory): World {
  const world = new World({ parts: [history], broadPhase: new DynamicBvh() });
  world.add({ shape: new HalfSpace() });
  const shapes = [new BoxShape([0.5, 0.5, 0.5]), new SphereShape(0.5), new ConeShape(0.5, 0.5)];
  for (let i = 0; i < 30; i++)
    world.add({ shape: shapes[i % 3], position: [i % 5, 0.6 + Math.floor(i / 5), 0.1 * (i % 2)] });
  for (let i = 0; i < 20; i++) world.step(1 / 60);
  return world;
}

describe('a frame', () => {
  it('of meshes and objects allocates nothing', () => {
    const history = new PoseHistory();
    const world = scene(history);
    const meshes = new ColliderMeshes(new MeshBasicMaterial());
    meshes.rebuild(world);
    const objects = new BodyObjects();
    const parent = new Object3D();
    parent.position.set(1, 2, 3);
    for (let body = 1; body < 10; body++) {
      const object = new Object3D();
      if (body % 2 === 0) parent.add(object);
      objects.add(world, body, object);
    }
    expectNoAllocation(() => {
      history.record(world.bodies, 1 / 60);
      meshes.update(world.bodies, 0.3, history);
      objects.update(world.bodies, 0.3, history);
    });
  });

  it('of lines allocates nothing', () => {
    const world = scene(new PoseHistory());
    const lines = new DebugLines();
    const [red, blue] = [new Color('red'), new Color('blue')];
    const directions = kdopDirections(14);
    const kdop = kdopFromPoints(createKdop(directions), directions, [0, 0, 0, 1, 2, 3, -1, 0, 2]);
    const obb = Float64Array.of(0, 0, 0, 1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const pairs = new PairList();
    for (let i = 1; i < 20; i++) pairs.push(i, i + 1);
    const tree = world.broadPhase as DynamicBvh;
    expectNoAllocation(() => {
      lines.begin().color(red);
      debugAabb(lines, obb, 0);
      debugObb(lines, obb);
      debugSphere(lines, obb);
      debugKdop(lines, directions, kdop);
      lines.color(blue);
      debugTree(lines, tree, 4);
      debugPairs(lines, pairs, world.bodies.positions);
      debugContacts(lines, world.contacts);
      lines.end();
    });
  });

  it('of cloth and rope allocates nothing', () => {
    const plane = new PlaneGeometry(1, 1, 12, 12);
    const particles = Float64Array.from(plane.getAttribute('position').array);
    const cloth = new SurfaceGeometry(Uint32Array.from(plane.getIndex()!.array), 0, particles.length / 3);
    const rope = new RopeGeometry([0, 1, 2, 3, 4, 5, 6, 7], 0.1);
    expectNoAllocation(() => {
      cloth.update(particles);
      rope.update(particles);
    });
  });
});
