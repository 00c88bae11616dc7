/** A hanging bridge, dolls that fall on it, and a wheel with a motor. */
import {
  BoxShape,
  CapsuleShape,
  CylinderShape,
  HalfSpace,
  RigidJoints,
  SphereShape,
  World,
  type WorldOptions,
} from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

/**
 * Groups of bodies that do not collide with their own kind, as joined bodies overlap a little: the planks,
 * and each doll from the second on.
 */
const planks = 2;
const firstDoll = 4;
const length = 10;

/** Ball joints, hinges and a motor. */
export const joints: SceneDefinition = {
  name: 'joints',
  title: 'Joints',
  summary:
    'Dolls of six parts with ball joints fall on a bridge of hinges. A motor turns the wheel; particles have no motors.',
  counts: [4, 1, 8],
  camera: { position: [6, 5, 9], target: [0, 2, 0] },
  build(choice) {
    const set = new RigidJoints();
    const world = new World({ ...chosenOptions(choice), joints: set } as WorldOptions);
    world.add({ shape: new HalfSpace() });
    addBridge(world, set);
    for (let i = 0; i < choice.count; i++)
      addDoll(world, set, firstDoll << i, [1.1 * (i % 4) - 1.6, 4 + 2.4 * Math.floor(i / 4)]);
    const motor = choice.solver === 'impulses';
    addWheel(world, set, motor);
    return { world, container: [-7, 0, -5, 7, 12, 5], restAfter: motor ? Infinity : 60 };
  },
};

/** Planks with hinges between them, from one post to the other. */
function addBridge(world: World, set: RigidJoints): void {
  const plank = new BoxShape([0.24, 0.06, 0.7]);
  const post = new BoxShape([0.1, 1, 0.7]);
  const ends = [-1, 1].map(side =>
    world.add({ shape: post, type: 'static', position: [side * (0.25 * length + 0.1), 1, 0] }),
  );
  let last = ends[0];
  for (let i = 0; i <= length; i++) {
    const x = 0.5 * i - 0.25 * length;
    const next =
      i < length
        ? world.add({ shape: plank, position: [x + 0.25, 1.9, 0], group: planks, mask: ~planks >>> 0 })
        : ends[1];
    set.addHinge(world.bodies, last, next, [x, 1.9, 0], [0, 0, 1]);
    last = next;
  }
}

/** A trunk with a head, two arms that hang, and two legs. */
function addDoll(world: World, set: RigidJoints, group: number, [x, y]: readonly [number, number]): void {
  const common = { group, mask: ~group >>> 0, density: 300, angularDamping: 1 };
  const trunk = world.add({ ...common, shape: new BoxShape([0.18, 0.28, 0.12]), position: [x, y, 0] });
  const head = world.add({ ...common, shape: new SphereShape(0.14), position: [x, y + 0.45, 0] });
  set.addBall(world.bodies, trunk, head, [x, y + 0.3, 0]);
  for (const side of [-1, 1]) {
    const arm = world.add({
      ...common,
      shape: new CapsuleShape(0.07, 0.2),
      position: [x + 0.27 * side, y, 0],
    });
    set.addBall(world.bodies, trunk, arm, [x + 0.27 * side, y + 0.2, 0]);
    const leg = world.add({
      ...common,
      shape: new CapsuleShape(0.08, 0.24),
      position: [x + 0.12 * side, y - 0.62, 0],
    });
    set.addBall(world.bodies, trunk, leg, [x + 0.12 * side, y - 0.3, 0]);
  }
}

/** A wheel with a crossbar on a static axle. */
function addWheel(world: World, set: RigidJoints, motor: boolean): void {
  const axle = world.add({
    shape: new CylinderShape(0.1, 0.3),
    type: 'static',
    position: [-5, 2, 0],
    rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    mask: 0,
  });
  const wheel = world.add({ shape: new BoxShape([1.2, 0.15, 0.3]), position: [-5, 2, 0] });
  const hinge = set.addHinge(world.bodies, axle, wheel, [-5, 2, 0], [0, 0, 1]);
  if (motor) set.setMotor(hinge, 2, 1e5);
}
