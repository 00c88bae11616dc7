/**
 * Physics engines behind one interface, each driven as its documentation shows: no sleep, its default solver
 * settings. Those in JavaScript are here, those in WebAssembly in `wasm-engines.ts`.
 */
import * as cannon from 'cannon-es';
import { BoxShape, loadSimd, type SimdKernels, SphereShape, World } from 'colide';
import * as crashcat from 'crashcat';
import { oimo } from 'oimophysics';
import { dt, type Engine, gravity } from './engine-run.ts';
import { loadWasmEngines } from './wasm-engines.ts';

const nothing = () => {};

const colide =
  (kernels?: SimdKernels): Engine =>
  (scene, kind) => {
    const world = new World({ sleeping: false, ...(kernels && { kernels }) });
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

/** All engines by name, ours first, ready for use. */
export async function loadEngines(): Promise<Readonly<Record<string, Engine>>> {
  crashcat.registerAll();
  return {
    colide: colide(),
    'colide with SIMD': colide(await loadSimd()),
    crashcat: crashcatEngine,
    oimophysics: oimoPhysics,
    'cannon-es': cannonEs,
    ...(await loadWasmEngines()),
  };
}
