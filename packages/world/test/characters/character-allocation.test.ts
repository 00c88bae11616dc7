import { BoxShape, HalfSpace, terrainGrid } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { Character, World } from '@colide/world';
import { describe, it } from 'vitest';

// A fractional number that crosses a call takes a box: a dozen for each sweep and distance, nothing else.
const boxedNumbers = 400;
const dt = 1 / 60;

describe('Character.move', () => {
  it('puts nothing but numbers on the heap among boxes', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    for (let i = 0; i < 8; i++)
      world.add({ shape: new BoxShape([0.5, 0.1, 0.5]), type: 'static', position: [i % 4, 0.1, i >> 2] });
    const character = new Character(world, { position: [1, 1.2, 0.5] });
    let turn = 1;
    expectNoAllocation(
      () => {
        turn = -turn;
        character.move([0.03 * turn, -0.01, 0.01 * turn], dt);
      },
      { boxedNumbers },
    );
  });

  it('puts nothing but numbers on the heap on a mesh', () => {
    const hills = terrainGrid({ columns: 9, rows: 9, cellSize: 1, amplitude: 0.3, seed: 4 });
    const world = new World();
    world.add({ shape: new MeshShape(new TriangleBvh(hills.positions, hills.indices)), type: 'static' });
    const character = new Character(world, { position: [4, 1.2, 4] });
    let turn = 1;
    expectNoAllocation(
      () => {
        turn = -turn;
        character.move([0.03 * turn, -0.01, 0.01 * turn], dt);
      },
      { boxedNumbers },
    );
  });
});
