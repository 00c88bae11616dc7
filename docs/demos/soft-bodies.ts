/** Cloth, ropes and soft bodies among rigid ones. Balls can be thrown at them, and cloth torn. */
import { RopeGeometry, SurfaceGeometry } from '@colide/three';
import {
  BoxShape,
  HalfSpace,
  ropeLine,
  SoftBodies,
  type SoftBody,
  SphereShape,
  solidIcosphere,
  World,
} from 'colide';
import {
  BoxGeometry,
  type BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { SceneView } from './kit/scene.ts';
import { createWarmUp } from './kit/warm-up.ts';

const ballRadius = 0.22;
const alongZ: [number, number, number, number] = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

/** The contents of a scene: rigid boxes by their half sides, and deformable bodies. */
type Build = (
  world: World,
  soft: SoftBodies,
  box: (half: number, position: [number, number, number]) => void,
) => void;

const scenes: Record<string, Build> = {
  'cloth on a cube': (_world, soft, box) => {
    box(0.5, [0, 0.5, 0]);
    soft.addCloth({
      columns: 26,
      rows: 26,
      spacing: 0.095,
      position: [0.1, 1.7, 0],
      rotation: [0, 0.2, 0, 0.98],
    });
  },
  'cloth over a rope': (_world, soft) => {
    soft.addRope({
      ...ropeLine(3, 50),
      position: [0, 1.6, 0],
      density: 1,
      radius: 0.04,
      friction: 1,
      pins: [0, 50],
    });
    soft.addCloth({ columns: 20, rows: 20, spacing: 0.08, position: [0.05, 2, 0.05], friction: 1 });
  },
  'a sheet that tears': (_world, soft) => {
    const pins = Array.from({ length: 24 }, (_, i) => i);
    const rotation: [number, number, number, number] = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    soft.addCloth({
      columns: 24,
      rows: 20,
      spacing: 0.09,
      position: [0, 1.1, 0],
      rotation,
      pins,
      tearFactor: 1.6,
    });
  },
  'a wrecking ball': (world, soft, box) => {
    for (let i = 0; i < 9; i++) box(0.2, [0.42 * ((i % 3) - 1), 0.2 + 0.4 * Math.floor(i / 3), 0]);
    const rope = soft.addRope({
      positions: ropeLine(1.6, 16).positions,
      position: [0, 2.2, 0.8],
      rotation: alongZ,
      pins: [16],
    });
    const weight = throwBall(world, [0, 2.2, 1.8], [0, 0, 0], 400);
    soft.attach(rope, 0, world, weight);
  },
  jelly: (_world, soft, box) => {
    const ball = solidIcosphere(0.4, 2);
    for (let i = 0; i < 3; i++) {
      soft.addSoft({
        size: [5, 5, 5],
        spacing: 0.16,
        position: [0.9 * (i - 1), 0.6 + 0.9 * i, 0.1 * i],
        regionRadius: 1,
      });
      soft.addSoft({
        positions: ball.positions,
        triangles: ball.indices,
        position: [0.8 * (1 - i), 3.6 + 0.9 * i, 0.2],
        deformation: 'quadratic',
      });
    }
    box(0.25, [0, 6.4, 0]);
  },
};

function throwBall(world: World, position: number[], velocity: number[], density: number): number {
  return world.add({
    shape: new SphereShape(ballRadius),
    position,
    velocity,
    density,
  });
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const skin = new MeshStandardMaterial({ side: DoubleSide, roughness: 0.8 });
  const yarn = new MeshStandardMaterial({ roughness: 0.8 });
  const stone = new MeshStandardMaterial({ roughness: 0.55 });
  const sphere = new SphereGeometry(ballRadius, 24, 16);
  const cube = new BoxGeometry(2, 2, 2);
  const view = new SceneView(stage, {
    label: 'Cloth, ropes and soft bodies',
    distance: 5.2,
    ground: -1,
    paint({ bodies: [green, orange, violet] }) {
      skin.color.set(green);
      yarn.color.set(orange);
      stone.color.set(violet);
    },
  });
  const drawn = new Group();
  drawn.position.y = -1;
  view.scene.add(drawn);

  let soft = new SoftBodies();
  let world = new World({ parts: [soft] });
  let rigid: { body: number; mesh: Mesh }[] = [];
  let surfaces: { body: SoftBody; shape: SurfaceGeometry | RopeGeometry }[] = [];
  let thrown = 0;

  const show = (geometry: BufferGeometry, material: MeshStandardMaterial): Mesh => {
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    drawn.add(mesh);
    return mesh;
  };
  const free = () => {
    for (const { shape } of surfaces) shape.geometry.dispose();
    drawn.clear();
  };
  const restart = () => {
    free();
    soft = new SoftBodies();
    world = new World({ parts: [soft] });
    world.add({ shape: new HalfSpace(), friction: 0.8 });
    rigid = [];
    thrown = 0;
    scenes[scene.value](world, soft, (half, position) => {
      const body = world.add({ shape: new BoxShape([half, half, half]), position, density: 300 });
      const mesh = show(cube, stone);
      mesh.scale.setScalar(half);
      rigid.push({ body, mesh });
    });
    // All other rigid bodies of a scene are balls.
    for (let body = 1; body < world.count; body++)
      if (!rigid.some(r => r.body === body)) rigid.push({ body, mesh: show(sphere, stone) });
    surfaces = soft.bodies.map(body => {
      const { first, count, triangles } = body;
      const shape =
        body.kind === 'rope'
          ? new RopeGeometry(
              Array.from({ length: count }, (_, i) => first + i),
              body.radius,
            )
          : new SurfaceGeometry(triangles, first, count);
      show(shape.geometry, body.kind === 'rope' ? yarn : skin);
      return { body, shape };
    });
  };
  const draw = () => {
    const { positions: p, rotations: q } = world.bodies;
    for (const { body, mesh } of rigid) {
      mesh.position.fromArray(p, 3 * body);
      mesh.quaternion.fromArray(q, 4 * body);
    }
    for (const { body, shape } of surfaces)
      if (shape instanceof SurfaceGeometry) shape.update(soft.positions, body.triangleCount);
      else shape.update(soft.positions);
    view.redraw();
  };

  const scene = controls.choice('scene', Object.keys(scenes), restart);
  controls.button('Throw a ball', () => {
    const side = (thrown++ % 3) - 1;
    const body = throwBall(world, [0.5 * side, 1.4, 3], [-0.6 * side, 1.5, -8], 100);
    rigid.push({ body, mesh: show(sphere, stone) });
  });
  restart();
  const warm = createWarmUp();

  controls.animate(seconds => {
    world.advance(seconds);
    let count = 0;
    for (const body of soft.bodies) count += body.count;
    controls.status(
      `${count} particles in ${counted(soft.bodies.length, 'body', 'bodies')}, ${soft.sleeperCount} asleep; ${counted(soft.contacts.count, 'contact')} with rigid bodies, ` +
        `${soft.particleContacts.count} between particles. ${warm(`${world.timings.parts.toFixed(2)} ms per step.`)}`,
    );
    draw();
  });
  controls.reset(restart);
  return () => {
    free();
    for (const owned of [skin, yarn, stone, sphere, cube]) owned.dispose();
    view.dispose();
  };
}
