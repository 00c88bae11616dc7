/** Joints of `WorldJoints` were left out of written documents without a word, and could not be read into. */
import { type GltfJoint, gltfPhysicsAdd, gltfPhysicsRead, gltfPhysicsWrite } from '@colide/three';
import { BoxShape, type RigidJoints, World, WorldJoints } from 'colide';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.5, 0.5]);

/** A box that hangs on a hinge, with the description of the hinge for a document. */
function doorWorld(): { world: World; joints: Omit<GltfJoint, 'node'>[] } {
  const world = new World();
  const door = world.add({ shape, position: [0.5, 0, 0] });
  new WorldJoints(world).hinge(null, door, { anchor: [0, 0, 0], axis: [0, 0, 1], limits: [-1, 1] });
  const hinge: Omit<GltfJoint, 'node'> = {
    kind: 'hinge',
    bodies: [undefined, door],
    anchors: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    axis: [0, 0, 1],
    limits: [-1, 1],
    collide: false,
  };
  return { world, joints: [hinge] };
}

describe('joints of a world and glTF documents', () => {
  it('are not lost without a word', () => {
    const { world, joints } = doorWorld();
    expect(gltfPhysicsRead(gltfPhysicsWrite(world)).joints).toHaveLength(1);
    expect(gltfPhysicsRead(gltfPhysicsWrite(world, [])).joints).toEqual([]);
    expect(gltfPhysicsRead(gltfPhysicsWrite(world, joints)).joints).toHaveLength(1);
  });

  it('are added to the joints that the world has', () => {
    const { world, joints } = doorWorld();
    const physics = gltfPhysicsRead(gltfPhysicsWrite(world, joints));
    const copy = new World();
    const own = new WorldJoints(copy);
    const [hinge] = gltfPhysicsAdd(copy, physics).joints;
    for (let step = 0; step < 240; step++) copy.step(1 / 60);
    expect(Math.abs(own.value(hinge))).toBeCloseTo(1, 2);
  });

  it('need a world with joints, and nothing is added to one without', () => {
    const { world, joints } = doorWorld();
    const physics = gltfPhysicsRead(gltfPhysicsWrite(world, joints));
    const copy = new World();
    expect(() => gltfPhysicsAdd(copy, physics)).toThrow('joints');
    // Those of the world by another name, as JavaScript lets one do.
    const wrong = new WorldJoints(new World()) as unknown as RigidJoints;
    expect(() => gltfPhysicsAdd(copy, physics, wrong)).toThrow('joints must be');
    expect(copy.count).toBe(0);
  });
});
