/**
 * Cylinders in a box in Bullet (ammo.js), as its documentation shows: default solver, ten iterations, no
 * sleep. The shape is its own cylinder or the hull of the same vertices as ours.
 */
import './node-require.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  boxWalls,
  cylinder,
  cylinderHalfHeight,
  cylinderRadius,
  type Drop,
} from '../scenes/vertex-worlds.ts';

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: only a fraction of the peer is typed
type Untyped = any;

/** A running scene. */
export interface BulletRun {
  /** One step of 1/60 s. */
  step(): void;
  /** Lowest and highest centre. */
  heights(): [number, number];
  /** Pairs of bodies with contact points. */
  touching(): number;
}

/** Loads the engine; the function returned makes scenes. */
export async function loadBullet(): Promise<
  (drops: readonly Drop[], half: number, isHull: boolean) => BulletRun
> {
  const A: Untyped = await require('ammojs-typed/wasm')({
    wasmBinary: readFileSync(require.resolve('ammojs-typed/ammo.wasm.wasm')),
  });
  return (drops, half, isHull) => makeScene(A, drops, half, isHull);
}

function cylinderShape(A: Untyped, isHull: boolean): Untyped {
  if (!isHull)
    return new A.btCylinderShape(new A.btVector3(cylinderRadius, cylinderHalfHeight, cylinderRadius));
  const shape = new A.btConvexHullShape();
  const { vertices } = cylinder;
  for (let k = 0; k < vertices.length; k += 3)
    shape.addPoint(new A.btVector3(vertices[k], vertices[k + 1], vertices[k + 2]), true);
  return shape;
}

function makeScene(A: Untyped, drops: readonly Drop[], half: number, isHull: boolean): BulletRun {
  const configuration = new A.btDefaultCollisionConfiguration();
  const dispatcher = new A.btCollisionDispatcher(configuration);
  const world = new A.btDiscreteDynamicsWorld(
    dispatcher,
    new A.btDbvtBroadphase(),
    new A.btSequentialImpulseConstraintSolver(),
    configuration,
  );
  world.setGravity(new A.btVector3(0, -9.81, 0));
  const add = (shape: Untyped, mass: number, { position, rotation }: Drop) => {
    const pose = new A.btTransform();
    pose.setIdentity();
    pose.setOrigin(new A.btVector3(...position));
    pose.setRotation(new A.btQuaternion(...rotation));
    const inertia = new A.btVector3(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    const info = new A.btRigidBodyConstructionInfo(mass, new A.btDefaultMotionState(pose), shape, inertia);
    const body = new A.btRigidBody(info);
    body.setActivationState(4);
    body.setFriction(0.5);
    world.addRigidBody(body);
    return body;
  };
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  add(new A.btStaticPlaneShape(new A.btVector3(0, 1, 0), 0), 0, { position: [0, 0, 0], rotation });
  for (const { center, half: extents } of boxWalls(half))
    add(new A.btBoxShape(new A.btVector3(...extents)), 0, { position: center, rotation });
  const shape = cylinderShape(A, isHull);
  const bodies: Untyped[] = drops.map(drop => add(shape, 1, drop));
  return {
    step: () => world.stepSimulation(1 / 60, 0),
    heights() {
      const all = bodies.map(body => body.getWorldTransform().getOrigin().y() as number);
      return [Math.min(...all), Math.max(...all)];
    },
    touching() {
      let count = 0;
      for (let i = 0; i < dispatcher.getNumManifolds(); i++)
        if (dispatcher.getManifoldByIndexInternal(i).getNumContacts() > 0) count++;
      return count;
    },
  };
}
