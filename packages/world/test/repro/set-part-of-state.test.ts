import { BoxShape, Compound } from '@colide/geometry';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

it('what setPose and setVelocity are not given stays as it is', () => {
  const world = new World({ gravity: [0, 0, 0] });
  const bent = new Compound([
    { shape: new BoxShape([1, 0.2, 0.3]), position: [1, 0, 0] },
    { shape: new BoxShape([0.2, 1, 0.3]), position: [0, 1, 0.1] },
  ]);
  const body = world.add({ shape: bent, rotation: [0.1, 0.5, -0.3, 0.8], angularVelocity: [1, 2, 3] });
  const place: [number, number, number] = [0, 0, 0];
  const turn: [number, number, number, number] = [0, 0, 0, 1];
  const rotation = world.bodies.rotations.slice(0, 4);
  world.setPose(body, [4, 5, 6]);
  world.setVelocity(body, [7, 8, 9]);
  expect(world.bodies.rotations.slice(0, 4)).toEqual(rotation);
  world.getPose(place, turn, body);
  for (let k = 0; k < 3; k++) expect(place[k]).toBeCloseTo(4 + k, 12);
  expect(turn[1] / turn[0]).toBeCloseTo(5, 12);
  expect([...world.bodies.velocities.slice(0, 3)]).toEqual([7, 8, 9]);
  expect([...world.bodies.angularVelocities.slice(0, 3)]).toEqual([1, 2, 3]);
  world.setPose(body, [1, 1, 1], [0, 0, 0, 2]);
  world.setVelocity(body, [0, 0, 0], [0, 0, 0]);
  world.getPose(place, turn, body);
  for (let k = 0; k < 4; k++) expect(turn[k]).toBeCloseTo(k === 3 ? 1 : 0, 12);
  expect([...world.bodies.angularVelocities.slice(0, 3)]).toEqual([0, 0, 0]);
});
