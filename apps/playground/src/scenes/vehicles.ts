/** Cars on a circular course with bumps, a ramp and boxes to push aside. */
import { BoxShape, HalfSpace, Vehicle, type WheelSettings, World, type WorldPart } from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDecoration, SceneDefinition } from '../scene.ts';

const half = 22;
/** Radius of the course. */
const round = 14;

const wheels = [1.1, -1.1].flatMap(z =>
  [0.7, -0.7].map(
    (x): WheelSettings => ({
      position: [x, 0, z],
      steered: z > 0,
      driven: z < 0,
      radius: 0.3,
      length: 0.35,
      stiffness: 25_000,
    }),
  ),
);

/** How far below their mounts the wheels of a car at rest are. */
const sag = 0.26;

/** Drives cars round the course: a motor that keeps a speed, and steering back to the circle. */
class Drivers implements WorldPart<World> {
  readonly name = 'vehicles';
  readonly movesBodies = true;
  readonly vehicles: Vehicle[] = [];

  step(world: World, dt: number): void {
    const { positions, velocities } = world.bodies;
    for (const [i, vehicle] of this.vehicles.entries()) {
      const at = 3 * vehicle.body;
      const x = positions[at];
      const z = positions[at + 2];
      const distance = Math.sqrt(x * x + z * z);
      // The direction in which the car should drive: along the circle, and back to it.
      const back = 0.15 * (round - distance);
      const aimX = (z + back * x) / distance;
      const aimZ = (-x + back * z) / distance;
      const speed = Math.sqrt(velocities[at] ** 2 + velocities[at + 2] ** 2) + 0.1;
      const across = (velocities[at + 2] * aimX - velocities[at] * aimZ) / speed;
      vehicle.steer(Math.max(-0.5, Math.min(0.5, across)));
      vehicle.drive(400 * Math.max(-1, Math.min(1, 5 + (i % 3) - vehicle.speed)));
      vehicle.step(dt);
    }
  }

  get stateLength(): number {
    return this.vehicles.reduce((sum, { stateLength }) => sum + stateLength, 0);
  }

  save(out: Float64Array): void {
    let at = 0;
    for (const vehicle of this.vehicles) {
      vehicle.save(out.subarray(at, at + vehicle.stateLength));
      at += vehicle.stateLength;
    }
  }

  load(from: Float64Array): void {
    let at = 0;
    for (const vehicle of this.vehicles) {
      vehicle.load(from.subarray(at, at + vehicle.stateLength));
      at += vehicle.stateLength;
    }
  }
}

/** The bodies are boxes; their wheels are rays with springs. */
export const vehicles: SceneDefinition = {
  name: 'vehicles',
  title: 'Vehicles',
  summary: 'Cars on springs go round a course, over bumps and a ramp, and push boxes off the road.',
  counts: [6, 2, 12],
  camera: { position: [16, 14, 20], target: [0, 0, 0] },
  build(choice) {
    const part = new Drivers();
    const world = new World({ ...chosenOptions(choice), parts: [part] });
    world.add({ shape: new HalfSpace(), friction: 1 });
    const sides: [number, number, number][] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    for (const normal of sides) world.add({ shape: new HalfSpace(normal, -half) });
    for (let i = 0; i < 6; i++)
      world.add({
        shape: new BoxShape([3, 0.06, 0.2]),
        type: 'static',
        position: [round, 0.03, 1.2 * i - 3],
      });
    world.add({
      shape: new BoxShape([3, 0.2, 2.5]),
      type: 'static',
      position: [-round, 0.1, 0],
      rotation: [0.07, 0, 0, Math.sqrt(1 - 0.07 ** 2)],
    });
    for (let i = 0; i < 10; i++)
      world.add({
        shape: new BoxShape([0.25, 0.25, 0.25]),
        density: 150,
        position: [0.6 * (i % 5) - 1.2, 0.25 + 0.5 * Math.floor(i / 5), round],
      });
    const decorations: SceneDecoration[] = [];
    for (let i = 0; i < choice.count; i++) {
      // Round the circle by the tangent of half the angle: the same bits in every engine.
      const u = (2 * i + 1) / choice.count - 1;
      const tangent = u / (1 - u * u);
      const cosine = 1 / Math.sqrt(1 + tangent * tangent);
      const sine = tangent * cosine;
      const body = world.add({
        shape: new BoxShape([0.8, 0.25, 1.6]),
        mass: 900,
        position: [2 * round * sine * cosine, 0.8, round * (cosine * cosine - sine * sine)],
        rotation: [0, sine + cosine, 0, cosine - sine],
      });
      part.vehicles.push(new Vehicle(world, body, { wheels }));
      for (const { position, radius = 0 } of wheels) {
        const [x, y, z] = position as number[];
        decorations.push({ kind: 'wheel', body, center: [1.1 * x, y - sag, z], radius });
      }
    }
    return { world, container: [-half, 0, -half, half, 8, half], restAfter: Infinity, decorations };
  },
};
