/** Machines made of joints: a door with a motor, gears, a pulley, a doll with limits, ropes that break. */
import { ColliderMeshes } from '@colide/three';
import { BoxShape, CapsuleShape, CylinderShape, HalfSpace, SphereShape, World, WorldJoints } from 'colide';
import { MeshStandardMaterial } from 'three';
import type { Controls } from './kit/controls.ts';
import { paintBodies, type ScenePalette, SceneView } from './kit/scene.ts';

const dt = 1 / 60;

/** A running scene: the effect of the slider, and one line about the joints. */
interface Machine {
  drive(value: number): void;
  read(): string;
}

type Build = (world: World, joints: WorldJoints) => Machine;

/** Turns a cylinder about y into one about z. */
const alongZ = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

function addWheel(world: World, joints: WorldJoints, radius: number, position: readonly number[]): number {
  const shape = new CylinderShape(radius, 0.08);
  const wheel = world.add({ shape, position, rotation: alongZ, density: 300, mask: 0 });
  // A handle shows how the wheel turns.
  const [x, y, z] = position;
  const handle = world.add({
    shape: new SphereShape(0.06),
    position: [x + 0.8 * radius, y, z + 0.1],
    mass: 0.1,
    mask: 0,
  });
  joints.fixed(wheel, handle);
  return joints.hinge(null, wheel, { anchor: position, axis: [0, 0, 1] });
}

const machines: Record<string, Build> = {
  'a door with a motor': (world, joints) => {
    const post = new BoxShape([0.06, 1, 0.08]);
    const frame = { type: 'static', mask: 0 } as const;
    for (const side of [-1, 1]) world.add({ ...frame, shape: post, position: [0.57 * side, 1, 0] });
    world.add({ ...frame, shape: new BoxShape([0.63, 0.06, 0.08]), position: [0, 2.06, 0] });
    const leaf = world.add({ shape: new BoxShape([0.5, 0.9, 0.04]), position: [0, 1, 0], mass: 20 });
    const hinge = joints.hinge(null, leaf, { anchor: [-0.5, 1, 0], axis: [0, 1, 0], limits: [-2, 2] });
    return {
      drive: value =>
        joints.setMotor(hinge, { target: 1.5 * value, stiffness: 60, damping: 12, maxForce: 100 }),
      read: () => `angle ${joints.value(hinge).toFixed(2)} rad, ${joints.speed(hinge).toFixed(2)} rad/s`,
    };
  },
  'gears and a rack': (world, joints) => {
    const [small, large] = [0.35, 0.7];
    const first = addWheel(world, joints, small, [-0.6, 1.2, 0]);
    const second = addWheel(world, joints, large, [0.45, 1.2, 0]);
    joints.gear(first, second, { ratio: large / small });
    const bar = world.add({
      shape: new BoxShape([0.9, 0.06, 0.08]),
      position: [-0.6, 0.79, 0],
      mass: 10,
      mask: 0,
    });
    const rack = joints.slider(null, bar, { axis: [1, 0, 0], limits: [-0.7, 0.7] });
    joints.rackAndPinion(rack, first, { radius: small });
    return {
      drive: value => joints.setMotor(first, { speed: 3 * value, maxForce: 200 }),
      read: () =>
        `rack ${joints.value(rack).toFixed(3)} m, gears ${joints.value(first).toFixed(2)} and ${joints.value(second).toFixed(2)} rad`,
    };
  },
  'a pulley': (world, joints) => {
    const shape = new BoxShape([0.2, 0.25, 0.2]);
    const [a, b] = [-0.6, 0.6].map(x =>
      world.add({ shape, position: [x, 1, 0], mass: 10, angularDamping: 2 }),
    );
    const grounds = { groundA: [-0.6, 2.6, 0], groundB: [0.6, 2.6, 0] } as const;
    const pulley = joints.pulley(a, b, { anchorA: [-0.6, 1.25, 0], anchorB: [0.6, 1.25, 0], ...grounds });
    const [force, torque] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    let share = 0;
    return {
      drive: value => {
        share = value;
        world.applyForce(a, [0, -30 * share, 0]);
        world.wake(b);
      },
      read: () => {
        joints.reaction(force, torque, pulley);
        return `rope of ${joints.value(pulley).toFixed(2)} m bears ${Math.hypot(...force).toFixed(0)} N; the left weight is pushed by ${(30 * share).toFixed(0)} N`;
      },
    };
  },
  'a doll with limits': (world, joints) => {
    const density = 300;
    const trunk = world.add({ shape: new BoxShape([0.18, 0.28, 0.12]), position: [0, 1.3, 0], density });
    const head = world.add({ shape: new SphereShape(0.14), position: [0, 1.75, 0], density });
    const neck = joints.ball(trunk, head, {
      anchor: [0, 1.6, 0],
      axis: [0, 1, 0],
      swing: 0.5,
      twist: [-1, 1],
    });
    joints.rope(null, trunk, { anchorA: [0, 2.6, 0], anchorB: [0, 1.5, -0.12] });
    for (const side of [-1, 1]) {
      const arm = world.add({
        shape: new CapsuleShape(0.07, 0.2),
        position: [0.48 * side, 1.5, 0],
        rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
        density,
      });
      const shoulder = { anchor: [0.21 * side, 1.5, 0], axis: [side, 0, 0] };
      joints.ball(trunk, arm, { ...shoulder, swing: 1.3, twist: [-0.8, 0.8] });
      const leg = world.add({
        shape: new CapsuleShape(0.08, 0.24),
        position: [0.12 * side, 0.68, 0],
        density,
      });
      const hip = { anchor: [0.12 * side, 1, 0], axis: [0, -1, 0] };
      joints.ball(trunk, leg, { ...hip, swing: 0.8, twist: [-0.3, 0.3] });
    }
    return {
      drive: value => {
        if (value !== 0) world.applyForce(trunk, [80 * value, 0, 0]);
      },
      read: () =>
        `the neck swings by ${joints.value(neck, 'swing').toFixed(2)} and twists by ${joints.value(neck, 'twist').toFixed(2)} rad`,
    };
  },
  'a swing whose ropes break': (world, joints) => {
    const plank = world.add({ shape: new BoxShape([0.5, 0.05, 0.25]), position: [0, 0.8, 0], mass: 10 });
    const ropes = [-0.45, 0.45].map(x =>
      joints.rope(null, plank, { anchorA: [x, 2.5, 0], anchorB: [x, 0.85, 0], breakForce: 330 }),
    );
    const load = world.add({ shape: new BoxShape([0.2, 0.2, 0.2]), position: [0, 1.06, 0], mass: 10 });
    return {
      drive: value => {
        if (value !== 0) world.applyForce(load, [0, -500 * Math.abs(value), 0]);
      },
      read: () => `${ropes.filter(rope => joints.has(rope)).length} of 2 ropes hold; each bears up to 330 N`,
    };
  },
};

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const skin = new MeshStandardMaterial({ roughness: 0.55 });
  const meshes = new ColliderMeshes(skin);
  let world = new World();
  let palette: ScenePalette | undefined;
  const view = new SceneView(stage, {
    label: 'Machines made of joints',
    distance: 4.6,
    ground: -1.2,
    paint(colors) {
      palette = colors;
      paintBodies(meshes, world, colors);
    },
  });
  meshes.object.position.y = -1.2;
  view.scene.add(meshes.object);

  let machine: Machine;
  let left = 0;
  const restart = () => {
    world = new World();
    world.add({ shape: new HalfSpace() });
    machine = machines[choice.value](world, new WorldJoints(world));
    meshes.rebuild(world);
    if (palette) paintBodies(meshes, world, palette);
    left = 0;
  };
  const choice = controls.choice('machine', Object.keys(machines), restart);
  const handle = controls.slider('motor or force', { min: -1, max: 1, step: 0.1, value: 0.5 });
  restart();

  controls.animate(seconds => {
    left = Math.min(left + seconds, 5 * dt);
    for (; left >= dt; left -= dt) {
      machine.drive(handle.value);
      world.step(dt);
    }
    controls.status(machine.read());
    meshes.update(world.bodies);
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    meshes.dispose();
    skin.dispose();
    view.dispose();
  };
}
