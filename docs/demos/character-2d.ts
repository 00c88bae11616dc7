/**
 * A planar character that walks by the arrow keys or by itself: stairs, slopes, a lift, one-way platforms,
 * boxes.
 */
import {
  BoxShape2d,
  ChainShape2d,
  Character2d,
  CircleShape2d,
  HalfPlane2d,
  PolygonShape2d,
  World2d,
} from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { PlanarWorld } from './kit/planar-world.ts';

const dt = 1 / 60;
const floor = -2.5;
const speed = 3;
const jump = 5.6;

/** The level; returns the lift. */
function build(world: World2d): number {
  const box = (halfX: number, halfY: number, x: number, y: number) =>
    world.add({ shape: new BoxShape2d([halfX, halfY]), type: 'static', position: [x, floor + y] });
  world.add({ shape: new HalfPlane2d([0, 1], floor) });
  box(0.1, 4, -7, 4);
  box(0.1, 4, 7, 4);
  for (let i = 0; i < 6; i++) box(0.9 - 0.15 * i, 0.11, -4.9 + 0.15 * i, 0.11 + 0.22 * i);
  world.add({ shape: new PolygonShape2d([0, 0, 2.4, 0, 2.4, 1.2]), type: 'static', position: [-1.6, floor] });
  box(0.6, 0.6, 1.4, 0.6);
  // One-way platforms: solid from above only.
  world.add({ shape: new ChainShape2d([0.4, floor + 2.9, -2.6, floor + 2.9]), type: 'static' });
  for (let i = 0; i < 3; i++)
    world.add({ shape: new BoxShape2d([0.25, 0.25]), position: [2.7, floor + 0.25 + 0.5 * i], density: 30 });
  world.add({ shape: new CircleShape2d(0.3), position: [6, floor + 0.3], density: 20 });
  return world.add({ shape: new BoxShape2d([0.7, 0.1]), type: 'kinematic', position: [4.4, floor + 0.7] });
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let world = new World2d();
  let character: Character2d;
  let lift = 0;
  let time = 0;
  let vertical = 0;
  let direction = 1;
  let view: PlanarWorld | undefined;
  const held = new Set<string>();
  const reset = () => {
    world = new World2d();
    lift = build(world);
    character = new Character2d(world, {
      position: [-6.2, floor + 0.9],
      radius: 0.25,
      height: 1.3,
      stepHeight: 0.3,
    });
    time = vertical = 0;
    direction = 1;
    view?.show(world);
  };
  reset();
  const alone = controls.toggle('walk by itself', true);

  /** The direction to walk in, by the keys or to and fro. */
  const wish = (): number => {
    if (!alone.value) return Number(held.has('ArrowRight')) - Number(held.has('ArrowLeft'));
    if (character.position[0] > 6.2) direction = -1;
    if (character.position[0] < -6.2) direction = 1;
    return direction;
  };

  const step = () => {
    time += dt;
    world.setVelocity(lift, [0, 1.2 * Math.sin(1.4 * time)]);
    const isStuck = alone.value && Math.abs(character.velocity[0]) < 0.1 * speed && time > 0.5;
    const wantsJump = alone.value ? isStuck : held.has('ArrowUp');
    if (!character.isGrounded) vertical -= 9.81 * dt;
    else vertical = wantsJump ? jump : Math.min(0, vertical) * 0;
    character.move([wish() * speed * dt, vertical * dt], dt);
    if (vertical > 0 && character.velocity[1] < 0.5 * vertical) vertical = 0;
    world.step(dt);
  };

  const surface = new Surface(stage, {
    label: 'A capsule that walks over stairs, slopes, platforms and boxes. Arrow keys move it',
    halfHeight: 2.9,
    halfWidth: 5.1,
    draw: () => view?.paint(),
  });
  view = new PlanarWorld(surface, world);
  const { canvas } = surface;
  canvas.tabIndex = 0;
  canvas.addEventListener('keydown', event => {
    if (!event.key.startsWith('Arrow')) return;
    held.add(event.key);
    alone.value = false;
    event.preventDefault();
  });
  canvas.addEventListener('keyup', event => held.delete(event.key));
  canvas.addEventListener('blur', () => held.clear());
  controls.button('Jump', () => {
    if (character.isGrounded) vertical = jump;
  });
  let left = 0;
  controls.animate(seconds => {
    for (left += seconds; left >= dt; left -= dt) step();
    const on = character.groundBody === lift ? 'the lift' : `body ${character.groundBody}`;
    controls.status(
      `${character.isGrounded ? `Stands on ${on}` : 'In the air'}; ${counted(character.hits.count, 'hit')} in the last move. Click the picture and use the arrow keys.`,
    );
    surface.paint();
  });
  controls.reset(reset);
  return () => surface.dispose();
}
