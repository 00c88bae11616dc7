/**
 * The output of `WorldPainter2d`: bodies of every kind and, if chosen, contacts, joints, boxes and centres.
 */
import {
  BoxShape2d,
  CapsuleShape2d,
  ChainShape2d,
  CircleShape2d,
  PolygonShape2d,
  World2d,
  WorldJoints2d,
} from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { PlanarWorld } from './kit/planar-world.ts';

const halfHeight = 5;
const floor = -4.5;
const wide = 8.3;

/** A heap, a hanging chain, a turning paddle and a sensor; returns the paddle. */
function build(world: World2d): number {
  const outline = [-wide, 9, wide, 9, wide, floor, -wide, floor];
  world.add({ shape: new ChainShape2d(outline, true), type: 'static' });
  world.add({ shape: new BoxShape2d([1.6, 0.15]), position: [-5, -1.5], rotation: -0.3, type: 'static' });
  world.add({ shape: new CircleShape2d(1.1), position: [5.6, -2.6], type: 'static', sensor: true });
  const paddle = world.add({ shape: new BoxShape2d([1.5, 0.15]), position: [1.5, -2.5], type: 'kinematic' });
  const shapes = [
    new BoxShape2d([0.4, 0.3]),
    new CircleShape2d(0.35),
    new CapsuleShape2d(0.2, 0.35),
    new PolygonShape2d([-0.45, -0.3, 0.45, -0.3, 0.3, 0.3, -0.1, 0.5]),
  ];
  for (let i = 0; i < 28; i++)
    world.add({
      shape: shapes[i % shapes.length],
      position: [-6 + 1.05 * (i % 12), 0.6 + 1.3 * Math.floor(i / 12)],
      rotation: 0.7 * i,
      rollingFriction: 0.02,
    });
  const joints = new WorldJoints2d(world);
  const link = new CapsuleShape2d(0.12, 0.25);
  let last = world.add({ shape: new BoxShape2d([0.3, 0.1]), position: [5.6, 4.4], type: 'static' });
  for (let i = 0; i < 6; i++) {
    const y = 4 - 0.7 * i;
    const body = world.add({ shape: link, position: [5.6 + 0.1 * i, y], rotation: Math.PI / 2 });
    joints.revolute(last, body, { anchor: [5.6 + 0.1 * i, y + 0.35] });
    last = body;
  }
  return paddle;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let world = new World2d();
  let paddle = 0;
  let view: PlanarWorld | undefined;
  const options = {
    contacts: controls.toggle('contacts', true),
    joints: controls.toggle('joints', true),
    boxes: controls.toggle('boxes', false),
    centers: controls.toggle('centres of mass', false),
  };
  const restart = () => {
    world = new World2d({ maxSteps: 3 });
    paddle = build(world);
    world.setVelocity(paddle, [0, 0], 1.2);
    view?.show(world);
  };
  restart();
  const surface = new Surface(stage, {
    label: 'Bodies of every kind with their contacts and joints; they can be dragged and thrown',
    halfHeight,
    halfWidth: 8.5,
    draw: () => view?.paint(),
  });
  view = new PlanarWorld(surface, world);
  const shown = view;
  controls.animate(seconds => {
    for (const [name, { value }] of Object.entries(options))
      shown.painter[name as keyof typeof options] = value;
    shown.advance(seconds);
    const { count, sleeperCount, contacts } = world;
    controls.status(`${count} bodies, ${sleeperCount} asleep; ${contacts.count} contact points.`);
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}
