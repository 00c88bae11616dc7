/** A car drives round a circle of bumps; springs, tyres and speed can be changed. */
import { BoxShape, HalfSpace, Vehicle, World } from 'colide';
import { BoxGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial } from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const dt = 1 / 60;
const round = 7;
const corners = [1.1, -1.1].flatMap(z => [0.75, -0.75].map(x => [x, 0, z] as const));

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const paints = {
    bumps: new MeshStandardMaterial(),
    body: new MeshStandardMaterial(),
    tyre: new MeshStandardMaterial(),
    slip: new MeshStandardMaterial(),
  };
  const view = new SceneView(stage, {
    label: 'A car on springs',
    distance: 20,
    ground: 0,
    paint({ bodies, solid }) {
      paints.bumps.color.set(solid);
      paints.body.color.set(bodies[0]);
      paints.tyre.color.set('#2b333a');
      paints.slip.color.set(bodies[1]);
    },
  });
  const bump = new BoxGeometry(2.4, 0.16, 0.4);
  const hull = new BoxGeometry(1.6, 0.5, 3.2);
  const tyre = new CylinderGeometry(0.32, 0.32, 0.22, 24).rotateZ(Math.PI / 2);
  const bodyMesh = new Mesh(hull, paints.body);
  const bumps = [0, 1, 2, 3, 4, 5].map(() => new Mesh(bump, paints.bumps));
  const hubs = corners.map(() => new Group().add(new Mesh(tyre, paints.tyre)));
  bodyMesh.add(...hubs);
  view.scene.add(bodyMesh, ...bumps);

  let world = new World();
  let vehicle: Vehicle;
  let car = 0;
  let left = 0;
  let isBraking = false;

  const restart = () => {
    world = new World();
    world.add({ shape: new HalfSpace(), friction: 1 });
    for (const [i, mesh] of bumps.entries()) {
      const angle = 0.9 + 0.14 * i;
      const turn = 0.5 * (angle + Math.PI / 2);
      const position = [round * Math.sin(angle), 0.02, round * Math.cos(angle)] as const;
      const rotation = [0, Math.sin(turn), 0, Math.cos(turn)] as const;
      world.add({ shape: new BoxShape([1.2, 0.08, 0.2]), type: 'static', position, rotation, friction: 1 });
      mesh.position.set(...position);
      mesh.quaternion.set(...rotation);
    }
    car = world.add({
      shape: new BoxShape([0.8, 0.25, 1.6]),
      mass: 900,
      position: [0, 0.7, round],
      rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    });
    vehicle = new Vehicle(world, car, {
      wheels: corners.map((position, i) => ({
        position,
        steered: i < 2,
        driven: i >= 2,
        radius: 0.32,
        length: 0.35,
        stiffness: 1000 * stiffness.value,
        damping: 100 * stiffness.value,
        friction: grip.value ** 2,
      })),
    });
    left = 0;
  };
  const step = () => {
    const { positions, velocities } = world.bodies;
    const [x, , z] = positions.subarray(3 * car);
    const distance = Math.hypot(x, z) || 1;
    const back = 0.2 * (round - distance);
    const aimX = (z + back * x) / distance;
    const aimZ = (-x + back * z) / distance;
    const [u, , w] = velocities.subarray(3 * car);
    const pace = Math.hypot(u, w) + 0.1;
    vehicle.steer(Math.max(-0.6, Math.min(0.6, 0.3 + (w * aimX - u * aimZ) / pace)));
    vehicle.drive(isBraking ? 0 : 600 * Math.max(-1, Math.min(1, speed.value - vehicle.speed)));
    vehicle.brake(isBraking ? 8000 : 0);
    vehicle.step(dt);
    world.step(dt);
  };
  const draw = () => {
    const { positions, rotations } = world.bodies;
    bodyMesh.position.fromArray(positions, 3 * car);
    bodyMesh.quaternion.fromArray(rotations, 4 * car);
    const position = [0, 0, 0];
    const rotation = [0, 0, 0, 1];
    for (const [i, hub] of hubs.entries()) {
      vehicle.hubPose(position, rotation, i);
      hub.position.fromArray(position);
      hub.quaternion.fromArray(rotation);
      (hub.children[0] as Mesh).material = vehicle.wheels[i].isSliding ? paints.slip : paints.tyre;
    }
    view.redraw();
  };

  const speed = controls.slider('speed, m/s', { min: 1, max: 14, step: 1, value: 5 });
  const stiffness = controls.slider('springs, kN/m', { min: 10, max: 100, step: 5, value: 25 }, () =>
    restart(),
  );
  const grip = controls.slider('friction', { min: 0.1, max: 1.2, step: 0.1, value: 1 }, () => restart());
  controls.toggle('brake', false, value => {
    isBraking = value;
  });
  restart();

  controls.animate(seconds => {
    left = Math.min(left + seconds, 5 * dt);
    for (; left >= dt; left -= dt) step();
    const loads = vehicle.wheels.map(wheel => (wheel.load / 1000).toFixed(1)).join(', ');
    controls.status(`${vehicle.speed.toFixed(1)} m/s; loads ${loads} kN; tyres that slip are coloured`);
    draw();
  });
  controls.reset(restart);
  return () => {
    for (const owned of [bump, hull, tyre, ...Object.values(paints)]) owned.dispose();
    view.dispose();
  };
}
