/** A character walks a circuit: stairs, a ramp, a rotating disc, boxes that it pushes. */
import { BoxShape, Character, type ConvexShape, CylinderShape, HalfSpace, HullShape, World } from 'colide';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { SceneView } from './kit/scene.ts';

const dt = 1 / 60;
const round = 3.2;
/** Half the length, the height and half the width of the ramp, and half the length of its top. */
const ramp = [1.6, 0.7, 0.6, 0.4];

/** The corners of the ramp: four on the ground, four on top. */
function rampPoints(): number[] {
  const [length, height, width, top] = ramp;
  const points: number[] = [];
  for (const side of [-width, width])
    points.push(-length, 0, side, -top, height, side, top, height, side, length, 0, side);
  return points;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const paints = {
    fixed: new MeshStandardMaterial(),
    moved: new MeshStandardMaterial(),
    hero: new MeshStandardMaterial(),
  };
  const view = new SceneView(stage, {
    label: 'A capsule that walks over obstacles',
    distance: 11,
    ground: 0,
    paint({ bodies, solid }) {
      paints.fixed.color.set(solid);
      paints.moved.color.set(bodies[1]);
      paints.hero.color.set(bodies[0]);
    },
  });
  let drawn: Mesh[] = [];
  let world = new World();
  let character = new Character(world);
  let vertical = 0;
  let left = 0;

  const add = (geometry: BufferGeometry, material: MeshStandardMaterial, body: number) => {
    const mesh = new Mesh(geometry, material);
    drawn[body] = mesh;
    view.scene.add(mesh);
  };
  const box = (half: [number, number, number], position: [number, number, number], density = 0) => {
    const type = density > 0 ? 'dynamic' : 'static';
    const body = world.add({ shape: new BoxShape(half), type, position, density: density || 1000 });
    add(
      new BoxGeometry(2 * half[0], 2 * half[1], 2 * half[2]),
      density > 0 ? paints.moved : paints.fixed,
      body,
    );
  };
  const clear = () => {
    for (const mesh of drawn)
      if (mesh) {
        mesh.geometry.dispose();
        view.scene.remove(mesh);
      }
    drawn = [];
  };
  const restart = () => {
    clear();
    world = new World();
    world.add({ shape: new HalfSpace() });
    for (let i = 0; i < 7; i++) {
      const height = 0.2 * (4 - Math.abs(i - 3));
      box([0.6, 0.5 * height, 0.18], [round, 0.5 * height, 0.36 * (i - 3)]);
    }
    const solid = HullShape.fromPoints(rampPoints());
    const body = world.add({ shape: solid as ConvexShape, type: 'static', position: [0, 0, round] });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(rampPoints()), 3));
    geometry.setIndex(
      [0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6, 0, 4, 5, 0, 5, 1, 1, 5, 6, 1, 6, 2, 2, 6, 7, 2, 7, 3].reverse(),
    );
    add(geometry.toNonIndexed(), paints.fixed, body);
    drawn[body].geometry.computeVertexNormals();
    const disc = world.add({
      shape: new CylinderShape(1.1, 0.1),
      type: 'kinematic',
      position: [-round, 0.1, 0],
      angularVelocity: [0, 1, 0],
    });
    add(new CylinderGeometry(1.1, 1.1, 0.2, 24), paints.moved, disc);
    for (let i = 0; i < 6; i++)
      box([0.17, 0.17, 0.17], [0.5 * (i % 3) - 0.5, 0.17, -round + 0.45 * Math.floor(i / 3) - 0.2], 300);
    character = new Character(world, { position: [round, 0.9, -2.2], stepHeight: stepHeight.value });
    add(new CapsuleGeometry(0.3, 1.2, 6, 16), paints.hero, character.body);
    vertical = left = 0;
  };
  const step = () => {
    const [x, , z] = character.position;
    const distance = Math.hypot(x, z);
    const back = (2 * (round - distance)) / distance;
    vertical = character.isGrounded && vertical <= 0 ? 0 : vertical - 9.81 * dt;
    const along = (speed.value / distance) * dt;
    character.move([-along * z + back * dt * x, vertical * dt, along * x + back * dt * z], dt);
    world.step(dt);
  };
  const draw = () => {
    const { positions, rotations } = world.bodies;
    for (const [body, mesh] of drawn.entries()) {
      mesh?.position.fromArray(positions, 3 * body);
      mesh?.quaternion.fromArray(rotations, 4 * body);
    }
    view.redraw();
  };

  const speed = controls.slider('speed', { min: 0.5, max: 6, step: 0.5, value: 2 });
  const stepHeight = controls.slider('step height', { min: 0, max: 0.5, step: 0.05, value: 0.3 }, () =>
    restart(),
  );
  controls.button('Jump', () => {
    if (character.isGrounded) vertical = 4;
  });
  restart();

  controls.animate(seconds => {
    left = Math.min(left + seconds, 5 * dt);
    for (; left >= dt; left -= dt) step();
    const where = character.isGrounded ? `on body ${character.groundBody}` : 'in the air';
    const pace = Math.hypot(character.velocity[0], character.velocity[2]).toFixed(1);
    controls.status(`${where}, ${pace} m/s, ${counted(character.hits.count, 'hit')} in the last move`);
    draw();
  });
  controls.reset(restart);
  return () => {
    clear();
    for (const material of Object.values(paints)) material.dispose();
    view.dispose();
  };
}
