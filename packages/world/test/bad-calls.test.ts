/**
 * Every public method of a world, its queries, its joints and its deformable bodies refuses bad arguments:
 * the error names the argument, the bytes of the world are those from before, and the next step works.
 */
import { IdList, PairList } from '@colide/core';
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Islands, RigidBodies, RigidJoints } from '@colide/solvers';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import {
  type Argument,
  arrayArgument,
  callBadly,
  type MethodRow,
  type MethodTable,
  numberArgument,
  objectArgument,
  optional,
  outArgument,
  settingsArgument,
  vectorArgument,
} from '@colide/testing';
import { createWorldHit, SoftBodies, World, WorldHitList, WorldJoints, WorldQueries } from '@colide/world';
import { describe, expect, it } from 'vitest';

const box = new BoxShape([0.5, 0.5, 0.5]);
const mesh = new MeshShape(new TriangleBvh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 2]));
const joints = new RigidJoints();
const soft = new SoftBodies();
const world = new World({ joints, parts: [soft] });
const queries = new WorldQueries(world);
const worldJoints = new WorldJoints(world);

world.add({ shape: new HalfSpace() });
const body = world.add({ shape: box, position: [0, 0.5, 0] });
const other = world.add({ shape: new SphereShape(0.5), position: [2, 0.5, 0] });
const removed = world.add({ shape: box, position: [9, 9, 9] });
world.remove(removed);
const hinge = joints.addHinge(world.bodies, body, other, [1, 0.5, 0], [0, 0, 1]);
const door = worldJoints.hinge(undefined, other, { anchor: [2, 0.5, 0], axis: [0, 1, 0] });
const socket = worldJoints.ball(body, null, { anchor: [0, 1, 0], axis: [0, 1, 0], swing: 1, twist: [-1, 1] });
const gate = worldJoints.hinge(null, body, { anchor: [0, 0.5, 0], axis: [0, 1, 0] });
const latch = worldJoints.slider(null, other, { axis: [1, 0, 0] });
const lost = worldJoints.fixed(body, other);
const gone = joints.addBall(world.bodies, body, other, [1, 0.5, 0]);
joints.remove(gone);
worldJoints.remove(lost);
const cloth = soft.addCloth({ columns: 4, rows: 4, spacing: 0.2, position: [0, 3, 0] });
const removedCloth = soft.addRope({ positions: [5, 5, 5, 6, 5, 5] });
soft.remove(removedCloth);
for (let n = 0; n < 5; n++) world.step(1 / 60);
// Applied at the next step, so that snapshots are not alike by chance.
world.applyForce(other, [1, 2, 3]);

const state = () => [
  world.snapshot(),
  world.count,
  joints.count,
  soft.bodies.length,
  soft.particleCount,
  [...world.gravity],
];

// The arguments that several methods have.
const noBody = [removed, 99, 2 ** 32, -1, 1.5, '1'];
const bodyArgument = (name = 'body') => numberArgument(name, body, { isInteger: true, also: noBody });
const vec3 = (name: string) => vectorArgument(name, [1, 2, 3]);
const quat = (name: string) => vectorArgument(name, [0, 0, 0, 1]);
const flag = (name: string): Argument => ({ name, good: () => true, bad: [null, 0, 1, 'true', NaN, {}, []] });
const axes = (name: string): Argument => ({
  name,
  good: () => 'xz',
  bad: [null, 1, 'w', 'zx', 'xx', 'X', {}, true],
});
const bits = (name: string) =>
  numberArgument(name, 1, { isOptional: true, isInteger: true, also: [2 ** 32] });
const amount = (name: string) => numberArgument(name, 0.5, { isOptional: true });
const fraction = (name: string) => numberArgument(name, 0.5, { isOptional: true, also: [1.5] });
const hit = () => objectArgument('hit', createWorldHit, [new IdList(), new WorldHitList()]);
const filterArgument = () =>
  settingsArgument('filter', () => ({ mask: 1 }), [
    numberArgument('mask', 1, { isOptional: true, isInteger: true, isSigned: true }),
    numberArgument('group', 1, { isOptional: true, isInteger: true, isSigned: true }),
    {
      name: 'except',
      good: () => [1],
      bad: [null, '1', true, {}, 1.5, -2, NaN, Infinity, [1.5], ['1'], [0, -2]],
    },
    { name: 'accepts', good: () => () => true, bad: [null, 1, '1', true, {}, []] },
    flag('sensors'),
  ]).map(optional);
const convex = () => objectArgument('shape', () => box, [new HalfSpace(), world]);

const material = [
  amount('friction'),
  fraction('restitution'),
  amount('linearDamping'),
  amount('angularDamping'),
  bits('group'),
  bits('mask'),
  flag('bullet'),
  flag('sensor'),
  numberArgument('gravityScale', 0.5, { isOptional: true, isSigned: true }),
  numberArgument('maxSpeed', 5, { isOptional: true, isInfinite: true }),
  numberArgument('maxAngularSpeed', 5, { isOptional: true, isInfinite: true }),
  axes('lockedTranslation'),
  axes('lockedRotation'),
  flag('canSleep'),
];
const build = [
  numberArgument('mass', 1, { isOptional: true, also: [0, 1e-50, 1e70] }),
  {
    name: 'inertia',
    good: () => [1, 1, 1],
    bad: [
      null,
      1,
      '123',
      [],
      [1, 1],
      [1, 1, 'x'],
      [0, 1, 1],
      [-1, 1, 1],
      [9, 1, 1, 1],
      new Array(9).fill(NaN),
    ],
  },
  optional(vec3('centerOfMass')),
  flag('enabled'),
  { name: 'density', good: () => 1, bad: [null, 0, -1, NaN, Infinity, '1'] },
];
const shapes = [
  { offset: 0 },
  { kind: 'halfSpace' },
  { kind: 'halfSpace', offset: 0 },
  { kind: 'halfSpace', normal: [0, 1, 0] },
  { kind: 'halfSpace', normal: [0, 1, 0], offset: NaN },
  { kind: 'halfSpace', normal: [0, 9, 0], offset: 0 },
  { kind: 'compound' },
  { kind: 'compound', children: [] },
  { kind: 'compound', children: [box], rotations: [[0, 0, 0, 1]] },
  { kind: 'sphere', radius: 1 },
  { kind: 'box', support: () => [0, 0, 0] },
  { support: () => [0, 0, 0], aabb: (out: Float64Array) => out.fill(NaN), volume: 1 },
  new BoxShape([1, 0, 1]),
  new BoxShape([1e100, 1, 1]),
  new SphereShape(1e-60),
  new SphereShape(1e40),
  mesh.mesh,
  world,
];

const worldTable: MethodTable<World> = {
  add: [
    settingsArgument('settings', () => ({ shape: box, position: [0, 20, 0] }), [
      objectArgument('shape', () => box, shapes),
      { name: 'type', good: () => 'static', bad: [null, 1, 'liquid', {}] },
      optional(vec3('position')),
      {
        ...optional(quat('rotation')),
        bad: [...optional(quat('rotation')).bad, [0, 0, 0, 0], [1e-200, 0, 0, 0]],
      },
      optional(vec3('velocity')),
      optional(vec3('angularVelocity')),
      numberArgument('density', 1, { isOptional: true, also: [0] }),
      ...build,
      ...material,
    ]),
  ],
  generation: '0 for whatever is no id',
  wakeNeighbours: [bodyArgument()],
  applyTorque: [bodyArgument(), vec3('torque')],
  remove: [bodyArgument()],
  has: 'false for whatever is no id',
  ids: 'no arguments',
  setPose: [bodyArgument(), vec3('position'), optional(quat('rotation'))],
  getPose: [outArgument('outPosition', 3), outArgument('outRotation', 4), bodyArgument()],
  setVelocity: [bodyArgument(), vec3('velocity'), optional(vec3('angularVelocity'))],
  setMaterial: [bodyArgument(), settingsArgument('material', () => ({ friction: 1 }), material)],
  applyImpulse: [bodyArgument(), vec3('impulse'), optional(vec3('point'))],
  applyForce: [bodyArgument(), vec3('force'), optional(vec3('point'))],
  wake: [bodyArgument()],
  place: [bodyArgument()],
  step: [numberArgument('dt', 1 / 60, { also: [0] })],
  stepAsync: [numberArgument('dt', 1 / 60, { also: [0] })],
  advance: [numberArgument('elapsed', 0)],
  advanceAsync: [numberArgument('elapsed', 0)],
  stepsFor: [numberArgument('elapsed', 0)],
  snapshot: 'no arguments',
  restore: [
    objectArgument('snapshot', () => world.snapshot(), [
      new ArrayBuffer(64),
      new Uint8Array(8),
      new World().snapshot(),
    ]),
  ],
  dispose: 'no arguments',
  colliderOfBox: [numberArgument('box', 0, { isInteger: true })],
  meshOf: [numberArgument('collider', 0, { isInteger: true })],
};

const ray = (out: Argument): MethodRow => [
  out,
  vec3('origin'),
  { ...vec3('direction'), bad: [...vec3('direction').bad, [0, 0, 0]] },
  numberArgument('maxT', 9, { isOptional: true, isInfinite: true }),
  filterArgument(),
];

const queriesTable: MethodTable<WorldQueries> = {
  raycast: ray(hit()),
  raycastEvery: ray(objectArgument('out', () => new WorldHitList(), [new IdList(), new PairList()])),
  shapecast: [hit(), convex(), vec3('motion'), filterArgument()],
  overlap: [
    objectArgument('out', () => new IdList(), [new WorldHitList(), new PairList()]),
    convex(),
    filterArgument(),
  ],
  closest: [hit(), convex(), numberArgument('maxDistance', 1), filterArgument()],
};

const bodiesArgument = () => objectArgument('bodies', () => world.bodies, [world]);
const second = () => numberArgument('b', other, { isInteger: true, also: noBody });
const first = () => numberArgument('a', body, { isInteger: true, also: noBody });
const joint = () => numberArgument('joint', hinge, { isInteger: true, also: [gone, 99] });
const axis = {
  ...arrayArgument('axis', [0, 0, 1]),
  bad: [...arrayArgument('axis', [0, 0, 1]).bad, [0, 0, 0], [1e308, 0, 0], [1e-200, 0, 0]],
};
const anchor = (name: string): Argument => {
  const { bad } = arrayArgument(name, [1, 0, 0]);
  return { name, good: () => [1, 0, 0], bad: [...bad, [1e308, 0, 0]] };
};

const doorAt = joints.indexOf(door);

const jointsTable: MethodTable<RigidJoints> = {
  add: [
    bodiesArgument(),
    first(),
    second(),
    settingsArgument(
      'geometry',
      () => ({ anchorA: [1, 0, 0], anchorB: [1, 0, 1], axis: [0, 0, 1], locks: 7, freeAxis: 3 }),
      [
        anchor('anchorA'),
        anchor('anchorB'),
        axis,
        { ...anchor('normal'), bad: [...optional(anchor('normal')).bad, [0, 0, 0], [0, 0, 2]] },
        numberArgument('locks', 7, { isInteger: true, also: [64] }),
        { ...numberArgument('freeAxis', 3, { isInteger: true, isSigned: true, also: [-2, 4, 7] }) },
        { name: 'form', good: () => 'axes', bad: [null, 1, 'x', {}] },
      ],
    ),
  ],
  addAxis: [joint(), numberArgument('axis', 3, { isInteger: true, also: [3, 4, 6] })],
  addCoupling: [
    numberArgument('first', hinge, { isInteger: true, also: [gone, 99] }),
    numberArgument('second', doorAt, { isInteger: true, also: [gone, 99, hinge] }),
    numberArgument('ratio', 2, { isSigned: true, also: [0] }),
  ],
  setRestitution: [joint(), numberArgument('restitution', 0.5, { also: [1.5] })],
  setServo: [
    joint(),
    numberArgument('target', 1, { isSigned: true }),
    numberArgument('stiffness', 1),
    numberArgument('damping', 1),
    numberArgument('maxForce', 1, { isInfinite: true }),
  ],
  setSpring: [
    joint(),
    numberArgument('rest', 1, { isSigned: true }),
    numberArgument('stiffness', 1),
    numberArgument('damping', 1),
  ],
  setFriction: [joint(), numberArgument('friction', 1, { isInfinite: true })],
  setBreakLoads: [
    joint(),
    numberArgument('breakForce', 1, { isInfinite: true }),
    numberArgument('breakTorque', 1, { isInfinite: true }),
  ],
  setCollision: [joint(), { ...flag('collide'), bad: [...flag('collide').bad, undefined] }],
  separates: 'called for every pair of bodies in a step',
  getReaction: 'see WorldJoints.reaction',
  getValue: [bodiesArgument(), joint()],
  getSpeed: [bodiesArgument(), joint()],
  idOf: [joint()],
  indexOf: 'minus one for whatever is no id',
  stateArrays: 'no arguments',
  finish: 'called by the solver, at the end of a step',
  addBall: [bodiesArgument(), first(), second(), anchor('anchor')],
  addFixed: [bodiesArgument(), first(), second(), anchor('anchor')],
  addHinge: [bodiesArgument(), first(), second(), anchor('anchor'), axis],
  addSlider: [bodiesArgument(), first(), second(), anchor('anchor'), axis],
  addDistance: [
    bodiesArgument(),
    first(),
    second(),
    anchor('anchorA'),
    anchor('anchorB'),
    {
      name: 'limits',
      good: () => [0, 1],
      bad: [null, 1, '12', true, {}, [], [1], [-1, 1], [2, 1], [NaN, 1], [0, NaN], ['0', 1], [0, 1e308]],
    },
  ],
  setLimits: [
    joint(),
    numberArgument('lower', 0, { isSigned: true, also: [2] }),
    { ...numberArgument('upper', 1, { isSigned: true, isInfinite: true }) },
  ],
  setMotor: [
    joint(),
    numberArgument('speed', 1, { isSigned: true }),
    numberArgument('maxForce', 1, { isInfinite: true }),
  ],
  remove: [joint()],
  removeBody: [numberArgument('body', 5, { isInteger: true })],
  saveStructure: 'no arguments',
  loadStructure: 'takes what saveStructure gave',
  wakeChanged: [bodiesArgument()],
  wakeJoint: [bodiesArgument(), joint()],
  linkIslands: [objectArgument('islands', () => new Islands(16), [world])],
  begin: 'called by the solver, which has checked',
  prepare: 'called by the solver, in every substep',
  warmStart: 'called by the solver, in every substep',
  solve: 'called by the solver, in every substep',
  moveFrames: 'called by bodyChange, with what it has computed',
};

const jointId = (name = 'joint') =>
  numberArgument(name, door, { isInteger: true, also: [lost, 99, 2 ** 40, -1, 1.5, '1'] });
const axisName: Argument = { name: 'axis', good: () => 'rotX', bad: [null, 1, 'w', 'x', 'swing', {}, true] };
const badLimits = [null, 1, '12', true, {}, [], [1], [2, 1], [NaN, 1], [0, NaN], ['0', 1], [0, 1e308]];
const limitsOf = (name: string, also: unknown[] = []): Argument => ({
  name,
  good: () => [0, 1],
  bad: [...badLimits, ...also],
});
const motorArgument: Argument = {
  name: 'motor',
  good: () => ({ speed: 1 }),
  bad: [
    null,
    1,
    'fast',
    true,
    {},
    { speed: 1, target: 1 },
    { speed: NaN },
    { speed: '1' },
    { speed: 1, maxForce: -1 },
    { speed: 1, maxTorque: 1 },
    { target: 1 },
    { target: 1, stiffness: 1 },
    { target: 1, stiffness: -1, damping: 1 },
    { target: Infinity, stiffness: 1, damping: 1 },
    { target: 1, stiffness: 1, damping: NaN },
  ],
};
const springArgument: Argument = {
  name: 'spring',
  good: () => ({ stiffness: 1 }),
  bad: [
    null,
    1,
    true,
    {},
    { stiffness: -1 },
    { stiffness: 1, damping: NaN },
    { stiffness: 1, rest: Infinity },
  ],
};
const commonSettings = [
  numberArgument('breakForce', 1, { isOptional: true, isInfinite: true }),
  numberArgument('breakTorque', 1, { isOptional: true, isInfinite: true }),
  flag('collide'),
];
const axisSettings = [
  limitsOf('limits'),
  fraction('restitution'),
  motorArgument,
  springArgument,
  numberArgument('friction', 1, { isOptional: true, isInfinite: true }),
  ...commonSettings,
];
const direction = { ...vec3('axis'), bad: [...vec3('axis').bad, [0, 0, 0], [1e-200, 0, 0]] };
const ends = [optional(vec3('anchorA')), optional(vec3('anchorB'))];
const length = (name: string) => numberArgument(name, 1, { isOptional: true });
/** Bodies that may be left out, for the world. */
const pair = [first(), second()].map(({ name, good, bad }) => ({
  name,
  good,
  bad: bad.filter(value => value !== undefined && value !== null),
}));

const worldJointsTable: MethodTable<WorldJoints> = {
  hinge: [
    ...pair,
    settingsArgument('settings', () => ({ anchor: [1, 0, 0], axis: [0, 0, 1] }), [
      vec3('anchor'),
      direction,
      ...axisSettings,
    ]),
  ],
  slider: [
    ...pair,
    settingsArgument('settings', () => ({ axis: [0, 0, 1] }), [
      optional(vec3('anchor')),
      direction,
      ...axisSettings,
    ]),
  ],
  fixed: [
    ...pair,
    settingsArgument('settings', () => ({}), [optional(vec3('anchor')), ...commonSettings]).map(optional),
  ],
  ball: [
    ...pair,
    settingsArgument('settings', () => ({ anchor: [1, 0, 0], axis: [0, 1, 0], swing: 1 }), [
      vec3('anchor'),
      direction,
      numberArgument('swing', 1, { isOptional: true, also: [4] }),
      limitsOf('twist'),
      ...commonSettings,
    ]),
  ],
  distance: [
    ...pair,
    settingsArgument('settings', () => ({}), [...ends, limitsOf('limits', [[-1, 1]]), ...axisSettings]).map(
      optional,
    ),
  ],
  rope: [
    ...pair,
    settingsArgument('settings', () => ({}), [...ends, length('length'), ...commonSettings]).map(optional),
  ],
  spring: [
    ...pair,
    settingsArgument('settings', () => ({ stiffness: 5 }), [
      ...ends,
      length('rest'),
      numberArgument('stiffness', 1),
      length('damping'),
      ...commonSettings,
    ]),
  ],
  sixDof: [
    ...pair,
    settingsArgument('settings', () => ({ axis: [0, 0, 1] }), [
      optional(vec3('anchor')),
      optional(direction),
      { ...optional(vec3('normal')), bad: [...optional(vec3('normal')).bad, [0, 0, 0], [0, 0, 3]] },
      ...['x', 'y', 'z', 'rotX', 'rotY', 'rotZ'].map(
        (name): Argument => ({
          name,
          good: () => 'free',
          bad: [null, 1, 'locked', true, { limits: [1, 0] }, { motor: {} }, { friction: -1 }, { limit: 1 }],
        }),
      ),
      ...commonSettings,
    ]).map(optional),
  ],
  gear: [
    { ...jointId('first'), bad: [...jointId('first').bad, socket, latch] },
    { ...jointId('second'), good: () => gate, bad: [...jointId('second').bad, socket, latch, door] },
    settingsArgument('settings', () => ({ ratio: 2 }), [
      numberArgument('ratio', 2, { isSigned: true, also: [0] }),
      ...commonSettings,
    ]),
  ],
  rackAndPinion: [
    { ...jointId('rack'), good: () => latch, bad: [...jointId('rack').bad, socket, door] },
    { ...jointId('pinion'), bad: [...jointId('pinion').bad, socket, latch] },
    settingsArgument('settings', () => ({ radius: 2 }), [
      numberArgument('radius', 2, { isSigned: true, also: [0] }),
      ...commonSettings,
    ]),
  ],
  pulley: [
    first(),
    second(),
    settingsArgument('settings', () => ({ groundA: [0, 3, 0], groundB: [2, 3, 0] }), [
      vec3('groundA'),
      vec3('groundB'),
      ...ends,
      numberArgument('ratio', 1, { isOptional: true, also: [0] }),
      length('length'),
      ...commonSettings,
    ]),
  ],
  has: 'false for whatever is no id',
  remove: [jointId()],
  bodies: [jointId()],
  setLimits: [jointId(), limitsOf('limits'), axisName],
  setMotor: [jointId(), motorArgument, axisName],
  setSpring: [jointId(), springArgument, axisName],
  setFriction: [jointId(), numberArgument('friction', 1, { isInfinite: true }), axisName],
  setBreaking: [
    jointId(),
    numberArgument('breakForce', 1, { isInfinite: true }),
    numberArgument('breakTorque', 1, { isInfinite: true, isOptional: true }),
  ],
  setCollision: [jointId(), { ...flag('collide'), bad: [...flag('collide').bad, undefined] }],
  value: [jointId(), axisName],
  speed: [jointId(), axisName],
  reaction: [outArgument('outForce', 3), outArgument('outTorque', 3), jointId()],
};

const softMaterial = [
  optional(vec3('position')),
  {
    ...optional(quat('rotation')),
    bad: [...optional(quat('rotation')).bad, [0, 0, 0, 0], [1e-200, 0, 0, 0]],
  },
  optional(vec3('velocity')),
  numberArgument('mass', 1, { isOptional: true, also: [0] }),
  numberArgument('density', 1, { isOptional: true, also: [0] }),
  amount('friction'),
  fraction('restitution'),
  numberArgument('thickness', 1, { isOptional: true, also: [0] }),
  numberArgument('radius', 1, { isOptional: true, also: [0] }),
  flag('selfCollision'),
  bits('group'),
  bits('mask'),
  { name: 'pins', good: () => [0], bad: [null, 1, '1', true, {}, [99], [-1], [1.5], [NaN], ['0']] },
];
const threads = [
  fraction('stiffness'),
  fraction('bending'),
  fraction('viscosity'),
  numberArgument('tearFactor', 2, { isOptional: true, also: [1, 0.5] }),
];
const positions = (good: number[]) => ({
  ...arrayArgument('positions', good),
  bad: [...arrayArgument('positions', good).bad, good.map(() => 1e308)],
});
const triangle = [0, 0, 0, 1, 0, 0, 0, 0, 1];
const tetrahedron = { positions: [...triangle, 0, 1, 0], triangles: [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2] };
const triangles: Argument = {
  name: 'triangle',
  good: () => [0, 1, 2],
  bad: [],
};
const badTriangles: Argument = {
  ...triangles,
  name: 'triangles',
  bad: [undefined, null, 1, '012', {}, [], [0, 1], [0, 1, 9], [0, 1, 1.5], [0, 1, -1], ['0', 1, 2]],
};
const count = (name: string) => numberArgument(name, 3, { isInteger: true, also: [0, 2 ** 30] });
const particle = () => numberArgument('particle', 0, { isInteger: true, also: [99] });
const softBody = () => objectArgument('body', () => cloth, [removedCloth, world, soft]);
const worldArgument = () => objectArgument('world', () => world, [new World(), soft]);

const softTable: MethodTable<SoftBodies> = {
  addCloth: [
    [
      ...settingsArgument('settings', () => ({ columns: 3, rows: 3, spacing: 0.1 }), [
        { ...count('columns'), bad: [...count('columns').bad, 1] },
        { ...count('rows'), bad: [...count('rows').bad, 1] },
        numberArgument('spacing', 1, { also: [0] }),
        ...threads,
        ...softMaterial,
      ]),
      ...settingsArgument('settings', () => ({ positions: triangle, triangles: [0, 1, 2] }), [
        positions(triangle),
        badTriangles,
      ]).slice(1),
    ],
  ],
  addRope: [
    settingsArgument('settings', () => ({ positions: [0, 0, 0, 1, 0, 0] }), [
      positions([0, 0, 0, 1, 0, 0]),
      fraction('bending'),
      fraction('viscosity'),
      amount('compliance'),
      ...softMaterial,
    ]),
  ],
  addFigure: [
    settingsArgument('settings', () => ({ positions: [0, 0, 0, 1, 0, 0], sticks: [0, 1] }), [
      positions([0, 0, 0, 1, 0, 0]),
      {
        name: 'sticks',
        good: () => [0, 1],
        bad: [undefined, null, 2, '01', {}, [0], [0, 2], [0, -1], [0, NaN]],
      },
      { name: 'hinges', good: () => [], bad: [null, 2, {}, [0, 1], [0, 1, 0, 2]] },
      { name: 'balls', good: () => [], bad: [null, 2, {}, [0], [0, 2]] },
      { name: 'angles', good: () => [], bad: [null, 2, {}, [0], [0, 1, 2]] },
      fraction('viscosity'),
      amount('density'),
      numberArgument('sweeps', 1, { isOptional: true, isInteger: true, also: [0] }),
      ...softMaterial,
    ]),
  ],
  addSoft: [
    [
      ...settingsArgument('settings', () => ({ size: [2, 2, 2], spacing: 0.2 }), [
        {
          name: 'size',
          good: () => [2, 2, 2],
          bad: [
            undefined,
            null,
            2,
            '222',
            {},
            [2, 2],
            [2, 2, 0],
            [2, 2, NaN],
            [2, 2, 1.5],
            [2 ** 19, 2 ** 19, 2],
          ],
        },
        numberArgument('spacing', 1, { also: [0] }),
        { name: 'isFilled', good: () => () => true, bad: [null, 1, 'all', {}] },
        numberArgument('regionRadius', 1, { isOptional: true, isInteger: true, also: [0] }),
        fraction('stiffness'),
        ...softMaterial,
      ]),
      ...settingsArgument('settings', () => tetrahedron, [
        positions(tetrahedron.positions),
        badTriangles,
        { name: 'deformation', good: () => 'linear', bad: [null, 1, 'jelly', {}] },
        fraction('deformability'),
        { name: 'clusters', good: () => [[0, 1, 2, 3]], bad: [null, 1, [], [1], [[]], [null]] },
      ]).slice(1),
    ],
  ],
  remove: [softBody()],
  pin: [softBody(), particle()],
  unpin: [softBody(), particle()],
  isPinned: [softBody(), particle()],
  move: [softBody(), particle(), vec3('position')],
  attach: [softBody(), particle(), worldArgument(), bodyArgument('rigid')],
  detach: [softBody(), particle()],
  removed: [numberArgument('rigid', 99, { isInteger: true })],
  reframed: 'called by bodyChange, with what it has computed',
  setVelocity: [softBody(), vec3('velocity')],
  wake: [softBody()],
  step: [objectArgument('world', () => world, [soft]), numberArgument('dt', 1 / 60, { also: [0] })],
  settle: [objectArgument('world', () => world, [soft])],
  save: [outArgument('out', soft.stateLength)],
  fits: [{ ...outArgument('from', 1), bad: [undefined, null, 1, 'a', {}] }],
  load: [{ ...outArgument('from', soft.stateLength), good: () => saved() }],
};

function saved(): Float64Array {
  const out = new Float64Array(soft.stateLength);
  soft.save(out);
  return out;
}

const tables: [string, object, Readonly<Record<string, MethodRow | string>>][] = [
  ['World', world, worldTable],
  ['WorldQueries', queries, queriesTable],
  ['RigidJoints', joints, jointsTable],
  ['WorldJoints', worldJoints, worldJointsTable],
  ['SoftBodies', soft, softTable],
];

describe('bad calls', () => {
  for (const [name, target, table] of tables)
    for (const [method, row] of Object.entries(table)) {
      if (typeof row === 'string') continue;
      it(`of ${name}.${method} are refused by name, and nothing changes`, async () => {
        const { calls, wrong } = await callBadly(target, method, row, state);
        expect(wrong).toEqual([]);
        expect(calls).toBeGreaterThan(4);
      });
    }

  it('of World.has are no bodies', () => {
    expect(world.has(body)).toBe(true);
    for (const value of [...noBody, undefined, null, NaN, Infinity, [1], {}, true])
      expect(world.has(value as number)).toBe(false);
  });

  it('of the axes of a joint that has several say so', () => {
    expect(() => worldJoints.value(socket)).toThrow(/^axis must be given/);
    expect(() => worldJoints.value(socket, 'x')).toThrow(/^axis must be a free motion of the joint/);
    expect(worldJoints.has('1' as never)).toBe(false);
  });

  it('of the constructors are refused by name', () => {
    for (const bad of [null, 1, 'a']) {
      expect(() => new World(bad as never)).toThrow(/options/);
      expect(() => new SoftBodies(bad as never)).toThrow(/options/);
      expect(() => new WorldQueries(bad as never)).toThrow(/world/);
      expect(() => new WorldJoints(bad as never)).toThrow(/world/);
    }
    expect(() => new RigidJoints().addBall(new RigidBodies({ count: 1 }), 0, 1, [0, 0, 0])).toThrow(
      /^b must/,
    );
  });

  it('of the options of a world are refused by name', async () => {
    const object = (name: string): Argument => ({ name, good: () => undefined, bad: [1, '1', true, {}, []] });
    const word = (name: string): Argument => ({ name, good: () => '', bad: [null, 1, 'x', true, {}, []] });
    const row = settingsArgument('options', () => ({}), [
      optional(vec3('gravity')),
      amount('margin'),
      numberArgument('fixedStep', 0.02, { isOptional: true, also: [0] }),
      numberArgument('maxSteps', 2, { isOptional: true, isInteger: true, also: [0] }),
      ...['continuous', 'frictionRule', 'restitutionRule'].map(word),
      ...['broadPhase', 'asyncBroadPhase', 'colliderBroadPhase', 'narrowPhase'].map(object),
      ...['joints', 'pool', 'kernels'].map(object),
      { name: 'parts', good: () => [], bad: [null, 1, '1', true, {}, [1], [{}], [null]] },
      { name: 'solver', good: () => ({}), bad: [null, 1, '1', true] },
      { name: 'sleeping', good: () => false, bad: [null, 1, '1', true] },
      { name: 'colour', good: () => 1, bad: [1] },
    ]).map(optional);
    const make = (...args: ConstructorParameters<typeof World>) => new World(...args);
    const { calls, wrong } = await callBadly({ make }, 'make', [row], state);
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(4);
  });

  it('leave a world that goes on', () => {
    for (let n = 0; n < 5; n++) world.step(1 / 60);
    expect(world.bodies.positions.every(Number.isFinite)).toBe(true);
  });
});
