/** First mistakes: a document as text was read as an empty one; no error said where joints come from. */
import { gltfPhysicsAdd, gltfPhysicsRead, gltfPhysicsWrite } from '@colide/three';
import { BoxShape, World, WorldJoints } from 'colide';
import { describe, expect, it } from 'vitest';

describe('glTF physics', () => {
  it('refuses a document that is still text', () => {
    expect(() => gltfPhysicsRead('{}' as never)).toThrow("json must be an object, got '{}'");
  });

  it('says how a world gets the joints that a document needs', () => {
    const world = new World();
    const door = world.add({ shape: new BoxShape([1, 1, 1]) });
    new WorldJoints(world).hinge(null, door, { anchor: [0, 0, 0], axis: [0, 1, 0] });
    const physics = gltfPhysicsRead(gltfPhysicsWrite(world));
    const empty = new World();
    expect(() => gltfPhysicsAdd(empty, physics)).toThrow('new WorldJoints(world)');
    expect(empty.count).toBe(0);
    new WorldJoints(empty);
    expect(gltfPhysicsAdd(empty, physics).joints).toHaveLength(1);
  });
});
