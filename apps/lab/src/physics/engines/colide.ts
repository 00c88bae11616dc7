/** Our world behind the interface of the physics scenes: all settings are defaults. */
import { type ClothKernels, RigidJoints } from '@colide/solvers';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  type ConvexShape,
  CylinderShape,
  createWorldHit,
  HalfSpace,
  HullShape,
  loadClothSimd,
  loadSimd,
  MeshShape,
  type SimdKernels,
  SoftBodies,
  SphereShape,
  TriangleBvh,
  World,
  WorldQueries,
} from 'colide';
import {
  type ConvexPart,
  clothDensity,
  defaultDensity,
  defaultFriction,
  defaultGravity,
  type PhysicsEngine,
  type Rotation,
  type RunningScene,
  type Scene,
  type SceneBody,
  type SceneShape,
  type Triple,
} from '../engine.ts';

function convexShape(shape: ConvexPart): ConvexShape {
  switch (shape.kind) {
    case 'ball':
      return new SphereShape(shape.radius);
    case 'box':
      return new BoxShape([...shape.half]);
    case 'capsule':
      return new CapsuleShape(shape.radius, shape.halfHeight);
    case 'cylinder':
      return new CylinderShape(shape.radius, shape.halfHeight);
    case 'hull':
      return HullShape.fromPoints(shape.points);
  }
}

type AnyShape = ConvexShape | Compound | HalfSpace | MeshShape;

/** Bodies of one scene share its shapes, as the guide asks for; peers that can do so do the same. */
type Shapes = Map<SceneShape, AnyShape>;

function anyShape(shape: SceneShape): AnyShape {
  if (shape.kind === 'half-space') return new HalfSpace();
  if (shape.kind === 'mesh') return new MeshShape(new TriangleBvh(shape.positions, shape.indices));
  if (shape.kind !== 'compound') return convexShape(shape);
  return new Compound(shape.parts.map(part => ({ shape: convexShape(part.shape), position: part.position })));
}

function shapeOf(shapes: Shapes, { shape }: SceneBody): AnyShape {
  const made = shapes.get(shape) ?? anyShape(shape);
  shapes.set(shape, made);
  return made;
}

function addBody(world: World, shapes: Shapes, body: SceneBody, scene: Scene): void {
  const { position, rotation, velocity, angularVelocity, density = defaultDensity } = body;
  const { friction = defaultFriction, restitution = 0 } = scene;
  world.add({
    shape: shapeOf(shapes, body),
    type: body.isStatic ? 'static' : 'dynamic',
    friction,
    restitution,
    ...(body.isStatic ? {} : { density }),
    ...(position && { position }),
    ...(rotation && { rotation }),
    ...(velocity && { velocity }),
    ...(angularVelocity && { angularVelocity }),
  });
}

function addJoints(joints: RigidJoints, world: World, scene: Scene): void {
  for (const { bodies, anchor, axis, limits } of scene.joints ?? []) {
    const [a, b] = bodies;
    if (!axis) joints.addBall(world.bodies, a, b, anchor);
    else {
      const joint = joints.addHinge(world.bodies, a, b, anchor, axis);
      if (limits) joints.setLimits(joint, ...limits);
    }
  }
}

function triple(values: ArrayLike<number>, at: number): Triple {
  return [values[at], values[at + 1], values[at + 2]];
}

function addCloths(soft: SoftBodies, scene: Scene): void {
  for (const { side, spacing, height, center = [0, 0] } of scene.cloths ?? [])
    soft.addCloth({
      columns: side,
      rows: side,
      spacing,
      density: clothDensity,
      position: [center[0], height, center[1]],
      friction: scene.friction ?? defaultFriction,
    });
}

/** The kernels of @colide/simd. */
interface Kernels {
  readonly rigid: SimdKernels | undefined;
  readonly cloth: ClothKernels | undefined;
}

function start(scene: Scene, kernels?: Kernels): RunningScene {
  const { gravity = defaultGravity, sleeping = true } = scene;
  const joints = scene.joints && new RigidJoints();
  const soft =
    scene.cloths && new SoftBodies({ kernels: kernels?.cloth, ...(sleeping ? {} : { sleeping: false }) });
  const world = new World({
    gravity: [0, gravity, 0],
    ...(joints && { joints }),
    ...(soft && { parts: [soft] }),
    ...(sleeping ? {} : { sleeping: false }),
    ...(kernels?.rigid && { kernels: kernels.rigid }),
  });
  const shapes: Shapes = new Map();
  for (const body of scene.bodies) addBody(world, shapes, body, scene);
  if (joints) addJoints(joints, world, scene);
  if (soft) addCloths(soft, scene);
  const queries = new WorldQueries(world);
  const hit = createWorldHit();
  const position = new Float64Array(3);
  const rotation = new Float64Array(4);
  return {
    step: dt => world.step(dt),
    read(body) {
      const { velocities, angularVelocities, asleep } = world.bodies;
      world.getPose(position, rotation, body);
      return {
        position: triple(position, 0),
        rotation: [...rotation] as unknown as Rotation,
        velocity: triple(velocities, 3 * body),
        angularVelocity: triple(angularVelocities, 3 * body),
        isAsleep: asleep[body] === 1,
      };
    },
    raycast: (origin, direction, maxDistance) => queries.raycast(hit, origin, direction, maxDistance),
    sleepingCloths: () => soft?.sleeperCount ?? 0,
    free() {},
  };
}

/** colide. */
export const colideEngine: PhysicsEngine = { name: 'colide', start: scene => start(scene) };

/** colide with the kernels of @colide/simd. */
export async function loadColideSimd(): Promise<PhysicsEngine> {
  const kernels = { rigid: await loadSimd(), cloth: await loadClothSimd() };
  return { name: 'colide with SIMD', start: scene => start(scene, kernels) };
}
