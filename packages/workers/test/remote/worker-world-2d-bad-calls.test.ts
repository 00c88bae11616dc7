/**
 * Every public method of a planar world in a worker refuses bad arguments: the error names the argument, and
 * the bytes of the world are those from before.
 */
import { IdList } from '@colide/core';
import { BoxShape2d, CircleShape2d, HalfPlane2d } from '@colide/geometry';
import {
  type Argument,
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
import { serveWorld2d, type WorkerPort, WorkerWorld2d } from '@colide/workers';
import { createWorldHit2d, World2d, WorldHitList2d, worldExtras2d } from '@colide/world2d';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const box = new BoxShape2d([0.5, 0.5]);
const body = 1;
const removed = 2;
const errors: string[] = [];
let served: World2d;
let world: WorkerWorld2d;

/** A world served in this very thread, at the other end of a message channel. */
function servedPort(): WorkerPort {
  const { port1, port2 } = new MessageChannel();
  serveWorld2d(options => (served = new World2d({ ...worldExtras2d, ...options })), {
    port: port2,
  });
  return Object.assign(port1, { terminate: () => port1.close() });
}

beforeAll(async () => {
  world = new WorkerWorld2d(servedPort(), { snapshotEvery: 0 });
  world.onerror = error => errors.push(error.message);
  await world.ready;
  world.add({ shape: new HalfPlane2d() });
  world.add({ shape: box, position: [0, 0.5] });
  world.add({ shape: new CircleShape2d(0.5), position: [2, 0.5] });
  world.remove(removed);
  await world.step(1 / 60);
});
afterAll(() => world.dispose());

const noBody = [removed, 99, 2 ** 32, -1, 1.5, '1'];
const bodyArgument = () => numberArgument('body', body, { isInteger: true, also: noBody });
/** An object with x and y is a vector here. */
const vec2 = (name: string): Argument => {
  const argument = vectorArgument(name, [1, 2]);
  return { ...argument, bad: argument.bad.filter(value => JSON.stringify(value) !== '{"x":1,"y":2}') };
};
const number = (name: string) => numberArgument(name, 1, { isSigned: true });
const rotation: Argument = {
  name: 'rotation',
  good: () => [0, 1],
  bad: [null, Number.NaN, Infinity, '1', true, [], [1], [0, 0], [Number.NaN, 1], { x: 1 }],
};
const hit = () => objectArgument('hit', createWorldHit2d, [new IdList(), new WorldHitList2d()]);
const hits = () => objectArgument('out', () => new WorldHitList2d(), [new IdList()]);
const convex = () => objectArgument('shape', () => box, [new HalfPlane2d()]);
const amount = (name: string) => numberArgument(name, 0.5, { isOptional: true });
const filter = () =>
  settingsArgument('filter', () => ({ mask: 1 }), [
    numberArgument('mask', 1, { isOptional: true, isInteger: true, isSigned: true }),
  ]).map(optional);
const direction: Argument = { ...vec2('direction'), bad: [...vec2('direction').bad, [0, 0]] };
const ray = (out: Argument): MethodRow => [
  out,
  vec2('origin'),
  direction,
  numberArgument('maxT', 9, { isOptional: true, isInfinite: true }),
  filter(),
];
const from: Argument = { ...vec2('from'), good: () => [3, 4] };

const table: MethodTable<WorkerWorld2d> = {
  update: 'no arguments',
  has: 'false for whatever is no id',
  ids: 'no arguments',
  add: [
    settingsArgument('settings', () => ({ shape: box, position: [0, 20] }), [
      objectArgument('shape', () => box, [new CircleShape2d(1e40)]),
      optional(vec2('position')),
      optional(rotation),
      optional(vec2('velocity')),
      optional(number('angularVelocity')),
      numberArgument('density', 1, { isOptional: true, also: [0] }),
      amount('friction'),
      amount('rollingFriction'),
    ]),
  ],
  remove: [bodyArgument()],
  setPose: [bodyArgument(), vec2('position'), optional(rotation)],
  getPose: [outArgument('outPosition', 2), outArgument('outRotation', 2), bodyArgument()],
  angleOf: [bodyArgument()],
  setVelocity: [bodyArgument(), vec2('velocity'), optional(number('angularVelocity'))],
  setMaterial: [
    bodyArgument(),
    settingsArgument('material', () => ({ friction: 1 }), [amount('friction'), amount('linearDamping')]),
  ],
  applyImpulse: [bodyArgument(), vec2('impulse'), optional(vec2('point'))],
  applyForce: [bodyArgument(), vec2('force'), optional(vec2('point'))],
  applyTorque: [bodyArgument(), number('torque')],
  wake: [bodyArgument()],
  setGravity: [vec2('gravity')],
  step: [numberArgument('dt', 1 / 60, { also: [0] })],
  advance: [numberArgument('elapsed', 0)],
  start: [numberArgument('speed', 1, { isOptional: true, also: [0] })],
  stop: 'no arguments',
  sync: 'no arguments',
  snapshot: 'no arguments',
  restore: [objectArgument('snapshot', () => served.snapshot(), [new ArrayBuffer(64), new Uint8Array(8)])],
  restart: 'needs a new worker',
  dispose: 'no arguments',
  raycast: ray(hit()),
  raycastEvery: ray(hits()),
  segmentcast: [hit(), from, vec2('to'), filter()],
  segmentcastEvery: [hits(), from, vec2('to'), filter()],
  shapecast: [hit(), convex(), vec2('motion'), filter()],
  shapecastEvery: [hits(), convex(), vec2('motion'), filter()],
  overlap: [convex(), filter()],
  overlapBox: [vectorArgument('bounds', [0, 0, 1, 1]), filter()],
  overlapPoint: [vec2('point'), filter()],
  closest: [hit(), convex(), numberArgument('maxDistance', 1), filter()],
  touching: 'no arguments',
  contacts: 'no arguments',
  call: 'the handlers of serveWorld2d check their own arguments',
};

describe('bad calls', () => {
  for (const [method, row] of Object.entries(table)) {
    if (typeof row === 'string') continue;
    it(`of WorkerWorld2d.${method} are refused by name, and nothing changes`, async () => {
      const { calls, wrong } = await callBadly(world, method, row, () => [
        served.snapshot(),
        world.count,
        [...served.gravity],
      ]);
      await world.sync();
      expect(wrong).toEqual([]);
      expect(errors).toEqual([]);
      expect(calls).toBeGreaterThan(4);
    });
  }
});
