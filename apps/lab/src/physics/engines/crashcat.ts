/**
 * crashcat behind the interface of the physics scenes, without joints and cloth: all settings are defaults.
 */
import * as crashcat from 'crashcat';
import {
  type ConvexPart,
  defaultDensity,
  defaultFriction,
  defaultGravity,
  noRotation,
  origin,
  type PhysicsEngine,
  type SceneShape,
} from '../engine.ts';

function convexShape(shape: ConvexPart, density: number): crashcat.Shape {
  switch (shape.kind) {
    case 'ball':
      return crashcat.sphere.create({ radius: shape.radius, density });
    case 'box':
      return crashcat.box.create({ halfExtents: [...shape.half], density });
    case 'capsule':
      return crashcat.capsule.create({
        radius: shape.radius,
        halfHeightOfCylinder: shape.halfHeight,
        density,
      });
    case 'cylinder':
      return crashcat.cylinder.create({ radius: shape.radius, halfHeight: shape.halfHeight, density });
    case 'hull':
      return crashcat.convexHull.create({ positions: [...shape.points], density });
  }
}

function anyShape(shape: SceneShape, density: number): crashcat.Shape {
  if (shape.kind === 'half-space')
    return crashcat.plane.create({ plane: { normal: [0, 1, 0], constant: 0 } });
  if (shape.kind === 'mesh')
    return crashcat.triangleMesh.create({ positions: [...shape.positions], indices: [...shape.indices] });
  if (shape.kind !== 'compound') return convexShape(shape, density);
  return crashcat.compound.create({
    children: shape.parts.map(part => ({
      shape: convexShape(part.shape, density),
      position: [...part.position],
      quaternion: [...noRotation],
    })),
  });
}

/** Makes crashcat ready for use. */
export function loadCrashcat(): PhysicsEngine {
  crashcat.registerAll();
  return {
    name: 'crashcat',
    start(scene) {
      if (scene.joints || scene.cloths) throw new Error('crashcat is driven here without joints and cloth');
      const settings = crashcat.createWorldSettings();
      settings.gravity = [0, scene.gravity ?? defaultGravity, 0];
      const moving = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
      const still = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
      crashcat.enableCollision(settings, moving, still);
      crashcat.enableCollision(settings, moving, moving);
      const world = crashcat.createWorld(settings);
      const shapes = new Map<SceneShape, crashcat.Shape>();
      const bodies = scene.bodies.map(body => {
        const shape = shapes.get(body.shape) ?? anyShape(body.shape, body.density ?? defaultDensity);
        shapes.set(body.shape, shape);
        return crashcat.rigidBody.create(world, {
          motionType: body.isStatic ? crashcat.MotionType.STATIC : crashcat.MotionType.DYNAMIC,
          shape,
          objectLayer: body.isStatic ? still : moving,
          position: [...(body.position ?? origin)],
          quaternion: [...(body.rotation ?? noRotation)],
          friction: scene.friction ?? defaultFriction,
          restitution: scene.restitution ?? 0,
          allowSleeping: scene.sleeping ?? true,
        });
      });
      return {
        step: dt => crashcat.updateWorld(world, undefined, dt),
        read(id) {
          const { position, quaternion, motionProperties, sleeping } = bodies[id];
          return {
            position: [position[0], position[1], position[2]],
            rotation: [quaternion[0], quaternion[1], quaternion[2], quaternion[3]],
            velocity: [...motionProperties.linearVelocity],
            angularVelocity: [...motionProperties.angularVelocity],
            isAsleep: sleeping,
          };
        },
        free() {},
      };
    },
  };
}
