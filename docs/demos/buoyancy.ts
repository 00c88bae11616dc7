/** Boxes and balls in water: level, flow and density can be changed. */
import { BoxShape, Buoyancy, HalfSpace, Random, SphereShape, World } from 'colide';
import { BoxGeometry, Mesh, MeshStandardMaterial, SphereGeometry } from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const count = 24;
const half = 3;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const light = new MeshStandardMaterial({ roughness: 0.55 });
  const heavy = new MeshStandardMaterial({ roughness: 0.55 });
  const surface = new MeshStandardMaterial({ transparent: true, opacity: 0.3, roughness: 0.2 });
  const view = new SceneView(stage, {
    label: 'Boxes and balls that float in water',
    distance: 13.5,
    ground: -2,
    paint({ bodies }) {
      light.color.set(bodies[1]);
      heavy.color.set(bodies[2]);
      surface.color.set(bodies[5]);
    },
  });
  // As high as the water is deep; its upper side is at the origin.
  const block = new BoxGeometry(2 * half, 1, 2 * half).translate(0, -0.5, 0);
  const box = new BoxGeometry(0.8, 0.4, 0.6);
  const ball = new SphereGeometry(0.3, 24, 16);
  const basin = new Mesh(block, surface);
  const meshes = Array.from({ length: count }, (_, i) => new Mesh(i % 2 ? ball : box, light));
  view.scene.add(basin, ...meshes);

  let water = new Buoyancy();
  let world = new World();
  let bodies: number[] = [];

  const restart = () => {
    water = new Buoyancy({ level: level.value, flow: [0, 0, 0] });
    world = new World({ parts: [water] });
    world.add({ shape: new HalfSpace([0, 1, 0], -2) });
    for (const normal of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ] as const)
      world.add({ shape: new HalfSpace([...normal], -half) });
    const random = new Random(3);
    bodies = meshes.map((mesh, i) => {
      const density = i % 4 === 3 ? 2000 : density0.value;
      mesh.material = density > 1000 ? heavy : light;
      return world.add({
        shape: i % 2 ? new SphereShape(0.3) : new BoxShape([0.4, 0.2, 0.3]),
        density,
        position: [random.uniform(-2.4, 2.4), 1 + 0.25 * i, random.uniform(-2.4, 2.4)],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    });
  };
  const level = controls.slider('level', { min: -1.5, max: 1, step: 0.1, value: 0 }, value =>
    water.setLevel(value),
  );
  const density0 = controls.slider(
    'density of the light ones',
    { min: 100, max: 900, step: 100, value: 400 },
    () => restart(),
  );
  controls.toggle('flow', false, value => water.setFlow([value ? 1 : 0, 0, value ? 0.4 : 0]));
  restart();

  controls.animate(seconds => {
    world.advance(seconds);
    const { positions, rotations } = world.bodies;
    let volume = 0;
    for (const [i, body] of bodies.entries()) {
      meshes[i].position.fromArray(positions, 3 * body);
      meshes[i].quaternion.fromArray(rotations, 4 * body);
      volume += water.submerged(body);
    }
    basin.position.y = water.level;
    basin.scale.y = water.level + 2;
    controls.status(
      `${count} bodies displace ${volume.toFixed(2)} m³ of water; ${world.sleeperCount} asleep`,
    );
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    for (const owned of [block, box, ball, light, heavy, surface]) owned.dispose();
    view.dispose();
  };
}
