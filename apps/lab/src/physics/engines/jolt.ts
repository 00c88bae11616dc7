/**
 * Jolt behind the interface of the physics scenes. All settings are defaults except these: no damping, convex
 * radii no larger than a tenth of the smallest extent (the default of 5 cm exceeds small shapes), and
 * `isFast` selects its linear cast.
 */
import initJolt from 'jolt-physics/wasm-compat';
import {
  type ConvexPart,
  defaultDensity,
  defaultFriction,
  defaultGravity,
  noRotation,
  origin,
  type PhysicsEngine,
  type Scene,
  type SceneBody,
  type SceneShape,
  type Triple,
} from '../engine.ts';
import { addJoltCloth } from './jolt-cloth.ts';

type Jolt = Awaited<ReturnType<typeof initJolt>>;
type JoltWorld = InstanceType<Jolt['JoltInterface']>;
type JoltBody = InstanceType<Jolt['Body']>;
type JoltShape = InstanceType<Jolt['Shape']>;
type JoltShapeSettings = InstanceType<Jolt['ShapeSettings']>;
type JoltConvexSettings = InstanceType<Jolt['ConvexShapeSettings']>;

const stillLayer = 0;
const movingLayer = 1;
const defaultConvexRadius = 0.05;

function convexRadius(...halves: number[]): number {
  return Math.min(defaultConvexRadius, 0.2 * Math.min(...halves));
}

function convexSettings(jolt: Jolt, shape: ConvexPart): JoltConvexSettings {
  switch (shape.kind) {
    case 'ball':
      return new jolt.SphereShapeSettings(shape.radius);
    case 'box':
      return new jolt.BoxShapeSettings(new jolt.Vec3(...shape.half), convexRadius(...shape.half));
    case 'capsule':
      return new jolt.CapsuleShapeSettings(shape.halfHeight, shape.radius);
    case 'cylinder': {
      const { halfHeight, radius } = shape;
      return new jolt.CylinderShapeSettings(halfHeight, radius, convexRadius(halfHeight, radius));
    }
    case 'hull': {
      const settings = new jolt.ConvexHullShapeSettings();
      const { points } = shape;
      for (let i = 0; i < points.length; i += 3)
        settings.mPoints.push_back(new jolt.Vec3(points[i], points[i + 1], points[i + 2]));
      return settings;
    }
  }
}

function meshSettings(jolt: Jolt, positions: readonly number[], indices: readonly number[]) {
  const vertices = new jolt.VertexList();
  const triangles = new jolt.IndexedTriangleList();
  for (let i = 0; i < positions.length; i += 3)
    vertices.push_back(new jolt.Float3(positions[i], positions[i + 1], positions[i + 2]));
  for (let i = 0; i < indices.length; i += 3)
    triangles.push_back(new jolt.IndexedTriangle(indices[i], indices[i + 1], indices[i + 2], 0));
  return new jolt.MeshShapeSettings(vertices, triangles, new jolt.PhysicsMaterialList());
}

function shapeSettings(jolt: Jolt, shape: SceneShape, density: number): JoltShapeSettings {
  if (shape.kind === 'half-space')
    return new jolt.PlaneShapeSettings(new jolt.Plane(new jolt.Vec3(0, 1, 0), 0));
  if (shape.kind === 'mesh') return meshSettings(jolt, shape.positions, shape.indices);
  if (shape.kind !== 'compound') {
    const settings = convexSettings(jolt, shape);
    settings.mDensity = density;
    return settings;
  }
  const compound = new jolt.StaticCompoundShapeSettings();
  const upright = new jolt.Quat(...noRotation);
  for (const part of shape.parts)
    compound.AddShapeShapeSettings(
      new jolt.Vec3(...part.position),
      upright,
      shapeSettings(jolt, part.shape, density),
      0,
    );
  return compound;
}

function makeShape(jolt: Jolt, body: SceneBody): JoltShape {
  const result = shapeSettings(jolt, body.shape, body.density ?? defaultDensity).Create();
  if (result.HasError()) throw new Error(result.GetError().c_str());
  return result.Get();
}

function makeWorld(jolt: Jolt): JoltWorld {
  const settings = new jolt.JoltSettings();
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(stillLayer, movingLayer);
  pairs.EnableCollision(movingLayer, movingLayer);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(stillLayer, new jolt.BroadPhaseLayer(stillLayer));
  layers.MapObjectToBroadPhaseLayer(movingLayer, new jolt.BroadPhaseLayer(movingLayer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  const world = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return world;
}

function addBody(jolt: Jolt, world: JoltWorld, body: SceneBody, scene: Scene): JoltBody {
  const settings = new jolt.BodyCreationSettings(
    makeShape(jolt, body),
    new jolt.RVec3(...(body.position ?? origin)),
    new jolt.Quat(...(body.rotation ?? noRotation)),
    body.isStatic ? jolt.EMotionType_Static : jolt.EMotionType_Dynamic,
    body.isStatic ? stillLayer : movingLayer,
  );
  settings.mFriction = scene.friction ?? defaultFriction;
  settings.mRestitution = scene.restitution ?? 0;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mAllowSleeping = scene.sleeping ?? true;
  if (body.isFast) settings.mMotionQuality = jolt.EMotionQuality_LinearCast;
  if (!body.isStatic) {
    settings.mLinearVelocity = new jolt.Vec3(...(body.velocity ?? origin));
    settings.mAngularVelocity = new jolt.Vec3(...(body.angularVelocity ?? origin));
  }
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  const made = bodies.CreateBody(settings);
  bodies.AddBody(made.GetID(), jolt.EActivation_Activate);
  jolt.destroy(settings);
  return made;
}

/** A direction at a right angle to `axis`. */
function normalTo([x, y, z]: Triple): Triple {
  return Math.abs(x) < 0.9 ? unit([0, z, -y]) : unit([-z, 0, x]);
}

function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function addJoints(jolt: Jolt, world: JoltWorld, bodies: readonly JoltBody[], scene: Scene): void {
  for (const { bodies: ids, anchor, axis, limits } of scene.joints ?? []) {
    const point = new jolt.RVec3(...anchor);
    const [a, b] = [bodies[ids[0]], bodies[ids[1]]];
    let settings: InstanceType<Jolt['TwoBodyConstraintSettings']>;
    if (axis) {
      const hinge = new jolt.HingeConstraintSettings();
      hinge.mPoint1 = hinge.mPoint2 = point;
      hinge.mHingeAxis1 = hinge.mHingeAxis2 = new jolt.Vec3(...axis);
      hinge.mNormalAxis1 = hinge.mNormalAxis2 = new jolt.Vec3(...normalTo(axis));
      if (limits) [hinge.mLimitsMin, hinge.mLimitsMax] = limits;
      settings = hinge;
    } else {
      const ball = new jolt.PointConstraintSettings();
      ball.mPoint1 = ball.mPoint2 = point;
      settings = ball;
    }
    world.GetPhysicsSystem().AddConstraint(settings.Create(a, b));
  }
}

/** Makes Jolt ready for use. */
export async function loadJolt(): Promise<PhysicsEngine> {
  const jolt = await initJolt();
  return {
    name: 'Jolt',
    start(scene) {
      const world = makeWorld(jolt);
      const system = world.GetPhysicsSystem();
      system.SetGravity(new jolt.Vec3(0, scene.gravity ?? defaultGravity, 0));
      const bodies = scene.bodies.map(body => addBody(jolt, world, body, scene));
      addJoints(jolt, world, bodies, scene);
      const { cloths = [] } = scene;
      const areAsleep = cloths.map(cloth => addJoltCloth(jolt, world, scene, cloth, movingLayer));
      system.OptimizeBroadPhase();
      return {
        step: dt => world.Step(dt, 1),
        read(id) {
          const body = bodies[id];
          // The result of a getter is overwritten by the next call.
          const p = body.GetPosition();
          const position: Triple = [p.GetX(), p.GetY(), p.GetZ()];
          const q = body.GetRotation();
          const rotation = [q.GetX(), q.GetY(), q.GetZ(), q.GetW()] as const;
          const v = body.GetLinearVelocity();
          const velocity: Triple = [v.GetX(), v.GetY(), v.GetZ()];
          const w = body.GetAngularVelocity();
          const angularVelocity: Triple = [w.GetX(), w.GetY(), w.GetZ()];
          return { position, rotation, velocity, angularVelocity, isAsleep: !body.IsActive() };
        },
        sleepingCloths: () => areAsleep.filter(isAsleep => isAsleep()).length,
        free: () => jolt.destroy(world),
      };
    },
  };
}
