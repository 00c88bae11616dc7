/**
 * Gears that a rack drives, a pulley, a spring balance, and dolls whose limbs swing and twist between limits.
 */
import {
  BoxShape,
  CapsuleShape,
  CylinderShape,
  HalfSpace,
  SphereShape,
  World,
  WorldJoints,
  type WorldOptions,
} from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDecoration, SceneDefinition } from '../scene.ts';

/** Rotates a cylinder along y to one along z. */
const alongZ = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

/** Motors, springs, gears, a pulley and limits of ball joints. */
export const machines: SceneDefinition = {
  name: 'machines',
  title: 'Machines',
  summary:
    'A motor moves a rack back and forth, which turns three gears. Two weights hang on a pulley, others on springs. Dolls have swing and twist limits. Always with impulses.',
  counts: [4, 1, 8],
  camera: { position: [1, 6.5, 12], target: [0.8, 2.2, -1] },
  build(choice) {
    const world = new World({ ...chosenOptions({ ...choice, solver: 'impulses' }) } as WorldOptions);
    const joints = new WorldJoints(world);
    world.add({ shape: new HalfSpace() });
    const rack = addGears(world, joints);
    const decorations = [...addPulley(world, joints), ...addSprings(world, joints)];
    for (let i = 0; i < choice.count; i++)
      addDoll(world, joints, 1.6 * (i % 4) - 2.4, 3 + 2.4 * Math.floor(i / 4), 2);
    return {
      world,
      container: [-8, 0, -6, 8, 14, 8],
      restAfter: Infinity,
      decorations,
      beforeStep: time => {
        // To and fro within four seconds.
        const target = Math.abs((time % 4) - 2) - 1;
        joints.setMotor(rack, { target, stiffness: 4e4, damping: 8e3, maxForce: 5e3 });
      },
    };
  },
};

/**
 * Three wheels that mesh and touch nothing else, and a rack under the first; returns the joint of the rack.
 */
function addGears(world: World, joints: WorldJoints): number {
  const radii = [0.5, 1, 0.35];
  const places = [
    [-4, 2, -2],
    [-2.5, 2, -2],
    [-1.15, 2, -2],
  ];
  const hinges = radii.map((radius, i) => {
    const wheel = world.add({
      shape: new CylinderShape(radius, 0.1),
      position: places[i],
      rotation: alongZ,
      density: 300,
      mask: 0,
    });
    return joints.hinge(null, wheel, { anchor: places[i], axis: [0, 0, 1], friction: 0.5 });
  });
  joints.gear(hinges[0], hinges[1], { ratio: radii[1] / radii[0] });
  joints.gear(hinges[1], hinges[2], { ratio: radii[2] / radii[1] });
  const bar = world.add({
    shape: new BoxShape([1.6, 0.08, 0.1]),
    position: [-4, 1.42, -2],
    mass: 20,
    mask: 0,
  });
  const rack = joints.slider(null, bar, { axis: [1, 0, 0], limits: [-1.2, 1.2] });
  joints.rackAndPinion(rack, hinges[0], { radius: radii[0] });
  return rack;
}

/** Two weights on a rope over two points; returns the ends of the rope. */
function addPulley(world: World, joints: WorldJoints): SceneDecoration[] {
  const shape = new BoxShape([0.25, 0.3, 0.25]);
  const light = world.add({ shape, position: [2, 2, -2], mass: 30, angularDamping: 1 });
  const heavy = world.add({ shape, position: [3.5, 3, -2], mass: 33, angularDamping: 1 });
  joints.pulley(light, heavy, {
    anchorA: [2, 2.3, -2],
    anchorB: [3.5, 3.3, -2],
    groundA: [2, 5, -2],
    groundB: [3.5, 5, -2],
  });
  return [
    { kind: 'rope', body: light, anchor: [0, 0.3, 0], from: [2, 5, -2] },
    { kind: 'rope', body: heavy, anchor: [0, 0.3, 0], from: [3.5, 5, -2] },
  ];
}

/** Weights of one mass on springs of three stiffnesses; returns the springs. */
function addSprings(world: World, joints: WorldJoints): SceneDecoration[] {
  const springs: SceneDecoration[] = [];
  for (let i = 0; i < 3; i++) {
    const x = 5 + 0.8 * i;
    const ball = world.add({ shape: new SphereShape(0.25), position: [x, 3, -2], mass: 5 });
    joints.spring(null, ball, { anchorA: [x, 5, -2], rest: 1, stiffness: 60 * (i + 1), damping: 0.5 });
    springs.push({ kind: 'rope', body: ball, anchor: [0, 0, 0], from: [x, 5, -2] });
  }
  return springs;
}

/** A trunk with a head, arms and legs; knees and elbows bend one way. */
function addDoll(world: World, joints: WorldJoints, x: number, y: number, z: number): void {
  const density = 300;
  const common = { density, angularDamping: 0.5 };
  const trunk = world.add({ ...common, shape: new BoxShape([0.18, 0.28, 0.12]), position: [x, y, z] });
  const head = world.add({ ...common, shape: new SphereShape(0.14), position: [x, y + 0.45, z] });
  joints.ball(trunk, head, { anchor: [x, y + 0.3, z], axis: [0, 1, 0], swing: 0.5, twist: [-1, 1] });
  for (const side of [-1, 1]) {
    const arm = world.add({
      ...common,
      shape: new CapsuleShape(0.07, 0.2),
      position: [x + 0.48 * side, y + 0.2, z],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    });
    joints.ball(trunk, arm, {
      anchor: [x + 0.21 * side, y + 0.2, z],
      axis: [side, 0, 0],
      swing: 1.3,
      twist: [-0.8, 0.8],
    });
    const thigh = world.add({
      ...common,
      shape: new CapsuleShape(0.08, 0.1),
      position: [x + 0.12 * side, y - 0.48, z],
    });
    joints.ball(trunk, thigh, {
      anchor: [x + 0.12 * side, y - 0.3, z],
      axis: [0, -1, 0],
      swing: 0.9,
      twist: [-0.3, 0.3],
    });
    const shin = world.add({
      ...common,
      shape: new CapsuleShape(0.07, 0.12),
      position: [x + 0.12 * side, y - 0.86, z],
    });
    joints.hinge(thigh, shin, { anchor: [x + 0.12 * side, y - 0.66, z], axis: [1, 0, 0], limits: [0, 2.2] });
  }
}
