/**
 * Havok behind the interface of the physics scenes, without cloth: all settings are defaults except damping,
 * which is off. Half-spaces are boxes, which it has instead.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import initHavok, { type HavokPhysicsWithBindings, type HP_BodyId, type HP_ShapeId } from '@babylonjs/havok';
import {
  defaultDensity,
  defaultFriction,
  defaultGravity,
  noRotation,
  origin,
  type PhysicsEngine,
  type RunningScene,
  type Scene,
  type SceneBody,
  type SceneJoint,
  type SceneShape,
  type Triple,
} from '../engine.ts';

type Havok = HavokPhysicsWithBindings;
type Vector = [number, number, number];

/** Half the size of the box that stands for a half-space. */
const farAway = 1000;

/** Bodies of one scene share the shapes of that scene. */
type Shapes = Map<SceneShape, HP_ShapeId>;

function vector([x, y, z]: Triple): Vector {
  return [x, y, z];
}

/** The result of a call; throws if it failed. */
function value<T>([result, answer]: [unknown, T]): T {
  // Declared as a number, but an object at run time.
  const code = (result as { value: number }).value;
  if (code !== 0) throw new Error(`Havok failed: ${code}`);
  return answer;
}

function copyFloats(havok: Havok, numbers: readonly number[]): number {
  const at = havok._malloc(4 * numbers.length);
  new Float32Array(havok.HEAPU8.buffer, at, numbers.length).set(numbers);
  return at;
}

function copyIntegers(havok: Havok, numbers: readonly number[]): number {
  const at = havok._malloc(4 * numbers.length);
  new Int32Array(havok.HEAPU8.buffer, at, numbers.length).set(numbers);
  return at;
}

function meshShape(havok: Havok, positions: readonly number[], indices: readonly number[]): HP_ShapeId {
  const vertices = copyFloats(havok, positions);
  const triangles = copyIntegers(havok, indices);
  const shape = value(
    havok.HP_Shape_CreateMesh(vertices, positions.length / 3, triangles, indices.length / 3),
  );
  havok._free(vertices);
  havok._free(triangles);
  return shape;
}

function hullShape(havok: Havok, points: readonly number[]): HP_ShapeId {
  const vertices = copyFloats(havok, points);
  const shape = value(havok.HP_Shape_CreateConvexHull(vertices, points.length / 3));
  havok._free(vertices);
  return shape;
}

function createShape(havok: Havok, shape: SceneShape): HP_ShapeId {
  const upright = [...noRotation] as [number, number, number, number];
  switch (shape.kind) {
    case 'ball':
      return value(havok.HP_Shape_CreateSphere([0, 0, 0], shape.radius));
    case 'box':
      return value(havok.HP_Shape_CreateBox([0, 0, 0], upright, shape.half.map(half => 2 * half) as Vector));
    case 'half-space':
      return value(
        havok.HP_Shape_CreateBox([0, -farAway, 0], upright, [2 * farAway, 2 * farAway, 2 * farAway]),
      );
    case 'capsule':
      return value(
        havok.HP_Shape_CreateCapsule([0, -shape.halfHeight, 0], [0, shape.halfHeight, 0], shape.radius),
      );
    case 'cylinder':
      return value(
        havok.HP_Shape_CreateCylinder([0, -shape.halfHeight, 0], [0, shape.halfHeight, 0], shape.radius),
      );
    case 'hull':
      return hullShape(havok, shape.points);
    case 'mesh':
      return meshShape(havok, shape.positions, shape.indices);
    case 'compound': {
      const compound = value(havok.HP_Shape_CreateContainer());
      for (const part of shape.parts)
        havok.HP_Shape_AddChild(compound, createShape(havok, part.shape), [
          vector(part.position),
          upright,
          [1, 1, 1],
        ]);
      return compound;
    }
  }
}

function shapeOf(havok: Havok, shapes: Shapes, body: SceneBody, scene: Scene): HP_ShapeId {
  const known = shapes.get(body.shape);
  if (known) return known;
  const shape = createShape(havok, body.shape);
  const { friction = defaultFriction, restitution = 0 } = scene;
  const { MAXIMUM } = havok.MaterialCombine;
  havok.HP_Shape_SetMaterial(shape, [friction, friction, restitution, MAXIMUM, MAXIMUM]);
  havok.HP_Shape_SetDensity(shape, body.density ?? defaultDensity);
  shapes.set(body.shape, shape);
  return shape;
}

function createBody(havok: Havok, shapes: Shapes, body: SceneBody, scene: Scene): HP_BodyId {
  const made = value(havok.HP_Body_Create());
  const shape = shapeOf(havok, shapes, body, scene);
  const { STATIC, DYNAMIC } = havok.MotionType;
  havok.HP_Body_SetShape(made, shape);
  havok.HP_Body_SetMotionType(made, body.isStatic ? STATIC : DYNAMIC);
  if (!body.isStatic) havok.HP_Body_SetMassProperties(made, value(havok.HP_Shape_BuildMassProperties(shape)));
  havok.HP_Body_SetLinearDamping(made, 0);
  havok.HP_Body_SetAngularDamping(made, 0);
  havok.HP_Body_SetQTransform(made, [vector(body.position ?? origin), [...(body.rotation ?? noRotation)]]);
  if (body.velocity) havok.HP_Body_SetLinearVelocity(made, vector(body.velocity));
  if (body.angularVelocity) havok.HP_Body_SetAngularVelocity(made, vector(body.angularVelocity));
  if (!(scene.sleeping ?? true))
    havok.HP_Body_SetActivationControl(made, havok.ActivationControl.ALWAYS_ACTIVE);
  return made;
}

/** A joint between bodies that begin without rotation. */
function addJoint(havok: Havok, joint: SceneJoint, bodies: readonly HP_BodyId[], scene: Scene): void {
  const { LOCKED, LIMITED } = havok.ConstraintAxisLimitMode;
  const axes = havok.ConstraintAxis;
  const constraint = value(havok.HP_Constraint_Create());
  const axis = vector(joint.axis ?? [1, 0, 0]);
  const across: Vector = axis[1] === 0 ? [0, 1, 0] : [1, 0, 0];
  const local = (body: number) => {
    const position = scene.bodies[body].position ?? origin;
    return joint.anchor.map((x, k) => x - position[k]) as Vector;
  };
  havok.HP_Constraint_SetParentBody(constraint, bodies[joint.bodies[0]]);
  havok.HP_Constraint_SetChildBody(constraint, bodies[joint.bodies[1]]);
  havok.HP_Constraint_SetAnchorInParent(constraint, local(joint.bodies[0]), axis, across);
  havok.HP_Constraint_SetAnchorInChild(constraint, local(joint.bodies[1]), axis, across);
  const locked = [axes.LINEAR_X, axes.LINEAR_Y, axes.LINEAR_Z];
  if (joint.axis) locked.push(axes.ANGULAR_Y, axes.ANGULAR_Z);
  for (const each of locked) havok.HP_Constraint_SetAxisMode(constraint, each, LOCKED);
  if (joint.axis && joint.limits) {
    havok.HP_Constraint_SetAxisMode(constraint, axes.ANGULAR_X, LIMITED);
    havok.HP_Constraint_SetAxisMinLimit(constraint, axes.ANGULAR_X, joint.limits[0]);
    havok.HP_Constraint_SetAxisMaxLimit(constraint, axes.ANGULAR_X, joint.limits[1]);
  }
  havok.HP_Constraint_SetCollisionsEnabled(constraint, 0);
  havok.HP_Constraint_SetEnabled(constraint, 1);
}

function start(havok: Havok, scene: Scene): RunningScene {
  if (scene.cloths) throw new Error('Havok has no cloth');
  const world = value(havok.HP_World_Create());
  havok.HP_World_SetGravity(world, [0, scene.gravity ?? defaultGravity, 0]);
  const shapes: Shapes = new Map();
  const bodies = scene.bodies.map(body => createBody(havok, shapes, body, scene));
  for (const body of bodies) havok.HP_World_AddBody(world, body, false);
  for (const joint of scene.joints ?? []) addJoint(havok, joint, bodies, scene);
  const collector = value(havok.HP_QueryCollector_Create(1));
  return {
    step: dt => void havok.HP_World_Step(world, dt),
    read(id) {
      const [position, rotation] = value(havok.HP_Body_GetQTransform(bodies[id]));
      return {
        position,
        rotation,
        velocity: value(havok.HP_Body_GetLinearVelocity(bodies[id])),
        angularVelocity: value(havok.HP_Body_GetAngularVelocity(bodies[id])),
        isAsleep: value(havok.HP_Body_GetActivationState(bodies[id])) === havok.ActivationState.INACTIVE,
      };
    },
    raycast([x, y, z], [dx, dy, dz], length) {
      const end: Vector = [x + length * dx, y + length * dy, z + length * dz];
      havok.HP_World_CastRayWithCollector(world, collector, [[x, y, z], end, [-1, -1], false, [0n]]);
      if (value(havok.HP_QueryCollector_GetNumHits(collector)) === 0) return Infinity;
      return length * value(havok.HP_QueryCollector_GetCastRayResult(collector, 0))[0];
    },
    free() {
      havok.HP_World_Release(world);
      for (const body of bodies) havok.HP_Body_Release(body);
      for (const shape of shapes.values()) havok.HP_Shape_Release(shape);
    },
  };
}

/** Makes Havok ready for use. */
export async function loadHavok(): Promise<PhysicsEngine> {
  const wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm'),
  );
  const havok = await initHavok({ wasmBinary } as never);
  return { name: 'Havok', start: scene => start(havok, scene) };
}
