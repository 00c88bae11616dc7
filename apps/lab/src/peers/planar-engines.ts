/**
 * Planar physics engines behind one interface, each driven as its documentation shows: no sleep, its default
 * solver settings, steps of 1/60 s. Matter.js steps with 4 position iterations more than it does by default,
 * since its stacks fall otherwise.
 */
import RAPIER from '@dimforge/rapier2d-compat';
import RAPIER_SIMD from '@dimforge/rapier2d-simd-compat';
import Box2DFactory from 'box2d3-wasm';
import { BoxShape2d, CircleShape2d, Compound2d, PolygonShape2d, World2d, WorldJoints2d } from 'colide';
import Matter from 'matter-js';
import * as p2Module from 'p2-es';
import * as phaser from 'phaser-box2d/dist/PhaserBox2D.js';
import * as planck from 'planck';
import type { PlanarBody, PlanarScene } from '../scenes/planar-scenes.ts';

/** A running scene. */
export interface PlanarRun {
  /** One step of 1/60 s. */
  step(): void;
  /** Writes the centres of the bodies, x, y each. */
  positions(out: Float64Array): void;
  /** Releases memory outside the JavaScript heap. */
  free(): void;
}

type PlanarEngine = (scene: PlanarScene) => PlanarRun;

const dt = 1 / 60;
const gravity = -9.81;
const friction = 0.6;
const nothing = () => {};

const pointsOf = (corners: readonly number[]) =>
  Array.from({ length: corners.length / 2 }, (_, k) => ({ x: corners[2 * k], y: corners[2 * k + 1] }));

const colideShape = ({ radius, half, corners }: PlanarBody) =>
  radius !== undefined
    ? new CircleShape2d(radius)
    : half
      ? new BoxShape2d([...half])
      : new PolygonShape2d([...corners!]);

const colide: PlanarEngine = ({ bodies, joints, drum }) => {
  const world = new World2d({ sleeping: false });
  const ids = bodies.map(body =>
    world.add({
      shape: colideShape(body),
      position: [...body.position],
      rotation: body.angle ?? 0,
      type: body.isStatic ? 'static' : 'dynamic',
    }),
  );
  if (drum)
    world.add({
      shape: new Compound2d(
        drum.walls.map(wall => ({ shape: colideShape(wall), position: [...wall.position] })),
      ),
      type: 'kinematic',
      angularVelocity: drum.spin,
    });
  const made = joints.length > 0 ? new WorldJoints2d(world) : undefined;
  for (const { a, b, anchor } of joints) made!.revolute(ids[a], ids[b], { anchor: [...anchor] });
  return {
    step: () => world.step(dt),
    positions: out => out.set(world.bodies.positions.subarray(0, out.length)),
    free: nothing,
  };
};

/** Rapier; its SIMD build has the same interface. */
function rapierEngine(rapier: typeof RAPIER): PlanarEngine {
  const colliderOf = ({ radius, half, corners }: PlanarBody) =>
    (radius !== undefined
      ? rapier.ColliderDesc.ball(radius)
      : half
        ? rapier.ColliderDesc.cuboid(...half)
        : rapier.ColliderDesc.convexHull(Float32Array.from(corners!))!
    ).setFriction(friction);
  return ({ bodies, joints, drum }) => {
    const world = new rapier.World({ x: 0, y: gravity });
    const made = bodies.map(body => {
      const desc = (body.isStatic ? rapier.RigidBodyDesc.fixed() : rapier.RigidBodyDesc.dynamic())
        .setTranslation(...body.position)
        .setRotation(body.angle ?? 0)
        .setCanSleep(false);
      const handle = world.createRigidBody(desc);
      world.createCollider(colliderOf(body), handle);
      return handle;
    });
    if (drum) {
      const handle = world.createRigidBody(
        rapier.RigidBodyDesc.kinematicVelocityBased().setAngvel(drum.spin),
      );
      for (const wall of drum.walls)
        world.createCollider(colliderOf(wall).setTranslation(...wall.position), handle);
    }
    for (const { a, b, anchor } of joints) {
      const [p, q] = [bodies[a].position, bodies[b].position];
      const joint = rapier.JointData.revolute(
        { x: anchor[0] - p[0], y: anchor[1] - p[1] },
        { x: anchor[0] - q[0], y: anchor[1] - q[1] },
      );
      world.createImpulseJoint(joint, made[a], made[b], true).setContactsEnabled(false);
    }
    return {
      step: () => world.step(),
      positions(out) {
        for (const [i, body] of made.entries()) {
          const { x, y } = body.translation();
          out[2 * i] = x;
          out[2 * i + 1] = y;
        }
      },
      free: () => world.free(),
    };
  };
}

const planckEngine: PlanarEngine = ({ bodies, joints, drum }) => {
  const world = new planck.World({ gravity: { x: 0, y: gravity }, allowSleep: false });
  const shapeOf = ({ radius, half, corners }: PlanarBody) =>
    radius !== undefined
      ? new planck.CircleShape(radius)
      : half
        ? new planck.BoxShape(...half)
        : new planck.PolygonShape(pointsOf(corners!));
  const made = bodies.map(body => {
    const handle = world.createBody({
      type: body.isStatic ? 'static' : 'dynamic',
      position: { x: body.position[0], y: body.position[1] },
      angle: body.angle ?? 0,
    });
    handle.createFixture({ shape: shapeOf(body), density: 1, friction });
    return handle;
  });
  if (drum) {
    const handle = world.createBody({ type: 'kinematic', angularVelocity: drum.spin });
    for (const { half, position } of drum.walls)
      handle.createFixture({
        shape: new planck.BoxShape(...half, { x: position[0], y: position[1] }, 0),
        friction,
      });
  }
  for (const { a, b, anchor } of joints)
    world.createJoint(new planck.RevoluteJoint({}, made[a], made[b], { x: anchor[0], y: anchor[1] }));
  return {
    step: () => world.step(dt),
    positions(out) {
      for (const [i, body] of made.entries()) {
        const { x, y } = body.getPosition();
        out[2 * i] = x;
        out[2 * i + 1] = y;
      }
    },
    free: nothing,
  };
};

/** Pixels per metre: Matter.js works in pixels, with y down. */
const pixels = 50;

const matter: PlanarEngine = ({ bodies, joints, drum }) => {
  const { Engine, Bodies, Body, Composite, Constraint } = Matter;
  const engine = Engine.create({ positionIterations: 10 });
  engine.gravity.y = 1;
  engine.gravity.scale = (-gravity * pixels) / 1e6;
  const make = ({ radius, half, corners, position, isStatic = false }: PlanarBody) => {
    const [x, y] = [pixels * position[0], -pixels * position[1]];
    const options = { isStatic, friction, frictionStatic: friction };
    if (radius !== undefined) return Bodies.circle(x, y, pixels * radius, options);
    if (half) return Bodies.rectangle(x, y, 2 * pixels * half[0], 2 * pixels * half[1], options);
    const vertices = pointsOf(corners!).map(point => ({ x: pixels * point.x, y: -pixels * point.y }));
    return Body.create({ ...options, vertices: vertices.reverse(), position: { x, y } });
  };
  const made = bodies.map(body => {
    const handle = make(body);
    if (body.angle) Body.setAngle(handle, -body.angle);
    Composite.add(engine.world, handle);
    return handle;
  });
  const walls = drum?.walls.map(wall => make({ ...wall, isStatic: true })) ?? [];
  for (const wall of walls) Composite.add(engine.world, wall);
  for (const { a, b, anchor } of joints) {
    const at = ([x, y]: readonly [number, number]) => ({
      x: pixels * (anchor[0] - x),
      y: -pixels * (anchor[1] - y),
    });
    Composite.add(
      engine.world,
      Constraint.create({
        bodyA: made[a],
        bodyB: made[b],
        pointA: at(bodies[a].position),
        pointB: at(bodies[b].position),
        length: 0,
      }),
    );
  }
  let angle = 0;
  return {
    step() {
      angle += dt * (drum?.spin ?? 0);
      for (const [i, wall] of walls.entries()) {
        const [x, y] = drum!.walls[i].position;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        Body.setPosition(wall, { x: pixels * (c * x - s * y), y: -pixels * (s * x + c * y) });
        Body.setAngle(wall, -angle, true);
      }
      Engine.update(engine, 1000 * dt);
    },
    positions(out) {
      for (const [i, { position }] of made.entries()) {
        out[2 * i] = position.x / pixels;
        out[2 * i + 1] = -position.y / pixels;
      }
    },
    free: nothing,
  };
};

// biome-ignore lint/suspicious/noExplicitAny: p2-es 1.2.3 has the declarations of a spatial engine.
const p2 = p2Module as any;

const p2Engine: PlanarEngine = ({ bodies, joints, drum }) => {
  const world = new p2.World({ gravity: [0, gravity] });
  world.sleepMode = p2.World.NO_SLEEPING;
  world.defaultContactMaterial.friction = friction;
  const shapeOf = ({ radius, half, corners }: PlanarBody) =>
    radius !== undefined
      ? new p2.Circle({ radius })
      : half
        ? new p2.Box({ width: 2 * half[0], height: 2 * half[1] })
        : new p2.Convex({ vertices: pointsOf(corners!).map(({ x, y }): [number, number] => [x, y]) });
  const made = bodies.map(body => {
    const handle = new p2.Body({
      mass: body.isStatic ? 0 : 1,
      position: [...body.position],
      angle: body.angle ?? 0,
    });
    handle.addShape(shapeOf(body));
    world.addBody(handle);
    return handle;
  });
  if (drum) {
    const handle = new p2.Body({ type: p2.Body.KINEMATIC, angularVelocity: drum.spin });
    for (const wall of drum.walls) handle.addShape(shapeOf(wall), [...wall.position]);
    world.addBody(handle);
  }
  for (const { a, b, anchor } of joints)
    world.addConstraint(
      new p2.RevoluteConstraint(made[a], made[b], { worldPivot: [...anchor], collideConnected: false }),
    );
  return {
    step: () => world.step(dt),
    positions(out) {
      for (const [i, { position }] of made.entries()) out.set(position, 2 * i);
    },
    free: nothing,
  };
};

const phaserEngine: PlanarEngine = ({ bodies, joints, drum }) => {
  const vec = ([x, y]: readonly [number, number]) => new phaser.b2Vec2(x, y);
  phaser.b2CreateWorldArray();
  const worldDef = phaser.b2DefaultWorldDef();
  worldDef.gravity = new phaser.b2Vec2(0, gravity);
  worldDef.enableSleep = false;
  const world = phaser.b2CreateWorld(worldDef);
  const shapeDef = phaser.b2DefaultShapeDef();
  shapeDef.density = 1;
  shapeDef.friction = friction;
  const { b2_staticBody, b2_kinematicBody, b2_dynamicBody } = phaser.b2BodyType;
  const addBody = (type: number, position: readonly [number, number], angle: number, spin = 0) => {
    const def = phaser.b2DefaultBodyDef();
    def.type = type;
    def.position = vec(position);
    def.rotation = phaser.b2MakeRot(angle);
    def.angularVelocity = spin;
    return phaser.b2CreateBody(world, def);
  };
  const made = bodies.map(({ radius, half, corners, position, angle = 0, isStatic }) => {
    const handle = addBody(isStatic ? b2_staticBody : b2_dynamicBody, position, angle);
    if (radius !== undefined) {
      const circle = new phaser.b2Circle();
      circle.center = new phaser.b2Vec2(0, 0);
      circle.radius = radius;
      phaser.b2CreateCircleShape(handle, shapeDef, circle);
      return handle;
    }
    const polygon = half
      ? phaser.b2MakeBox(...half)
      : phaser.b2MakePolygon(
          phaser.b2ComputeHull(
            pointsOf(corners!).map(({ x, y }) => new phaser.b2Vec2(x, y)),
            corners!.length / 2,
          ),
          0,
        );
    phaser.b2CreatePolygonShape(handle, shapeDef, polygon);
    return handle;
  });
  if (drum) {
    const handle = addBody(b2_kinematicBody, [0, 0], 0, drum.spin);
    for (const { half, position } of drum.walls)
      phaser.b2CreatePolygonShape(handle, shapeDef, phaser.b2MakeOffsetBox(...half, vec(position), 0));
  }
  for (const { a, b, anchor } of joints) {
    const def = phaser.b2DefaultRevoluteJointDef();
    const [p, q] = [bodies[a].position, bodies[b].position];
    def.bodyIdA = made[a];
    def.bodyIdB = made[b];
    def.localAnchorA = new phaser.b2Vec2(anchor[0] - p[0], anchor[1] - p[1]);
    def.localAnchorB = new phaser.b2Vec2(anchor[0] - q[0], anchor[1] - q[1]);
    phaser.b2CreateRevoluteJoint(world, def);
  }
  return {
    step: () => phaser.b2World_Step(world, dt, 4),
    positions(out) {
      for (const [i, body] of made.entries()) {
        const { x, y } = phaser.b2Body_GetPosition(body);
        out[2 * i] = x;
        out[2 * i + 1] = y;
      }
    },
    free: () => phaser.b2DestroyWorld(world),
  };
};

// biome-ignore lint/suspicious/noExplicitAny: its types are those of Emscripten, with handles of any kind.
let b2: any;

const box2d: PlanarEngine = ({ bodies, joints, drum }) => {
  const worldDef = b2.b2DefaultWorldDef();
  worldDef.gravity.Set(0, gravity);
  worldDef.enableSleep = false;
  const world = b2.b2CreateWorld(worldDef);
  const shapeDef = b2.b2DefaultShapeDef();
  shapeDef.density = 1;
  shapeDef.material.friction = friction;
  const addBody = (type: object, [x, y]: readonly [number, number], angle: number, spin = 0) => {
    const def = b2.b2DefaultBodyDef();
    def.type = type;
    def.position.Set(x, y);
    def.rotation = b2.b2MakeRot(angle);
    def.angularVelocity = spin;
    return b2.b2CreateBody(world, def);
  };
  const { b2_staticBody, b2_kinematicBody, b2_dynamicBody } = b2.b2BodyType;
  const made = bodies.map(({ radius, half, corners, position, angle = 0, isStatic }) => {
    const handle = addBody(isStatic ? b2_staticBody : b2_dynamicBody, position, angle);
    if (radius !== undefined) {
      const circle = new b2.b2Circle();
      circle.center.Set(0, 0);
      circle.radius = radius;
      b2.b2CreateCircleShape(handle, shapeDef, circle);
      return handle;
    }
    const polygon = half
      ? b2.b2MakeBox(...half)
      : b2.b2MakePolygon(b2.b2ComputeHull(pointsOf(corners!).map(({ x, y }) => new b2.b2Vec2(x, y))), 0);
    b2.b2CreatePolygonShape(handle, shapeDef, polygon);
    return handle;
  });
  if (drum) {
    const handle = addBody(b2_kinematicBody, [0, 0], 0, drum.spin);
    for (const { half, position } of drum.walls)
      b2.b2CreatePolygonShape(
        handle,
        shapeDef,
        b2.b2MakeOffsetBox(...half, new b2.b2Vec2(...position), b2.b2MakeRot(0)),
      );
  }
  for (const { a, b, anchor } of joints) {
    const def = b2.b2DefaultRevoluteJointDef();
    const [p, q] = [bodies[a].position, bodies[b].position];
    def.base.bodyIdA = made[a];
    def.base.bodyIdB = made[b];
    def.base.localFrameA.p.Set(anchor[0] - p[0], anchor[1] - p[1]);
    def.base.localFrameB.p.Set(anchor[0] - q[0], anchor[1] - q[1]);
    b2.b2CreateRevoluteJoint(world, def);
  }
  return {
    step: () => b2.b2World_Step(world, dt, 4),
    positions(out) {
      for (const [i, body] of made.entries()) {
        const { x, y } = b2.b2Body_GetPosition(body);
        out[2 * i] = x;
        out[2 * i + 1] = y;
      }
    },
    free: () => b2.b2DestroyWorld(world),
  };
};

/** All engines by name, ours first. */
export const planarEngines: Record<string, PlanarEngine> = {
  colide,
  planck: planckEngine,
  'phaser-box2d': phaserEngine,
  'matter-js': matter,
  'p2-es': p2Engine,
  'rapier2d (WASM)': rapierEngine(RAPIER),
  'rapier2d (SIMD)': rapierEngine(RAPIER_SIMD as unknown as typeof RAPIER),
  'box2d3 (WASM)': box2d,
};

/** Loads the engines that are WebAssembly. */
export async function loadPlanarEngines(): Promise<void> {
  await RAPIER.init();
  await RAPIER_SIMD.init();
  b2 ??= await Box2DFactory();
}
