/**
 * Every public method of a world in a worker refuses bad arguments: the error names the argument, and the
 * bytes of the world are those from before.
 */
import { IdList } from '@colide/core';
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
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
import { serveWorld, serveWorld2d, WorkerPool, WorkerWorld, WorkerWorld2d } from '@colide/workers';
import { createWorldHit, World, WorldHitList } from '@colide/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedPort } from '../support/channel.ts';

const box = new BoxShape([0.5, 0.5, 0.5]);
const body = 1;
const removed = 2;
const errors: string[] = [];
let served: World;
let world: WorkerWorld;

beforeAll(async () => {
  world = new WorkerWorld(
    servedPort(options => (served = new World(options))),
    { snapshotEvery: 0 },
  );
  world.onerror = error => errors.push(error.message);
  await world.ready;
  world.add({ shape: new HalfSpace() });
  world.add({ shape: box, position: [0, 0.5, 0] });
  world.add({ shape: new SphereShape(0.5), position: [2, 0.5, 0] });
  world.remove(removed);
  await world.step(1 / 60);
});
afterAll(() => world.dispose());

const noBody = [removed, 99, 2 ** 32, -1, 1.5, '1'];
const bodyArgument = () => numberArgument('body', body, { isInteger: true, also: noBody });
const vec3 = (name: string) => vectorArgument(name, [1, 2, 3]);
const rotation = optional(vectorArgument('rotation', [0, 0, 0, 1]));
const hit = () => objectArgument('hit', createWorldHit, [new IdList(), new WorldHitList()]);
const convex = () => objectArgument('shape', () => box, [new HalfSpace()]);
const amount = (name: string) => numberArgument(name, 0.5, { isOptional: true });
const filter = () =>
  settingsArgument('filter', () => ({ mask: 1 }), [
    numberArgument('mask', 1, { isOptional: true, isInteger: true, isSigned: true }),
  ]).map(optional);
const direction: Argument = { ...vec3('direction'), bad: [...vec3('direction').bad, [0, 0, 0]] };
const ray = (out: Argument): MethodRow => [
  out,
  vec3('origin'),
  direction,
  numberArgument('maxT', 9, { isOptional: true, isInfinite: true }),
  filter(),
];

const port: Argument = {
  name: 'worker',
  good: () => new MessageChannel().port1,
  bad: [undefined, null, 1, 'worker.js', true, {}, [], new URL('file:///worker.js'), () => 1],
};
const helpers: Argument = {
  name: 'helpers',
  good: () => [],
  bad: [null, 1, 'worker.js', true, {}, [1], [null], [{}], ['worker.js']],
};
const flag = (name: string): Argument => ({ name, good: () => true, bad: [null, 0, 1, 'true', NaN, {}, []] });
/** Of the options of a world, those that the worker's world would reject are in the table of `World`. */
const connection = settingsArgument('options', () => ({}), [
  optional(vec3('gravity')),
  flag('shared'),
  numberArgument('snapshotEvery', 5, { isOptional: true, isInteger: true }),
  numberArgument('timeout', 5, { isOptional: true, isInfinite: true, also: [0] }),
  numberArgument('patience', 5, { isOptional: true, isInfinite: true, also: [0] }),
  helpers,
]).map(optional);

const table: MethodTable<WorkerWorld> = {
  update: 'no arguments',
  has: 'false for whatever is no id',
  ids: 'no arguments',
  add: [
    settingsArgument('settings', () => ({ shape: box, position: [0, 20, 0] }), [
      objectArgument('shape', () => box, [new SphereShape(1e40)]),
      optional(vec3('position')),
      rotation,
      optional(vec3('velocity')),
      numberArgument('density', 1, { isOptional: true, also: [0] }),
      amount('friction'),
    ]),
  ],
  remove: [bodyArgument()],
  setPose: [bodyArgument(), vec3('position'), rotation],
  getPose: [outArgument('outPosition', 3), outArgument('outRotation', 4), bodyArgument()],
  setVelocity: [bodyArgument(), vec3('velocity'), optional(vec3('angularVelocity'))],
  setMaterial: [
    bodyArgument(),
    settingsArgument('material', () => ({ friction: 1 }), [amount('friction'), amount('linearDamping')]),
  ],
  applyImpulse: [bodyArgument(), vec3('impulse'), optional(vec3('point'))],
  applyForce: [bodyArgument(), vec3('force'), optional(vec3('point'))],
  wake: [bodyArgument()],
  setGravity: [vec3('gravity')],
  step: [numberArgument('dt', 1 / 60, { also: [0] })],
  advance: [numberArgument('elapsed', 0)],
  start: [numberArgument('speed', 1, { isOptional: true, also: [0] })],
  stop: 'no arguments',
  sync: 'no arguments',
  snapshot: 'no arguments',
  restore: [objectArgument('snapshot', () => served.snapshot(), [new ArrayBuffer(64), new Uint8Array(8)])],
  restart: [port, helpers],
  dispose: 'no arguments',
  raycast: ray(hit()),
  raycastEvery: ray(objectArgument('out', () => new WorldHitList(), [new IdList()])),
  shapecast: [hit(), convex(), vec3('motion'), filter()],
  overlap: [convex(), filter()],
  closest: [hit(), convex(), numberArgument('maxDistance', 1), filter()],
  touching: 'no arguments',
  contacts: 'no arguments',
  call: [
    { name: 'name', good: () => 'shake', bad: [undefined, null, 1, true, {}, [], '', 'toString', 'none'] },
  ],
};

describe('bad calls', () => {
  it('with misspelt names are told on the side of the caller', () => {
    const bad = { fricton: 1 } as never;
    const port = { postMessage() {}, onmessage: null };
    const calls: Record<string, () => unknown> = {
      material: () => world.setMaterial(body, bad),
      settings: () => world.add({ ...(bad as object), shape: box }),
      'options of a world': () => new WorkerWorld(port, bad),
      'options of a planar world': () => new WorkerWorld2d(port, bad),
      'options of a pool': () => new WorkerPool([], bad),
      'options of a server': () => serveWorld(served, bad),
      'options of a server of the plane': () => serveWorld2d(() => undefined as never, bad),
    };
    for (const [name, call] of Object.entries(calls))
      expect(call, name).toThrow(new RegExp(`^${name.split(' ')[0]} must not have fricton; there are`));
  });

  it('of new WorkerWorld are refused by name, at once', async () => {
    const make = (...args: ConstructorParameters<typeof WorkerWorld>) => new WorkerWorld(...args).dispose();
    const row: MethodRow = [port, connection];
    const { calls, wrong } = await callBadly({ make }, 'make', row, () => 0);
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(4);
  });

  for (const [method, row] of Object.entries(table)) {
    if (typeof row === 'string') continue;
    it(`of WorkerWorld.${method} are refused by name, and nothing changes`, async () => {
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
