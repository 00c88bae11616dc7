/** A scene with all kinds of shapes, joints and motions, whose bits must be the same in every engine. */
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  PolygonShape2d,
  Rounded2d,
} from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { World2d, WorldJoints2d, worldExtras2d } from '@colide/world2d';
import { dt } from './scenes.ts';

/** The hash of the state of the scene after 400 steps, in Node. */
export const mixedSceneHash2d = '2de3e8a5926f3951';

/** Builds the scene. Rotations are given by cosine and sine: those of `Math` differ between engines. */
export function buildMixedScene2d(): World2d {
  const world = new World2d(worldExtras2d);
  const joints = new WorldJoints2d(world);
  world.add({ shape: new ChainShape2d([12, 8, 8, 0, 3, -1, -3, 0.5, -8, 0, -12, 8]), type: 'static' });
  const mixer = new Compound2d([{ shape: new BoxShape2d([2, 0.1]) }, { shape: new BoxShape2d([0.1, 2]) }]);
  world.add({ shape: mixer, type: 'kinematic', position: [0, 3], angularVelocity: 1.5 });
  const shapes = [
    new CircleShape2d(0.3),
    new BoxShape2d([0.3, 0.2]),
    new CapsuleShape2d(0.15, 0.3),
    new PolygonShape2d([0, 0.4, -0.4, 0, -0.2, -0.4, 0.2, -0.4, 0.4, 0]),
    new Rounded2d([0, 0.25, -0.25, -0.2, 0.25, -0.2], 0.1),
  ];
  const ids = Array.from({ length: 60 }, (_, i) =>
    world.add({
      shape: shapes[i % 5],
      position: [((i * 7) % 15) - 7, 5 + 0.9 * Math.floor(i / 8)],
      rotation: [1 + (i % 3), (i % 7) - 3],
      angularVelocity: (i % 5) - 2,
      restitution: i % 3 === 0 ? 0.5 : 0,
      rollingFriction: i % 4 === 0 ? 0.1 : 0,
      bullet: i % 10 === 0,
      velocity: i % 10 === 0 ? [60, -90] : [0, 0],
    }),
  );
  for (let i = 21; i < 28; i++) {
    const [a, b] = [ids[i - 1], ids[i]];
    const { positions } = world.bodies;
    const anchor = [0, 1].map(k => 0.5 * (positions[2 * a + k] + positions[2 * b + k]));
    if (i % 3 === 0)
      joints.wheel(a, b, {
        axis: [0.6, 0.8],
        spring: { stiffness: 30, damping: 1 },
        motor: { speed: 5, maxForce: 3 },
      });
    else if (i % 3 === 1) joints.revolute(a, b, { anchor, limits: [-1, 2] });
    else joints.spring(a, b, { stiffness: 20, damping: 0.5 });
  }
  joints.prismatic(undefined, ids[40], {
    axis: [1, 1],
    limits: [-3, 3],
    motor: { target: 1, stiffness: 20, damping: 2 },
  });
  joints.weld(ids[41], ids[42]);
  joints.mouse(ids[43], { target: [2, 6] });
  return world;
}

/** A hash of the whole state of a world. */
export function hashWorld2d(world: World2d): string {
  const bytes = new Uint8Array(world.snapshot());
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b + byte, 0x85ebca6b) ^ (b >>> 15);
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}

/** Runs the scene; half way, it goes back to a snapshot in another world. */
export function runMixedScene2d(restores: boolean): string {
  let world = buildMixedScene2d();
  for (let n = 0; n < 400; n++) {
    if (n === 200 && restores) {
      const snapshot = world.snapshot();
      world = buildMixedScene2d();
      for (let k = 0; k < 7; k++) world.step(dt);
      world.restore(snapshot);
    }
    world.step(dt);
  }
  return hashWorld2d(world);
}
