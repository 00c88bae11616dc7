/**
 * Joints of a world written to a document and read back: the copy has the same joints and moves as the
 * original.
 */
import {
  type GltfJson,
  gltfJointsOf,
  gltfPhysicsAdd,
  gltfPhysicsRead,
  gltfPhysicsWrite,
} from '@colide/three';
import { BoxShape, type JointMotor, World, WorldJoints } from 'colide';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.3, 0.2, 0.1]);

/** Two boxes at odd angles, not at rest, and the joints of the world. */
function pair() {
  const world = new World({ gravity: [0, -2, 0], sleeping: false });
  const rotation = [0.1, 0.2, 0.3, Math.sqrt(0.86)];
  const a = world.add({ shape, position: [0, 0, 0], rotation, angularVelocity: [0, 0.5, 0.2], mass: 1 });
  const b = world.add({ shape, position: [1, 0.2, 0], velocity: [0, 0.3, 0.4], mass: 2 });
  return { world, a, b, joints: new WorldJoints(world) };
}

type Pair = ReturnType<typeof pair>;

/** The world of the document of a world, through text. */
function copyOf(world: World): {
  copy: World;
  ids: readonly number[];
  json: GltfJson;
  joints: readonly number[];
} {
  const json: GltfJson = JSON.parse(JSON.stringify(gltfPhysicsWrite(world)));
  const copy = new World({ gravity: [0, -2, 0], sleeping: false });
  new WorldJoints(copy);
  const { bodies, joints } = gltfPhysicsAdd(copy, gltfPhysicsRead(json));
  return { copy, ids: bodies, json, joints };
}

function run(world: World, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(1 / 60);
}

const anchor = [0.5, 0, 0];
const axis = [0.6, 0, 0.8];
const servo: JointMotor = { target: 0.7, stiffness: 30, damping: 3, maxForce: 20 };
const makers: Record<string, (pair: Pair) => number> = {
  hinge: ({ joints, a, b }) =>
    joints.hinge(a, b, { anchor, axis, limits: [-0.5, 0.4], motor: { speed: 1, maxForce: 3 } }),
  'hinge with a servo and collisions': ({ joints, a, b }) =>
    joints.hinge(a, b, { anchor, axis, motor: servo, collide: true }),
  'hinge with a spring to the world': ({ joints, b }) =>
    joints.hinge(undefined, b, { anchor, axis, spring: { rest: 0.3, stiffness: 12, damping: 0.5 } }),
  'slider with a servo': ({ joints, a, b }) => joints.slider(a, b, { axis, motor: servo, limits: [-1, 0.5] }),
  'slider with a damper': ({ joints, a, b }) =>
    joints.slider(a, b, { axis, motor: { target: 0, stiffness: 0, damping: 2 } }),
  fixed: ({ joints, a, b }) => joints.fixed(a, b, { anchor }),
  ball: ({ joints, a, b }) => joints.ball(a, b, { anchor }),
  'ball with limits': ({ joints, a, b }) =>
    joints.ball(a, b, { anchor, axis, swing: 0.4, twist: [-0.2, 0.3] }),
  'ball with a cone': ({ joints, a }) => joints.ball(a, undefined, { anchor, axis, swing: 0.4 }),
  'ball with a limited twist': ({ joints, a, b }) => joints.ball(a, b, { anchor, axis, twist: [-0.2, 0.3] }),
  rod: ({ joints, a, b }) => joints.distance(a, b),
  rope: ({ joints, a, b }) => joints.rope(a, b, { anchorA: [0.1, 0, 0], length: 1.2 }),
  spring: ({ joints, a, b }) => joints.spring(a, b, { rest: 0.8, stiffness: 20, damping: 0.3 }),
  'six motions': ({ joints, a, b }) =>
    joints.sixDof(a, b, {
      anchor,
      axis,
      normal: [0, 1, 0],
      x: { limits: [-0.1, 0.2], motor: servo },
      z: 'free',
      rotX: { limits: [-1, 1], spring: { stiffness: 5, damping: 0.1 } },
      rotY: { limits: [-0.3, 0.4] },
    }),
};

describe('joints of a world in a document', () => {
  it.each(Object.keys(makers))('%s: the copy moves as the original', name => {
    const original = pair();
    const { world } = original;
    makers[name](original);
    // Away from where the joint was made.
    run(world, 20);
    const { copy, ids } = copyOf(world);
    expect(gltfJointsOf(copy)).toHaveLength(1);
    run(world, 40);
    run(copy, 40);
    for (const body of [original.a, original.b])
      for (const [array, size] of [['positions', 3] as const, ['velocities', 3] as const])
        for (let k = 0; k < size; k++)
          expect(copy.bodies[array][size * ids[body] + k], `${array} ${body} ${k}`).toBeCloseTo(
            world.bodies[array][size * body + k],
            // Impulses of the last step are not in a document.
            2,
          );
  });

  it.each(Object.keys(makers))('%s: reading gives what was written', name => {
    const original = pair();
    makers[name](original);
    run(original.world, 20);
    const [written] = gltfJointsOf(original.world);
    const [read] = gltfPhysicsRead(copyOf(original.world).json).joints;
    expect(read.kind).toBe(written.kind);
    for (const key of [
      'limits',
      'twist',
      'swing',
      'spring',
      'motor',
      'motions',
      'bodies',
      'collide',
    ] as const)
      expect(plain(read[key]), key).toEqual(plain(written[key]));
    for (const key of ['anchors', 'axis'] as const)
      Array.from(written[key] as number[])
        .flat()
        .forEach((x, k) => {
          expect(Array.from(read[key] as number[]).flat()[k], key).toBeCloseTo(x, 6);
        });
  });

  it('keeps limits of a hinge that has made full revolutions', () => {
    const { world, joints, b } = pair();
    const hinge = joints.hinge(undefined, b, { anchor, axis, limits: [-30, 9] });
    joints.setMotor(hinge, { speed: 6 });
    run(world, 300);
    expect(joints.value(hinge)).toBeCloseTo(9, 1);
    const { copy, joints: ids } = copyOf(world);
    const others = new WorldJoints(copy);
    run(copy, 30);
    expect(others.value(ids[0])).toBeCloseTo(9 - 2 * Math.PI, 1);
    others.setMotor(ids[0], { speed: -1 });
    run(copy, 60);
    expect(others.value(ids[0])).toBeCloseTo(8 - 2 * Math.PI, 1);
  });

  it('gives ids of joints, also where others were removed', () => {
    const { world, joints, b } = pair();
    joints.remove(joints.hinge(undefined, b, { anchor, axis }));
    const json = gltfPhysicsWrite(world);
    expect(gltfPhysicsRead(json).joints).toEqual([]);
    joints.hinge(undefined, b, { anchor, axis });
    const target = new World();
    const own = new WorldJoints(target);
    const bodies = [0, 3].map(x => target.add({ shape, position: [x, 0, 0] }));
    own.remove(own.fixed(bodies[0], bodies[1]));
    const ids = gltfPhysicsAdd(target, gltfPhysicsRead(gltfPhysicsWrite(world)));
    own.setMotor(ids.joints[0], { speed: 1 });
    expect(own.bodies(ids.joints[0])).toEqual([undefined, ids.bodies[1]]);
  });

  it('names what glTF cannot describe', () => {
    const { world, joints, a, b } = pair();
    const wheels = [a, b].map(body =>
      joints.hinge(undefined, body, { anchor: [body, 0, 0], axis: [0, 0, 1] }),
    );
    joints.gear(wheels[0], wheels[1], { ratio: 2 });
    joints.pulley(a, b, { groundA: [0, 5, 0], groundB: [1, 5, 0] });
    expect(() => gltfPhysicsWrite(world)).toThrow(/gltfJointsOf/);
    const list = gltfJointsOf(world);
    expect(list.map(({ kind }) => kind)).toEqual(['hinge', 'hinge']);
    expect(gltfPhysicsRead(gltfPhysicsWrite(world, list)).joints).toHaveLength(2);
    expect(gltfPhysicsRead(gltfPhysicsWrite(world, [])).joints).toEqual([]);
    const other = pair();
    other.joints.distance(other.a, other.b, { motor: { speed: 1 } });
    expect(() => gltfPhysicsWrite(other.world)).toThrow(
      /distance joint of bodies 0 and 1 must not have a motor/,
    );
  });
});

describe('joints of a document', () => {
  it('turn a cone to the axis that is left', () => {
    const json = gltfPhysicsWrite(pair().world, [
      {
        kind: 'ball',
        bodies: [0, 1],
        anchors: [anchor, anchor],
        axis: [0, 1, 0],
        swing: 0.5,
        collide: false,
      },
    ]);
    const limits = json.extensions!.KHR_physics_rigid_bodies!.physicsJoints![0].limits!;
    limits[1] = { angularAxes: [2, 0], min: 0, max: 0.5 };
    limits.push({ angularAxes: [1], min: -0.1, max: 0.2 });
    const [joint] = gltfPhysicsRead(json).joints;
    expect(joint).toMatchObject({ kind: 'ball', swing: 0.5, twist: [-0.1, 0.2] });
    // The frame was written with x up; y is then −x.
    expect(joint.axis[0]).toBeCloseTo(-1, 9);
  });
});

/** Plain numbers rounded to what survives a rotation and back. */
function plain(value: unknown): unknown {
  return value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (_, x) => (typeof x === 'number' && Number.isFinite(x) ? +x.toFixed(9) : x)),
      );
}
