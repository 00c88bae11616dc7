/**
 * The home page: a castle, and balls to throw at it. A press on a body takes hold of it, and letting go
 * throws it; a press on anything else throws a ball from the position of the camera.
 */

import { Hand, rayBegin } from '@colide/playground/hand';
import { holdByPointer } from '@colide/playground/pointer';
import { Stage } from '@colide/playground/stage';
import { ColliderMeshes, PoseHistory } from '@colide/three';
import {
  BoxShape,
  ConeShape,
  CylinderShape,
  createWorldHit,
  HalfSpace,
  SphereShape,
  World,
  WorldQueries,
} from 'colide';
import { Color, MeshStandardMaterial, Raycaster, Vector2 } from 'three';
import type { Controls } from './kit/controls.ts';

const ballCount = 10;
const throwSpeed = 16;
/** Seconds until the first ball flies without being asked to. */
const firstThrow = 1.6;
/** A press that moves farther than this, in pixels, turns the view instead of throwing. */
const tapSlop = 6;

/** A wall between two round towers with roofs, and a row of balls; returns the ids of the balls. */
function buildCastle(world: World): number[] {
  world.add({ shape: new HalfSpace(), friction: 0.7 });
  const stone = new BoxShape([0.4, 0.25, 0.25]);
  const halfStone = new BoxShape([0.2, 0.25, 0.25]);
  const drum = new CylinderShape(0.55, 0.3);
  const roof = new ConeShape(0.65, 0.5);
  const merlon = new BoxShape([0.2, 0.2, 0.25]);
  const courses = 5;
  for (let row = 0; row < courses; row++) {
    const stones = row % 2 === 0 ? 4 : 3;
    for (let i = 0; i < stones; i++)
      world.add({ shape: stone, position: [0.82 * (i - (stones - 1) / 2), 0.25 + 0.5 * row, 0] });
    // Half a stone at both ends of every other course.
    if (stones === 3)
      for (const side of [-1, 1])
        world.add({ shape: halfStone, position: [1.44 * side, 0.25 + 0.5 * row, 0] });
  }
  for (let i = 0; i < 3; i++) world.add({ shape: merlon, position: [0.9 * (i - 1), 0.5 * courses + 0.2, 0] });
  for (const side of [-1, 1]) {
    for (let i = 0; i < 5; i++) world.add({ shape: drum, position: [2.35 * side, 0.3 + 0.6 * i, 0] });
    world.add({ shape: roof, position: [2.35 * side, 3.5, 0] });
  }
  const ball = new SphereShape(0.28);
  return Array.from({ length: ballCount }, (_, i) =>
    world.add({
      shape: ball,
      density: 3000,
      position: [0.2 + 0.62 * (i - (ballCount - 1) / 2), 0.28, 2.6],
      angularDamping: 1,
    }),
  );
}

/** Starts the demo. */
export function mount(element: HTMLElement, controls: Controls): () => void {
  const stage = new Stage(element);
  const canvas = stage.renderer.domElement;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', 'A castle of stones. Press a stone to pick it up, or throw a ball at it');
  const skin = new MeshStandardMaterial({ roughness: 0.55 });
  const meshes = new ColliderMeshes(skin, 32);
  stage.scene.add(meshes.object);
  stage.orbit.enableZoom = false;
  stage.orbit.enablePan = false;

  const hand = new Hand();
  const hit = createWorldHit();
  const history = new PoseHistory();
  const reach = {
    name: 'hand',
    stateLength: 0,
    save() {},
    load() {},
    step: (world: World) => hand.pull(world),
  };
  let world = new World();
  let queries = new WorldQueries(world);
  let balls: number[] = [];
  let thrown = 0;
  let wait = firstThrow;
  let palette: Color[] = [];

  const paint = () => {
    for (const { mesh, bodies, count } of meshes.groups) {
      for (let i = 0; i < count; i++) mesh.setColorAt(i, palette[bodies[i] % palette.length]);
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  };
  const restart = () => {
    hand.release();
    history.clear();
    world = new World({ parts: [reach, history] });
    queries = new WorldQueries(world);
    balls = buildCastle(world);
    meshes.rebuild(world);
    thrown = 0;
    wait = firstThrow;
    if (palette.length > 0) paint();
  };
  /** Throws the ball that was thrown longest ago from a point along a direction. */
  const throwBall = (from: readonly number[], direction: readonly number[]) => {
    const ball = balls[thrown++ % ballCount];
    const [x, y, z] = direction;
    world.setPose(ball, [from[0], from[1], from[2]]);
    // A little upwards, to make up for the fall.
    world.setVelocity(ball, [throwSpeed * x, throwSpeed * y + 2, throwSpeed * z], [0, 0, 0]);
    world.wake(ball);
    wait = Infinity;
  };

  const endHolding = holdByPointer(stage, () => ({
    grab(origin, direction) {
      const begin = rayBegin(world, origin, direction);
      const from = origin.map((value, k) => value + begin * direction[k]);
      const t = begin + queries.raycast(hit, from, direction);
      return hand.grab(world, hit.body, hit.point) ? t : Infinity;
    },
    drag: target => hand.drag(target),
    release: () => hand.release(),
  }));
  const endTapping = onTap(canvas, (x, y) => {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), stage.camera);
    const { origin, direction } = caster.ray;
    queries.raycast(hit, origin.toArray(), direction.toArray());
    if (hit.body >= 0 && world.bodies.inverseMasses[hit.body] > 0) return;
    throwBall(origin.addScaledVector(direction, 1.5).toArray(), direction.toArray());
  });

  stage.onTheme = theme => {
    palette = theme.bodies.map(color => new Color(color));
    paint();
  };
  restart();
  stage.look([3.4, 3.1, 9], [0, 1.35, 0], 0);
  controls.status('Pick up a block and throw it, or click anywhere else to throw a ball.');
  controls.animate(seconds => {
    wait -= seconds;
    if (wait <= 0) throwBall([1.5, 1.8, 8], [-0.2, 0, -0.98]);
    const factor = world.advance(seconds);
    meshes.update(world.bodies, factor, history);
    stage.draw();
  });
  controls.reset(restart);
  return () => {
    endHolding();
    endTapping();
    meshes.dispose();
    skin.dispose();
    stage.dispose();
  };
}

/** Calls `tap` with the point, from −1 to 1 each way, of every press that does not become a drag. */
function onTap(canvas: HTMLCanvasElement, tap: (x: number, y: number) => void): () => void {
  let from: readonly [number, number] = [0, 0];
  const press = ({ clientX, clientY }: PointerEvent) => {
    from = [clientX, clientY];
  };
  const lift = ({ clientX, clientY }: MouseEvent) => {
    if (Math.hypot(clientX - from[0], clientY - from[1]) > tapSlop) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    tap(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
  };
  canvas.addEventListener('pointerdown', press, { capture: true });
  canvas.addEventListener('click', lift);
  return () => {
    canvas.removeEventListener('pointerdown', press, { capture: true });
    canvas.removeEventListener('click', lift);
  };
}
