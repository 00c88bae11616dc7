import { Random } from '@colide/math';
import {
  type GltfJoint,
  type GltfJson,
  type GltfNodePhysics,
  gltfPhysicsAdd,
  gltfPhysicsRead,
  gltfPhysicsWrite,
} from '@colide/three';
import {
  SphereShape as Ball,
  BoxShape as Box,
  type BoxShape,
  type CapsuleShape,
  Compound,
  type ConeShape,
  type CylinderShape,
  createWorldHit,
  type EllipsoidShape,
  HalfSpace,
  HullShape,
  MeshShape,
  RigidJoints,
  type SphereShape,
  solidTorus,
  TriangleBvh,
  World,
  WorldQueries,
} from 'colide';
import { describe, expect, it } from 'vitest';

const physicsOf = (physics: GltfNodePhysics) => ({ extensions: { KHR_physics_rigid_bodies: physics } });
const collider = (shape: number, others: object = {}): GltfNodePhysics => ({
  collider: { geometry: { shape }, ...others },
});

/** Shapes, materials, filters and the hinge of {@link room}. */
function roomExtensions(): NonNullable<GltfJson['extensions']> {
  return {
    KHR_implicit_shapes: {
      shapes: [
        { type: 'box', box: { size: [20, 1, 20] } },
        { type: 'box', box: { size: [1, 0.5, 1] } },
        { type: 'capsule', capsule: { height: 1, radiusTop: 0.2, radiusBottom: 0.2 } },
        { type: 'sphere', sphere: { radius: 0.5 } },
      ],
    },
    KHR_physics_rigid_bodies: {
      physicsMaterials: [
        { staticFriction: 0.9, dynamicFriction: 0.7, restitution: 0.1 },
        { staticFriction: 0.2 },
      ],
      collisionFilters: [
        { collisionSystems: ['crates'], notCollideWithSystems: ['balls'] },
        { collisionSystems: ['balls'] },
      ],
      physicsJoints: [
        {
          limits: [
            { linearAxes: [0, 1, 2], max: 0 },
            { angularAxes: [0, 2], min: 0, max: 0 },
            { angularAxes: [1], min: -1, max: 1.5 },
          ],
          drives: [{ type: 'angular', axis: 1, velocityTarget: 2, damping: 5, maxForce: 30 }],
        },
      ],
    },
  };
}

/**
 * A file with everything that is common: a floor, a crate of two parts, a ball, a door on a hinge, a trigger.
 */
function room(): GltfJson {
  const half = Math.SQRT1_2;
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1, 4, 5, 7, 9] }],
    nodes: [
      { name: 'floor', translation: [0, -0.5, 0], ...physicsOf(collider(0, { physicsMaterial: 0 })) },
      {
        name: 'crate',
        translation: [0, 1, 0],
        rotation: [0, half, 0, half],
        children: [2, 3],
        ...physicsOf({ motion: { mass: 5, linearVelocity: [1, 0, 0], gravityFactor: 0.5 } }),
      },
      {
        translation: [0, 0, 1],
        scale: [1, -2, 1],
        ...physicsOf(collider(1, { physicsMaterial: 1, collisionFilter: 0 })),
      },
      { translation: [0, 0.5, 0], ...physicsOf(collider(2)) },
      {
        name: 'ball',
        translation: [3, 2, 0],
        ...physicsOf({ motion: {}, ...collider(3, { collisionFilter: 1 }) }),
      },
      {
        name: 'door',
        translation: [-2, 1, 0],
        children: [6],
        ...physicsOf({ motion: { mass: 2, inertiaDiagonal: [1, 2, 3] }, ...collider(1) }),
      },
      { translation: [-0.5, 0, 0], ...physicsOf({ joint: { connectedNode: 8, joint: 0 } }) },
      { name: 'post', translation: [-2.5, 0, 0], children: [8] },
      { translation: [0, 1, 0] },
      { name: 'goal', translation: [0, 0, 5], ...physicsOf({ trigger: { geometry: { shape: 0 } } }) },
    ],
    extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    extensions: roomExtensions(),
  };
}

describe('gltfPhysicsRead', () => {
  it('finds bodies, shapes, materials, filters, joints and triggers', () => {
    const { bodies, joints } = gltfPhysicsRead(room());
    expect(bodies.map(({ node }) => node)).toEqual([0, 1, 4, 5, 9]);
    const [floor, crate, ball, door, goal] = bodies.map(({ settings }) => settings);
    expect(floor).toMatchObject({ type: 'static', position: [0, -0.5, 0], friction: 0.7, restitution: 0.1 });
    expect((floor.shape as BoxShape).halfX).toBe(10);
    expect(crate).toMatchObject({ type: 'dynamic', mass: 5, friction: 0.2, gravityScale: 0.5 });
    // The velocity is given in the space of the node, which is turned by 90° about y.
    expect(crate.velocity![2]).toBeCloseTo(-1, 12);
    const { children, materials } = crate.shape as Compound;
    expect(materials).toEqual([undefined, { friction: 0.6, restitution: 0 }]);
    expect(children.map(({ shape }) => shape.kind)).toEqual(['box', 'capsule']);
    expect((children[0].shape as BoxShape).halfY).toBe(0.5);
    expect(children[0].pose[11]).toBeCloseTo(1, 12);
    expect((children[1].shape as CapsuleShape).halfHeight).toBe(0.5);
    // Crates and balls do not collide, whoever is asked.
    expect(crate.mask! & ball.group!).toBe(0);
    expect(crate.mask! & 1).toBe(1);
    expect(ball.mask).toBeUndefined();
    expect((ball.shape as SphereShape).radius).toBe(0.5);
    expect(door.inertia).toEqual([1, 0, 0, 0, 2, 0, 0, 0, 3]);
    expect(goal).toMatchObject({ sensor: true, type: 'static', position: [0, 0, 5] });
    expect(joints).toHaveLength(1);
    expect(joints[0]).toMatchObject({
      kind: 'hinge',
      bodies: [3, undefined],
      limits: [-1, 1.5],
      motor: { speed: 2, maxForce: 30 },
      collide: false,
    });
    expect(joints[0].axis[1]).toBeCloseTo(1, 12);
    expect(joints[0].anchors[0]).toEqual([-2.5, 1, 0]);
  });

  it('makes a world that falls, rests and turns', () => {
    const joints = new RigidJoints();
    const world = new World({ joints });
    const { bodies } = gltfPhysicsAdd(world, gltfPhysicsRead(room()), joints);
    for (let i = 0; i < 300; i++) world.step(1 / 60);
    const [position, rotation] = [new Float64Array(3), new Float64Array(4)];
    world.getPose(position, rotation, bodies[2]);
    expect(position[1]).toBeCloseTo(0.5, 2);
    world.getPose(position, rotation, bodies[3]);
    // The door hangs on its hinge, driven to its limit.
    expect(Math.hypot(position[0] + 2.5, position[2])).toBeCloseTo(0.5, 2);
    expect(position[1]).toBeCloseTo(1, 2);
    const angle = 2 * Math.atan2(rotation[1], rotation[3]);
    expect(Math.min(Math.abs(Math.abs(angle) - 1), Math.abs(Math.abs(angle) - 1.5))).toBeLessThan(0.05);
    expect(() => gltfPhysicsAdd(new World(), gltfPhysicsRead(room()))).toThrow(/joints/);
  });

  it('reads all implicit shapes, scaled', () => {
    const shapes = [
      { type: 'sphere', sphere: { radius: 2 } },
      { type: 'cylinder', cylinder: { height: 2, radiusTop: 0.5, radiusBottom: 0.5 } },
      { type: 'cylinder', cylinder: { height: 2, radiusTop: 0, radiusBottom: 0.5 } },
      { type: 'cylinder', cylinder: { height: 2, radiusTop: 0.3, radiusBottom: 0.5 } },
      { type: 'capsule', capsule: { height: 2, radiusTop: 0.3, radiusBottom: 0.5 } },
    ];
    const read = (shape: number, scale: number[]) =>
      gltfPhysicsRead({
        nodes: [{ scale, ...physicsOf(collider(shape)) }],
        extensions: { KHR_implicit_shapes: { shapes } },
      }).bodies[0].settings.shape;
    expect((read(0, [2, 2, 2]) as SphereShape).radius).toBe(4);
    expect((read(0, [1, 2, 3]) as EllipsoidShape).kind).toBe('ellipsoid');
    expect(read(1, [2, -3, 2]) as CylinderShape).toMatchObject({
      kind: 'cylinder',
      radius: 1,
      halfHeight: 3,
    });
    expect(read(2, [1, 1, 1]) as ConeShape).toMatchObject({ kind: 'cone', radius: 0.5, halfHeight: 1 });
    const box = (shape: unknown) => Array.from((shape as HullShape).aabb(new Float64Array(6)));
    const frustum = box(read(3, [1, 1, 1]));
    expect(frustum[1]).toBeCloseTo(-1, 6);
    expect(frustum[3]).toBeCloseTo(0.5, 6);
    const tapered = box(read(4, [1, 1, 1]));
    expect(tapered[1]).toBeCloseTo(-1.5, 6);
    expect(tapered[4]).toBeCloseTo(1.3, 6);
    expect(tapered[0]).toBeCloseTo(-0.5, 2);
  });

  it('names what it cannot do', () => {
    const refuse = (change: (json: GltfJson, nodes: GltfNodePhysics[]) => void, message: RegExp) => {
      const json = room();
      change(
        json,
        json.nodes!.map(node => node.extensions?.KHR_physics_rigid_bodies ?? {}),
      );
      expect(() => gltfPhysicsRead(json)).toThrow(message);
    };
    refuse((_, nodes) => (nodes[0].collider!.geometry!.shape = 9), /shape 9 of node 0 'floor'/);
    refuse((_, nodes) => (nodes[0].collider!.geometry!.node = 1), /either a shape or a node/);
    refuse((_, nodes) => (nodes[0].collider!.geometry = { node: 0 }), /node 0 must have a mesh/);
    refuse((_, nodes) => delete nodes[4].collider, /node 4 'ball' must have a collider/);
    refuse((_, nodes) => (nodes[5].motion!.inertiaDiagonal = [0, 1, 1]), /infinite moments/);
    refuse((_, nodes) => (nodes[3].trigger = { geometry: { shape: 0 } }), /colliders and triggers/);
    refuse((_, nodes) => (nodes[6].joint!.connectedNode = 99), /connected node/);
    refuse(json => (json.nodes![7].translation = [0, 0, 0]), /both ends in the same place/);
    refuse(json => (json.nodes![1].children = [2, 3, 1]), /one parent/);
    refuse(json => {
      json.nodes![1].scale = [3, 1, 1];
      json.nodes![2].rotation = [0, 0, 0.3, Math.sqrt(0.91)];
    }, /sheared/);
    const described = (json: GltfJson) => json.extensions!.KHR_physics_rigid_bodies!.physicsJoints![0];
    refuse(json => (described(json).limits![2].stiffness = 5), /soft limit/);
    refuse(json => (described(json).drives![0].stiffness = 5), /drives to a position or a velocity only/);
    refuse(json => (described(json).drives![0].axis = 0), /drives along free motions only, one each/);
    refuse(
      json => described(json).drives!.push(described(json).drives![0]),
      /drives along free motions only/,
    );
    refuse(json => {
      described(json).limits!.splice(1, 2, { angularAxes: [0, 1, 2], max: 1 });
    }, /ball, hinge, slider/);
    refuse(json => {
      described(json).limits![0] = { linearAxes: [0, 1], max: 1 };
    }, /ball, hinge, slider/);
    refuse(json => (json.extensions!.KHR_implicit_shapes!.shapes![0].type = 'torus'), /'torus'/);
  });
});

describe('gltfPhysicsWrite', () => {
  it('keeps closed meshes of dynamic bodies, alone and in compounds', () => {
    const { positions, indices } = solidTorus(0.5, 0.15);
    const ring = new MeshShape(new TriangleBvh(positions, indices));
    const world = new World();
    world.add({ shape: new Box([5, 0.5, 5]), type: 'static', position: [0, -0.5, 0] });
    world.add({ shape: ring, position: [0, 0.4, 0], mass: 3, velocity: [0.1, 0, 0] });
    world.add({
      shape: new Compound([{ shape: ring }, { shape: new Ball(0.2), position: [0, 0.5, 0] }]),
      position: [2, 0.4, 0],
      rotation: [0.1, 0, 0, 1],
    });
    const copy = new World();
    const { bodies } = gltfPhysicsAdd(
      copy,
      gltfPhysicsRead(JSON.parse(JSON.stringify(gltfPhysicsWrite(world)))),
    );
    expect(bodies).toHaveLength(3);
    for (let n = 0; n < 60; n++) {
      world.step(1 / 60);
      copy.step(1 / 60);
    }
    bodies.forEach((body, i) => {
      const poses = [copy, world].map((one, k) => {
        const pose = [new Float64Array(3), new Float64Array(4)] as const;
        one.getPose(...pose, k === 0 ? body : i);
        return pose[0];
      });
      // Numbers of meshes have single precision in glTF.
      for (let k = 0; k < 3; k++) expect(poses[0][k]).toBeCloseTo(poses[1][k], 3);
      expect(1 / copy.bodies.inverseMasses[body]).toBeCloseTo(1 / world.bodies.inverseMasses[i], 3);
    });
    const sheet = {
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1),
      indices: Uint32Array.of(0, 2, 1),
    };
    expect(() => gltfPhysicsRead(gltfPhysicsWrite(world), () => sheet)).toThrow(
      'node 1 moves, so its mesh must be closed or a convex hull',
    );
  });

  it('keeps materials of parts, and meshes among them', () => {
    const world = new World();
    const mesh = new MeshShape(new TriangleBvh([0, 0, 0, 4, 0, 0, 0, 0, 4], [0, 2, 1]));
    const shape = new Compound([
      { shape: new Box([1, 1, 1]), position: [0, 2, 0], material: { friction: 0.1 } },
      { shape: mesh, position: [0, 1, 0] },
      { shape: new Ball(1), material: { restitution: 0.5 } },
    ]);
    world.add({ shape, type: 'kinematic', friction: 0.3, restitution: 0.2 });
    const [{ settings }] = gltfPhysicsRead(gltfPhysicsWrite(world)).bodies;
    expect(settings).toMatchObject({ friction: 0.1, restitution: 0.2 });
    const { children, materials } = settings.shape as Compound;
    expect(children.map(child => child.shape.kind)).toEqual(['box', 'mesh', 'sphere']);
    expect(materials).toEqual([
      undefined,
      { friction: 0.3, restitution: 0.2 },
      { friction: 0.3, restitution: 0.5 },
    ]);
    const copy = new World();
    copy.add(settings);
    const hits = [world, copy].map(each => {
      const hit = createWorldHit();
      new WorldQueries(each).raycast(hit, [2.5, 5, 0.5], [0, -1, 0]);
      return [hit.t, hit.child, hit.triangle];
    });
    expect(hits[1]).toEqual(hits[0]);
    expect(hits[0]).toEqual([4, 1, 0]);
  });

  it('is read back as the same world', () => {
    const random = new Random(4);
    const joints = new RigidJoints();
    const world = new World({ joints });
    world.add({ shape: new HalfSpace([0, 1, 0], 0.25), friction: 0.8 });
    const points = Float64Array.from({ length: 60 }, () => random.normal());
    const shapes = [
      new Box([0.5, 0.6, 0.7]),
      new Ball(0.4),
      HullShape.fromPoints(points),
      new Compound([{ shape: new Ball(0.3), position: [1, 0, 0] }, { shape: new Box([0.2, 0.2, 0.9]) }]),
    ];
    shapes.forEach((shape, i) => {
      world.add({
        shape,
        position: [4 * i, 3, random.normal()],
        rotation: [0.1, 0.2, 0.3, Math.sqrt(0.86)],
        velocity: [random.normal(), 0, 1],
        angularVelocity: [0, random.normal(), 2],
        friction: 0.1 * i,
        restitution: 0.05 * i,
        mass: 1 + i,
        gravityScale: i === 0 ? 0.5 : 1,
        group: 1 << i,
        mask: i === 1 ? 0b101 : 0xffffffff,
      });
    });
    world.add({ shape: new Box([1, 1, 1]), type: 'kinematic', velocity: [1, 0, 0], position: [0, 20, 0] });
    world.add({ shape: new Box([1, 1, 1]), type: 'static', sensor: true, position: [0, 30, 0] });
    const list: Omit<GltfJoint, 'node'>[] = [
      {
        kind: 'hinge',
        bodies: [1, 2],
        anchors: [
          [2, 3, 0],
          [2, 3, 0],
        ],
        axis: [0, 0.6, 0.8],
        limits: [-1, 2],
        collide: true,
      },
      {
        kind: 'slider',
        bodies: [2, undefined],
        anchors: [
          [4, 3, 0],
          [4, 3, 0],
        ],
        axis: [1, 0, 0],
        motor: { speed: 1, maxForce: 7 },
        collide: false,
      },
      {
        kind: 'distance',
        bodies: [3, 4],
        anchors: [
          [8, 3, 0],
          [12, 3, 0],
        ],
        axis: [1, 0, 0],
        limits: [0, 5],
        collide: false,
      },
      {
        kind: 'ball',
        bodies: [3, undefined],
        anchors: [
          [8, 4, 0],
          [8, 4, 0],
        ],
        axis: [1, 0, 0],
        collide: false,
      },
      {
        kind: 'fixed',
        bodies: [1, 3],
        anchors: [
          [4, 3, 0],
          [4, 3, 0],
        ],
        axis: [1, 0, 0],
        collide: false,
      },
    ];
    const json: GltfJson = JSON.parse(JSON.stringify(gltfPhysicsWrite(world, list)));
    expect(json.extensionsUsed).toEqual(['KHR_implicit_shapes', 'KHR_physics_rigid_bodies']);
    const physics = gltfPhysicsRead(json);
    expect(physics.bodies).toHaveLength(7);
    physics.joints.forEach((joint, i) => {
      const { axis, anchors, ...rest } = list[i];
      expect(joint).toMatchObject(rest);
      if (joint.kind === 'hinge' || joint.kind === 'slider')
        Array.from(axis).forEach((x, k) => {
          expect(joint.axis[k]).toBeCloseTo(x, 9);
        });
      anchors.forEach((anchor, end) => {
        Array.from(anchor).forEach((x, k) => {
          expect(joint.anchors[end][k]).toBeCloseTo(x, 9);
        });
      });
    });
    const others = new RigidJoints();
    const copy = new World({ joints: others });
    const { bodies: ids } = gltfPhysicsAdd(copy, { bodies: physics.bodies, joints: [] }, others);
    const compare = (
      name:
        | 'positions'
        | 'velocities'
        | 'angularVelocities'
        | 'inverseMasses'
        | 'inverseMoments'
        | 'gravityScales',
      size: number,
    ) => {
      for (let body = 1; body <= 5; body++)
        for (let k = 0; k < size; k++)
          expect(copy.bodies[name][size * ids[body] + k], `${name} of ${body}`).toBeCloseTo(
            world.bodies[name][size * body + k],
            5,
          );
    };
    compare('positions', 3);
    compare('velocities', 3);
    compare('angularVelocities', 3);
    compare('inverseMasses', 1);
    compare('gravityScales', 1);
    for (let body = 0; body <= 5; body++)
      expect(copy.materials.frictions[ids[body]]).toBeCloseTo(world.materials.frictions[body], 9);
    expect(copy.materials.sensors[ids[6]]).toBe(1);
    const pairs = (of: World, names: readonly number[]) =>
      [1, 2, 3, 4].flatMap(a =>
        [1, 2, 3, 4].map(
          b =>
            (of.materials.groups[names[a]] & of.materials.masks[names[b]]) !== 0 &&
            (of.materials.groups[names[b]] & of.materials.masks[names[a]]) !== 0,
        ),
      );
    expect(pairs(copy, ids)).toEqual(pairs(world, [0, 1, 2, 3, 4]));
    // Rays meet the same surfaces.
    const [here, there] = [new WorldQueries(world), new WorldQueries(copy)];
    const [a, b] = [createWorldHit(), createWorldHit()];
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const origin = [random.uniform(-2, 14), 9, random.uniform(-3, 3)];
      const direction = [0.1 * random.normal(), -1, 0.1 * random.normal()];
      const t = here.raycast(a, origin, direction);
      expect(there.raycast(b, origin, direction)).toBeCloseTo(t, 4);
      if (a.body > 0 && t < Infinity) hits++;
    }
    expect(hits).toBeGreaterThan(20);
  });
});

describe('meshes of a document as exporters write them', () => {
  const corners = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

  /** A tetrahedron; its positions have room between them, its indices a size in bytes or none. */
  function document(size: 0 | 1 | 2 | 4): GltfJson {
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const listed = size === 0 ? corners.flatMap(v => points.slice(3 * v, 3 * v + 3)) : points;
    const stride = 20;
    const data = new DataView(new ArrayBuffer(8 + (stride / 3) * listed.length + 12 * size));
    for (const [k, x] of listed.entries())
      data.setFloat32(8 + stride * Math.floor(k / 3) + 4 * (k % 3), x, true);
    const indexAt = 8 + (stride / 3) * listed.length;
    for (const [k, v] of corners.entries())
      if (size === 1) data.setUint8(indexAt + k, v);
      else if (size === 2) data.setUint16(indexAt + 2 * k, v, true);
      else if (size === 4) data.setUint32(indexAt + 4 * k, v, true);
    const uri = `data:model/gltf-buffer;base64,${Buffer.from(data.buffer).toString('base64')}`;
    const indices = size === 0 ? {} : { indices: 1 };
    return {
      nodes: [
        { translation: [0, 5, 0], children: [1, 2], ...physicsOf({ motion: {}, ...collider(0) }) },
        { translation: [0, 0, 1], mesh: 0 },
        { translation: [4, 0, 0], scale: [-2, 1, 1], mesh: 0 },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...indices }] }],
      accessors: [
        { bufferView: 0, byteOffset: 8, componentType: 5126, count: listed.length / 3, type: 'VEC3' },
        {
          bufferView: 1,
          componentType: { 0: 0, 1: 5121, 2: 5123, 4: 5125 }[size],
          count: 12,
          type: 'SCALAR',
        },
      ],
      bufferViews: [
        { buffer: 0, byteLength: indexAt, byteStride: stride },
        { buffer: 0, byteOffset: indexAt, byteLength: 12 * size },
      ],
      buffers: [{ byteLength: data.byteLength, uri }],
    };
  }

  it.each([0, 1, 2, 4] as const)('with indices of %s bytes, and of the nodes below', size => {
    const json = document(size);
    json.nodes![0].extensions!.KHR_physics_rigid_bodies!.collider!.geometry = { node: 0 };
    const [{ settings }] = gltfPhysicsRead(json).bodies;
    const { mesh } = settings.shape as MeshShape;
    expect(mesh.triangleCount).toBe(8);
    // Both are closed with their faces outwards: their volumes are 1/6 and 2/6.
    expect(settings.shape.volume).toBeCloseTo(0.5, 6);
    const box = new Float64Array(6);
    settings.shape.aabb(box);
    expect([...box]).toEqual([0, 0, 0, 4, 1, 2].map(x => expect.closeTo(x, 6)));
  });

  it('leaves out shapes whose scale is 0 along all axes', () => {
    const json = room();
    json.nodes![0].scale = [0, 0, 0];
    expect(gltfPhysicsRead(json).bodies.map(({ node }) => node)).toEqual([1, 4, 5, 9]);
    const [crate] = gltfPhysicsRead(json).bodies;
    expect((crate.settings.shape as Compound).children.length).toBe(2);
    json.nodes![3].scale = [0, 0, 0];
    expect((gltfPhysicsRead(json).bodies[0].settings.shape as Compound).children.length).toBe(1);
  });
});
