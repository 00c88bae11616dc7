/**
 * Physics engines behind one interface, each driven as its documentation shows: no sleep, its default solver
 * settings.
 */
import RAPIER from '@dimforge/rapier3d-compat';
import * as cannon from 'cannon-es';
import { BoxShape, SphereShape, World } from 'colide';
import * as crashcat from 'crashcat';
import { oimo } from 'oimophysics';
import type { ContainerScene } from '../scenes/container.ts';

/** A running scene. */
export interface EngineRun {
  /** One step of 1/60 s. */
  step(): void;
  /** Writes the centres of the bodies, x, y, z each. */
  positions(out: Float64Array): void;
  /** Writes the rotations of the bodies, quaternions x, y, z, w. */
  rotations(out: Float64Array): void;
  /** Releases memory outside the JavaScript heap. */
  free(): void;
}

/** The shape of all bodies: cubes of edge 1 or balls of diameter 1. */
export type BodyKind = 'boxes' | 'spheres';

type Engine = (scene: ContainerScene, kind: BodyKind) => EngineRun;

const dt = 1 / 60;
const gravity = [0, -9.81, 0] as const;
const nothing = () => {};

const colide: Engine = (scene, kind) => {
  const world = new World({ sleeping: false });
  for (const { center, half } of scene.statics)
    world.add({ shape: new BoxShape([...half]), position: [...center], type: 'static' });
  const shape = kind === 'boxes' ? new BoxShape([0.5, 0.5, 0.5]) : new SphereShape(0.5);
  const first = world.count;
  for (const position of scene.positions) world.add({ shape, position: [...position], density: 1 });
  return {
    step: () => world.step(dt),
    positions: out => out.set(world.bodies.positions.subarray(3 * first, 3 * first + out.length)),
    rotations: out => out.set(world.bodies.rotations.subarray(4 * first, 4 * first + out.length)),
    free: nothing,
  };
};

const rapier: Engine = (scene, kind) => {
  const world = new RAPIER.World({ x: gravity[0], y: gravity[1], z: gravity[2] });
  for (const { center, half } of scene.statics)
    world.createCollider(RAPIER.ColliderDesc.cuboid(...half).setTranslation(...center));
  const bodies = scene.positions.map(position => {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setCanSleep(false),
    );
    const shape =
      kind === 'boxes' ? RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5) : RAPIER.ColliderDesc.ball(0.5);
    world.createCollider(shape, body);
    return body;
  });
  return {
    step: () => world.step(),
    positions(out) {
      for (const [i, body] of bodies.entries()) {
        const { x, y, z } = body.translation();
        out.set([x, y, z], 3 * i);
      }
    },
    rotations(out) {
      for (const [i, body] of bodies.entries()) {
        const { x, y, z, w } = body.rotation();
        out.set([x, y, z, w], 4 * i);
      }
    },
    free: () => world.free(),
  };
};

const cannonEs: Engine = (scene, kind) => {
  const world = new cannon.World({ gravity: new cannon.Vec3(...gravity) });
  world.broadphase = new cannon.SAPBroadphase(world);
  world.allowSleep = false;
  for (const { center, half } of scene.statics)
    world.addBody(
      new cannon.Body({
        mass: 0,
        shape: new cannon.Box(new cannon.Vec3(...half)),
        position: new cannon.Vec3(...center),
      }),
    );
  const bodies = scene.positions.map(position => {
    const shape = kind === 'boxes' ? new cannon.Box(new cannon.Vec3(0.5, 0.5, 0.5)) : new cannon.Sphere(0.5);
    const body = new cannon.Body({ mass: 1, shape, position: new cannon.Vec3(...position) });
    world.addBody(body);
    return body;
  });
  return {
    step: () => world.step(dt),
    positions(out) {
      for (const [i, { position: p }] of bodies.entries()) out.set([p.x, p.y, p.z], 3 * i);
    },
    rotations(out) {
      for (const [i, { quaternion: q }] of bodies.entries()) out.set([q.x, q.y, q.z, q.w], 4 * i);
    },
    free: nothing,
  };
};

const crashcatEngine: Engine = (scene, kind) => {
  const settings = crashcat.createWorldSettings();
  settings.gravity = [...gravity];
  const moving = crashcat.addBroadphaseLayer(settings);
  const still = crashcat.addBroadphaseLayer(settings);
  const movers = crashcat.addObjectLayer(settings, moving);
  const statics = crashcat.addObjectLayer(settings, still);
  crashcat.enableCollision(settings, movers, statics);
  crashcat.enableCollision(settings, movers, movers);
  const world = crashcat.createWorld(settings);
  for (const { center, half } of scene.statics)
    crashcat.rigidBody.create(world, {
      motionType: crashcat.MotionType.STATIC,
      shape: crashcat.box.create({ halfExtents: [...half] }),
      objectLayer: statics,
      position: [...center],
    });
  const shape =
    kind === 'boxes'
      ? crashcat.box.create({ halfExtents: [0.5, 0.5, 0.5] })
      : crashcat.sphere.create({ radius: 0.5 });
  const bodies = scene.positions.map(position =>
    crashcat.rigidBody.create(world, {
      motionType: crashcat.MotionType.DYNAMIC,
      shape,
      objectLayer: movers,
      position: [...position],
      allowSleeping: false,
    }),
  );
  return {
    step: () => crashcat.updateWorld(world, undefined, dt),
    positions(out) {
      for (const [i, body] of bodies.entries()) out.set(body.position, 3 * i);
    },
    rotations(out) {
      for (const [i, body] of bodies.entries()) out.set(body.quaternion, 4 * i);
    },
    free: nothing,
  };
};

const oimoPhysics: Engine = (scene, kind) => {
  const { dynamics, collision, common } = oimo;
  const world = new dynamics.World(2, new common.Vec3(...gravity));
  const add = (
    geometry: oimo.collision.geometry.Geometry,
    position: readonly [number, number, number],
    type: number,
  ) => {
    const shape = new dynamics.rigidbody.ShapeConfig();
    shape.geometry = geometry;
    const config = new dynamics.rigidbody.RigidBodyConfig();
    config.type = type;
    config.position = new common.Vec3(...position);
    config.autoSleep = false;
    const body = new dynamics.rigidbody.RigidBody(config);
    body.addShape(new dynamics.rigidbody.Shape(shape));
    world.addRigidBody(body);
    return body;
  };
  const { STATIC, DYNAMIC } = dynamics.rigidbody.RigidBodyType;
  const { BoxGeometry, SphereGeometry } = collision.geometry;
  for (const { center, half } of scene.statics)
    add(new BoxGeometry(new common.Vec3(...half)), center, STATIC);
  const bodies = scene.positions.map(position =>
    add(
      kind === 'boxes' ? new BoxGeometry(new common.Vec3(0.5, 0.5, 0.5)) : new SphereGeometry(0.5),
      position,
      DYNAMIC,
    ),
  );
  return {
    step: () => world.step(dt),
    positions(out) {
      for (const [i, body] of bodies.entries()) {
        const { x, y, z } = body.getPosition();
        out.set([x, y, z], 3 * i);
      }
    },
    rotations(out) {
      for (const [i, body] of bodies.entries()) {
        const { x, y, z, w } = body.getOrientation();
        out.set([x, y, z, w], 4 * i);
      }
    },
    free: nothing,
  };
};

/** All engines by name, ours first. */
export const engines: Readonly<Record<string, Engine>> = {
  colide,
  crashcat: crashcatEngine,
  oimophysics: oimoPhysics,
  'cannon-es': cannonEs,
  'rapier (WASM)': rapier,
};

/** Makes the engines ready for use. */
export async function loadEngines(): Promise<void> {
  await RAPIER.init();
  crashcat.registerAll();
}
