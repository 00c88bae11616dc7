/**
 * Machines of planar joints that can be dragged: a car with suspension, a bridge, a crank with a piston, and
 * a chain.
 */
import {
  BoxShape2d,
  CapsuleShape2d,
  ChainShape2d,
  CircleShape2d,
  HalfPlane2d,
  World2d,
  WorldJoints2d,
} from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { PlanarWorld } from './kit/planar-world.ts';

const floor = -2.4;

/** A machine that is built into a world; returns the function of the slider. */
type Machine = (world: World2d, joints: WorldJoints2d) => (speed: number) => void;

const machines: Record<string, Machine> = {
  car(world, joints) {
    const hills: number[] = [];
    for (let x = 5.5; x >= -5.5; x -= 0.25)
      hills.push(x, floor + 0.35 * Math.sin(1.3 * x) * Math.min(1, Math.abs(x + 3.5)));
    world.add({ shape: new ChainShape2d([5.5, 6, ...hills, -5.5, 6]), type: 'static' });
    const chassis = world.add({ shape: new BoxShape2d([0.8, 0.2]), position: [-3.5, -1.4], density: 2 });
    const wheels = [-0.6, 0.6].map(x => {
      const wheel = world.add({ shape: new CircleShape2d(0.32), position: [x - 3.5, -1.7], friction: 1.2 });
      return joints.wheel(chassis, wheel, {
        axis: [0, 1],
        limits: [-0.2, 0.2],
        spring: { stiffness: 60, damping: 5 },
        motor: { speed: -6, maxForce: 3 },
      });
    });
    return speed => {
      for (const wheel of wheels) joints.setMotor(wheel, { speed: -2 * speed, maxForce: 3 });
    };
  },
  bridge(world, joints) {
    const planks = 14;
    const size = 0.38;
    const left = (-planks * size) / 2;
    for (const side of [-1, 1])
      world.add({ shape: new BoxShape2d([2, 1]), type: 'static', position: [side * (2 - left), -1.2] });
    let before: number | undefined;
    for (let i = 0; i < planks; i++) {
      const plank = world.add({
        shape: new BoxShape2d([size / 2, 0.06]),
        position: [left + size * (i + 0.5), -0.3],
        density: 3,
      });
      joints.revolute(before, plank, { anchor: [left + size * i, -0.3] });
      before = plank;
    }
    joints.revolute(before, undefined, { anchor: [-left, -0.3] });
    const boxes = [-1, 0, 1].map(x =>
      world.add({ shape: new BoxShape2d([0.25, 0.25]), position: [0.7 * x, 0.8], density: 2 }),
    );
    return speed => world.setVelocity(boxes[0], [0.3 * speed, 1]);
  },
  'crank and piston'(world, joints) {
    world.add({ shape: new HalfPlane2d([0, 1], floor) });
    const crank = world.add({ shape: new BoxShape2d([0.5, 0.08]), position: [-1, 0.5] });
    const rod = world.add({ shape: new BoxShape2d([0.9, 0.06]), position: [0.4, 0] });
    const piston = world.add({ shape: new BoxShape2d([0.25, 0.4]), position: [1.55, 0] });
    world.setPose(crank, [-1, 0]);
    const motor = joints.revolute(undefined, crank, { anchor: [-1.5, 0], motor: { speed: 3, maxForce: 60 } });
    joints.revolute(crank, rod, { anchor: [-0.5, 0] });
    joints.revolute(rod, piston, { anchor: [1.3, 0] });
    joints.prismatic(undefined, piston, { axis: [1, 0] });
    world.add({ shape: new CircleShape2d(0.35), position: [3, floor + 0.35] });
    return speed => joints.setMotor(motor, { speed, maxForce: 60 });
  },
  'wrecking ball'(world, joints) {
    world.add({ shape: new HalfPlane2d([0, 1], floor) });
    let before: number | undefined;
    for (let i = 0; i < 9; i++) {
      const y = 2.6;
      const link = world.add({
        shape: new CapsuleShape2d(0.05, 0.14),
        position: [-0.3 - 0.34 * i, y],
        rotation: Math.PI / 2,
        density: 8,
      });
      joints.revolute(before, link, { anchor: [-0.13 - 0.34 * i, y] });
      before = link;
    }
    const ball = world.add({ shape: new CircleShape2d(0.5), position: [-3.6, 2.6], density: 20 });
    joints.revolute(before, ball, { anchor: [-3.19, 2.6] });
    joints.rope(undefined, ball, { anchorA: [-0.13, 2.6], length: 3.5 });
    for (let row = 0; row < 7; row++)
      for (let i = 0; i < 3; i++)
        world.add({
          shape: new BoxShape2d([0.25, 0.25]),
          position: [1.2 + 0.52 * i, floor + 0.25 + 0.5 * row],
        });
    return speed => world.setVelocity(ball, [-2 * speed, 0]);
  },
};

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let world = new World2d();
  let drive: (speed: number) => void = () => {};
  let view: PlanarWorld | undefined;
  const machine = controls.choice('machine', Object.keys(machines), () => build());
  const build = () => {
    world = new World2d({ maxSteps: 3 });
    drive = machines[machine.value](world, new WorldJoints2d(world));
    view?.show(world);
  };
  build();
  controls.slider('drive', { min: -8, max: 8, step: 0.5, value: 3 }, speed => drive(speed));
  const surface = new Surface(stage, {
    label: 'Bodies held together by joints, which can be dragged',
    halfHeight: 3.2,
    halfWidth: 5.6,
    draw: () => view?.paint(),
  });
  view = new PlanarWorld(surface, world);
  view.painter.joints = true;
  const shown = view;
  controls.animate(seconds => {
    shown.advance(seconds);
    controls.status(
      `${counted(world.count, 'body', 'bodies')}, ${world.sleeperCount} asleep; ${counted(world.contacts.count, 'contact point')}.`,
    );
    surface.paint();
  });
  controls.reset(build);
  return () => surface.dispose();
}
