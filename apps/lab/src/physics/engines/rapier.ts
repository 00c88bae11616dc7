/**
 * Rapier behind the interface of the physics scenes, in its plain and its SIMD build, which is a version
 * behind and has no cloth. All settings are defaults, `isFast` turns its CCD on.
 */
import plainRapier from '@dimforge/rapier3d-compat';
import simdRapier from '@dimforge/rapier3d-simd-compat';
import {
  type ConvexPart,
  clothDensity,
  defaultDensity,
  defaultFriction,
  defaultGravity,
  noRotation,
  origin,
  type PhysicsEngine,
  type Scene,
  type SceneBody,
  type SceneCloth,
  type SceneShape,
  type Triple,
} from '../engine.ts';

type Rapier = typeof plainRapier;
type RapierWorld = plainRapier.World;
type RapierBody = plainRapier.RigidBody;
type ColliderDesc = plainRapier.ColliderDesc;

function vector([x, y, z]: Triple): { x: number; y: number; z: number } {
  return { x, y, z };
}

function convexCollider(RAPIER: Rapier, shape: ConvexPart): ColliderDesc {
  switch (shape.kind) {
    case 'ball':
      return RAPIER.ColliderDesc.ball(shape.radius);
    case 'box':
      return RAPIER.ColliderDesc.cuboid(...shape.half);
    case 'capsule':
      return RAPIER.ColliderDesc.capsule(shape.halfHeight, shape.radius);
    case 'cylinder':
      return RAPIER.ColliderDesc.cylinder(shape.halfHeight, shape.radius);
    case 'hull':
      return RAPIER.ColliderDesc.convexHull(new Float32Array(shape.points))!;
  }
}

function colliders(RAPIER: Rapier, shape: SceneShape): ColliderDesc[] {
  if (shape.kind === 'half-space')
    return [new RAPIER.ColliderDesc(new RAPIER.HalfSpace(new RAPIER.Vector3(0, 1, 0)))];
  if (shape.kind === 'mesh')
    return [RAPIER.ColliderDesc.trimesh(new Float32Array(shape.positions), new Uint32Array(shape.indices))];
  if (shape.kind !== 'compound') return [convexCollider(RAPIER, shape)];
  return shape.parts.map(part => convexCollider(RAPIER, part.shape).setTranslation(...part.position));
}

function addBody(RAPIER: Rapier, world: RapierWorld, body: SceneBody, scene: Scene): RapierBody {
  const [x, y, z, w] = body.rotation ?? noRotation;
  const settings = body.isStatic ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
  settings
    .setTranslation(...(body.position ?? origin))
    .setRotation({ x, y, z, w })
    .setLinvel(...(body.velocity ?? origin))
    .setAngvel(vector(body.angularVelocity ?? origin))
    .setCanSleep(scene.sleeping ?? true)
    .setCcdEnabled(body.isFast ?? false);
  const made = world.createRigidBody(settings);
  for (const collider of colliders(RAPIER, body.shape))
    world.createCollider(
      collider
        .setDensity(body.density ?? defaultDensity)
        .setFriction(scene.friction ?? defaultFriction)
        .setRestitution(scene.restitution ?? 0),
      made,
    );
  return made;
}

function addJoints(RAPIER: Rapier, world: RapierWorld, bodies: readonly RapierBody[], scene: Scene): void {
  for (const { bodies: ids, anchor, axis, limits } of scene.joints ?? []) {
    // Bodies that are joined begin without rotation.
    const local = ids.map(id => {
      const [x, y, z] = scene.bodies[id].position ?? origin;
      return vector([anchor[0] - x, anchor[1] - y, anchor[2] - z]);
    });
    const data = axis
      ? RAPIER.JointData.revolute(local[0], local[1], vector(axis))
      : RAPIER.JointData.spherical(local[0], local[1]);
    const joint = world.createImpulseJoint(data, bodies[ids[0]], bodies[ids[1]], true);
    // A hinge does not take limits from its description.
    if (limits) (joint as plainRapier.RevoluteImpulseJoint).setLimits(...limits);
  }
}

function addCloth(RAPIER: Rapier, world: RapierWorld, scene: Scene, cloth: SceneCloth): void {
  const { side, spacing, height, center = [0, 0] } = cloth;
  const middle = ((side - 1) * spacing) / 2;
  const settings = RAPIER.SoftBodyDesc.cloth(
    new RAPIER.Vector3(center[0] - middle, height, center[1] - middle),
    new RAPIER.Vector3(spacing, 0, 0),
    new RAPIER.Vector3(0, 0, spacing),
    side,
    side,
  );
  const collider = RAPIER.ColliderDesc.ball(spacing).setFriction(scene.friction ?? defaultFriction);
  settings.setMass(clothDensity * (2 * middle) ** 2).setSurfaceCollider(collider);
  world.createSoftBody(settings.setCanSleep(scene.sleeping ?? true));
}

function rapierEngine(RAPIER: Rapier, name: string): PhysicsEngine {
  return {
    name,
    start(scene) {
      const world = new RAPIER.World({ x: 0, y: scene.gravity ?? defaultGravity, z: 0 });
      const bodies = scene.bodies.map(body => addBody(RAPIER, world, body, scene));
      addJoints(RAPIER, world, bodies, scene);
      for (const cloth of scene.cloths ?? []) addCloth(RAPIER, world, scene, cloth);
      return {
        step(dt) {
          world.timestep = dt;
          world.step();
        },
        read(id) {
          const body = bodies[id];
          const { x, y, z } = body.translation();
          const rotation = body.rotation();
          const velocity = body.linvel();
          const spin = body.angvel();
          return {
            position: [x, y, z],
            rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
            velocity: [velocity.x, velocity.y, velocity.z],
            angularVelocity: [spin.x, spin.y, spin.z],
            isAsleep: body.isSleeping(),
          };
        },
        raycast(origin, direction, maxDistance) {
          const hit = world.castRay(new RAPIER.Ray(vector(origin), vector(direction)), maxDistance, true);
          return hit ? hit.timeOfImpact : Infinity;
        },
        free: () => world.free(),
      };
    },
  };
}

/** Makes Rapier ready for use. */
export async function loadRapier(): Promise<PhysicsEngine> {
  await plainRapier.init();
  return rapierEngine(plainRapier, 'Rapier');
}

/** Makes the SIMD build of Rapier ready for use. */
export async function loadRapierSimd(): Promise<PhysicsEngine> {
  await simdRapier.init();
  return rapierEngine(simdRapier as unknown as Rapier, 'Rapier SIMD');
}
