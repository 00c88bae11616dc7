/** `bodyFromObject(gltf)` instead of `gltf.scene`, or nothing at all, failed with an error of the engine. */
import { bodyFromMesh, bodyFromObject, meshShapeFromObject } from '@colide/three';
import { Group, type Object3D } from 'three';
import { describe, expect, it } from 'vitest';

const makers = { bodyFromObject, meshShapeFromObject };

describe.each(Object.entries(makers))('%s', (_, make) => {
  it.each([[undefined], [null], [3], ['scene'], [{ scene: {} }]])('says that %s is no object', value => {
    expect(() => make(value as unknown as Object3D)).toThrow(
      /^object must be an Object3D, such as gltf\.scene, got /,
    );
  });
});

describe('bodyFromMesh', () => {
  it.each([[undefined], [null], [{ geometry: null }], [new Group()]])('says what is not a mesh', value => {
    expect(() => bodyFromMesh(value as never)).toThrow(/^mesh must be a Mesh; .*, got /);
  });
});
