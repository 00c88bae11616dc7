/** A character on an obstacle course: stairs, a ramp, a rotating disc, boxes to push aside. */
import { BoxShape, Character, CylinderShape, HalfSpace, HullShape, World, type WorldPart } from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

/** Radius of the round and speed along it. */
const round = 5;
const speed = 2.5;
const half = 9;

/** Walks the character round before every step but the first; its state is part of snapshots of the world. */
class Round implements WorldPart<World> {
  readonly name = 'character';
  readonly movesBodies = true;
  character: Character | undefined;
  private fall = 0;

  step(_: World, dt: number): void {
    const character = this.character!;
    const [x, , z] = character.position;
    const distance = Math.sqrt(x * x + z * z);
    // Along the circle, and back to it after an obstacle.
    const back = (2 * (round - distance)) / distance;
    this.fall = character.isGrounded ? 0 : this.fall - 9.81 * dt;
    const along = (speed / distance) * dt;
    character.move([-along * z + back * dt * x, this.fall * dt, along * x + back * dt * z], dt);
  }

  get stateLength(): number {
    return this.character!.stateLength + 1;
  }

  save(out: Float64Array): void {
    this.character!.save(out);
    out[out.length - 1] = this.fall;
  }

  load(from: Float64Array): void {
    this.character!.load(from);
    this.fall = from[from.length - 1];
  }
}

/** A character is moved by its player and pushes obstacles with 400 N. */
export const character: SceneDefinition = {
  name: 'character',
  title: 'Character',
  summary:
    'A capsule walks a circuit: up and down stairs, over a ramp, across a rotating disc, through boxes that it pushes aside.',
  counts: [24, 8, 48],
  camera: { position: [9, 8, 11], target: [0, 0, 0] },
  build(choice) {
    const part = new Round();
    const world = new World({ ...chosenOptions(choice), parts: [part] });
    world.add({ shape: new HalfSpace() });
    const sides: [number, number, number][] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    for (const normal of sides) world.add({ shape: new HalfSpace(normal, -half) });
    for (let i = 0; i < 9; i++) {
      const height = 0.2 * (5 - Math.abs(i - 4));
      const shape = new BoxShape([1, 0.5 * height, 0.2]);
      world.add({ shape, type: 'static', position: [round, 0.5 * height, 0.4 * (i - 4)] });
    }
    const roof = [
      -2.5, 0, -1, -2.5, 0, 1, 2.5, 0, -1, 2.5, 0, 1, -0.5, 0.9, -1, -0.5, 0.9, 1, 0.5, 0.9, -1, 0.5, 0.9, 1,
    ];
    world.add({ shape: HullShape.fromPoints(roof), type: 'static', position: [0, 0, round] });
    const disc = world.add({
      shape: new CylinderShape(1.5, 0.1),
      type: 'kinematic',
      position: [-round, 0.1, 0],
      angularVelocity: [0, 0.8, 0],
    });
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape: new BoxShape([0.2, 0.2, 0.2]),
        density: 100 + 400 * (i % 3),
        position: [
          0.5 * (i % 4) - 0.75,
          0.2 + 0.4 * Math.floor(i / 16),
          -round + 0.45 * (Math.floor(i / 4) % 4) - 0.7,
        ],
      });
    part.character = new Character(world, { position: [round, 0.9, -3], strength: 400 });
    const actors = [part.character.body, disc];
    return { world, container: [-half, 0, -half, half, 6, half], restAfter: Infinity, actors };
  },
};
