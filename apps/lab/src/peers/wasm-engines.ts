/**
 * Engines compiled to WebAssembly: Rapier, with and without SIMD, Havok, Jolt and Bullet, each driven as its
 * documentation shows: no sleep, its default solver settings.
 */
import './node-require.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import initHavok from '@babylonjs/havok';
import RAPIER from '@dimforge/rapier3d-compat';
import SIMD_RAPIER from '@dimforge/rapier3d-simd-compat';
import initJolt from 'jolt-physics/wasm-compat';
import { dt, type Engine, gravity } from './engine-run.ts';

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: only a fraction of the peers is typed
type Untyped = any;

type Triple = readonly [number, number, number];

/** The SIMD build has the same interface; its types are those of an older release. */
async function loadRapier(rapier: typeof RAPIER): Promise<Engine> {
  await rapier.init();
  return (scene, kind) => {
    const world = new rapier.World({ x: gravity[0], y: gravity[1], z: gravity[2] });
    for (const { center, half } of scene.statics)
      world.createCollider(rapier.ColliderDesc.cuboid(...half).setTranslation(...center));
    const bodies = scene.positions.map(position => {
      const desc = rapier.RigidBodyDesc.dynamic().setTranslation(...position);
      const body = world.createRigidBody(desc.setCanSleep(false));
      const { ColliderDesc } = rapier;
      world.createCollider(
        kind === 'boxes' ? ColliderDesc.cuboid(0.5, 0.5, 0.5) : ColliderDesc.ball(0.5),
        body,
      );
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
}

async function loadHavok(): Promise<Engine> {
  const wasm = require.resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm');
  const init = initHavok as unknown as (options: { wasmBinary: Uint8Array }) => Promise<Untyped>;
  const h = await init({ wasmBinary: readFileSync(wasm) });
  const upright = [0, 0, 0, 1];
  const makeBox = (half: Triple) =>
    h.HP_Shape_CreateBox(
      [0, 0, 0],
      upright,
      half.map(x => 2 * x),
    )[1];
  return (scene, kind) => {
    const world = h.HP_World_Create()[1];
    h.HP_World_SetGravity(world, [...gravity]);
    const add = (shape: Untyped, position: Triple, isMoving: boolean) => {
      const body = h.HP_Body_Create()[1];
      h.HP_Body_SetShape(body, shape);
      h.HP_Body_SetMotionType(body, isMoving ? h.MotionType.DYNAMIC : h.MotionType.STATIC);
      if (isMoving) h.HP_Body_SetMassProperties(body, h.HP_Shape_BuildMassProperties(shape)[1]);
      h.HP_Body_SetQTransform(body, [[...position], upright]);
      h.HP_World_AddBody(world, body, false);
      if (isMoving) h.HP_Body_SetActivationControl(body, h.ActivationControl.ALWAYS_ACTIVE);
      return body;
    };
    for (const { center, half } of scene.statics) add(makeBox(half), center, false);
    const shape = kind === 'boxes' ? makeBox([0.5, 0.5, 0.5]) : h.HP_Shape_CreateSphere([0, 0, 0], 0.5)[1];
    const bodies = scene.positions.map(position => add(shape, position, true));
    return {
      step: () => void h.HP_World_Step(world, dt),
      positions(out) {
        for (const [i, body] of bodies.entries()) out.set(h.HP_Body_GetPosition(body)[1], 3 * i);
      },
      rotations(out) {
        for (const [i, body] of bodies.entries()) out.set(h.HP_Body_GetOrientation(body)[1], 4 * i);
      },
      free() {
        for (const body of bodies) h.HP_Body_Release(body);
        h.HP_World_Release(world);
      },
    };
  };
}

const stillLayer = 0;
const movingLayer = 1;

type Jolt = Awaited<ReturnType<typeof initJolt>>;

/**
 * A world whose bodies fall on what is still and on each other; the temporary memory of the stock build sets
 * the limits.
 */
function makeJoltWorld(jolt: Jolt, count: number) {
  const settings = new jolt.JoltSettings();
  settings.mMaxBodies = count + 100;
  settings.mMaxBodyPairs = Math.max(65_536, 16 * count);
  settings.mMaxContactConstraints = Math.min(20_000, Math.max(10_240, 12 * count));
  const layers = new jolt.ObjectLayerPairFilterTable(2);
  layers.EnableCollision(stillLayer, movingLayer);
  layers.EnableCollision(movingLayer, movingLayer);
  const phases = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  phases.MapObjectToBroadPhaseLayer(stillLayer, new jolt.BroadPhaseLayer(0));
  phases.MapObjectToBroadPhaseLayer(movingLayer, new jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = phases;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(phases, 2, layers, 2);
  const world = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return world;
}

async function loadJolt(): Promise<Engine> {
  const jolt = await initJolt();
  return (scene, kind) => {
    const world = makeJoltWorld(jolt, scene.positions.length);
    const system = world.GetPhysicsSystem();
    const bodies = system.GetBodyInterface();
    const upright = new jolt.Quat(0, 0, 0, 1);
    const add = (shape: InstanceType<Jolt['Shape']>, [x, y, z]: Triple, isMoving: boolean) => {
      const settings = new jolt.BodyCreationSettings(
        shape,
        new jolt.RVec3(x, y, z),
        upright,
        isMoving ? jolt.EMotionType_Dynamic : jolt.EMotionType_Static,
        isMoving ? movingLayer : stillLayer,
      );
      settings.mAllowSleeping = false;
      const body = bodies.CreateBody(settings);
      bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
      jolt.destroy(settings);
      return body;
    };
    for (const { center, half } of scene.statics)
      add(new jolt.BoxShape(new jolt.Vec3(...half)), center, false);
    const shape =
      kind === 'boxes' ? new jolt.BoxShape(new jolt.Vec3(0.5, 0.5, 0.5)) : new jolt.SphereShape(0.5);
    const moving = scene.positions.map(position => add(shape, position, true));
    system.OptimizeBroadPhase();
    return {
      step: () => world.Step(dt, 1),
      positions(out) {
        for (const [i, body] of moving.entries()) {
          const at = body.GetPosition();
          out.set([at.GetX(), at.GetY(), at.GetZ()], 3 * i);
        }
      },
      rotations(out) {
        for (const [i, body] of moving.entries()) {
          const q = body.GetRotation();
          out.set([q.GetX(), q.GetY(), q.GetZ(), q.GetW()], 4 * i);
        }
      },
      free: () => jolt.destroy(world),
    };
  };
}

async function loadBullet(): Promise<Engine> {
  const A: Untyped = await require('ammojs-typed/wasm')({
    wasmBinary: readFileSync(require.resolve('ammojs-typed/ammo.wasm.wasm')),
  });
  const vector = (v: Triple) => new A.btVector3(...v);
  return (scene, kind) => {
    const configuration = new A.btDefaultCollisionConfiguration();
    const dispatcher = new A.btCollisionDispatcher(configuration);
    const broadPhase = new A.btDbvtBroadphase();
    const solver = new A.btSequentialImpulseConstraintSolver();
    const world = new A.btDiscreteDynamicsWorld(dispatcher, broadPhase, solver, configuration);
    world.setGravity(vector(gravity));
    const add = (shape: Untyped, position: Triple, mass: number) => {
      const pose = new A.btTransform();
      pose.setIdentity();
      pose.setOrigin(vector(position));
      const inertia = vector([0, 0, 0]);
      if (mass > 0) shape.calculateLocalInertia(mass, inertia);
      const motion = new A.btDefaultMotionState(pose);
      const body = new A.btRigidBody(new A.btRigidBodyConstructionInfo(mass, motion, shape, inertia));
      const neverSleeps = 4;
      if (mass > 0) body.setActivationState(neverSleeps);
      world.addRigidBody(body);
      return body;
    };
    for (const { center, half } of scene.statics) add(new A.btBoxShape(vector(half)), center, 0);
    const shape = kind === 'boxes' ? new A.btBoxShape(vector([0.5, 0.5, 0.5])) : new A.btSphereShape(0.5);
    const bodies = scene.positions.map(position => add(shape, position, 1));
    return {
      step: () => world.stepSimulation(dt, 0),
      positions(out) {
        for (const [i, body] of bodies.entries()) {
          const at = body.getWorldTransform().getOrigin();
          out.set([at.x(), at.y(), at.z()], 3 * i);
        }
      },
      rotations(out) {
        for (const [i, body] of bodies.entries()) {
          const q = body.getWorldTransform().getRotation();
          out.set([q.x(), q.y(), q.z(), q.w()], 4 * i);
        }
      },
      free() {
        for (const body of bodies) world.removeRigidBody(body);
        for (const part of [world, solver, broadPhase, dispatcher, configuration]) A.destroy(part);
      },
    };
  };
}

/** All of them by name. */
export async function loadWasmEngines(): Promise<Record<string, Engine>> {
  return {
    'rapier (WASM)': await loadRapier(RAPIER),
    'rapier (WASM, SIMD)': await loadRapier(SIMD_RAPIER as unknown as typeof RAPIER),
    'Havok (WASM, SIMD)': await loadHavok(),
    'Jolt (WASM)': await loadJolt(),
    'Bullet (WASM)': await loadBullet(),
  };
}
