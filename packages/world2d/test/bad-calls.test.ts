/** Bad calls in fuzzed worlds: each is refused by an error that names the argument, and changes no byte. */
import { BoxShape2d, CircleShape2d, HalfPlane2d } from '@colide/geometry';
import { World2d, WorldJoints2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from './support/random.ts';

// biome-ignore lint/suspicious/noExplicitAny: bad calls are not typed.
type Any = any;

const badNumbers: Any[] = [Number.NaN, Infinity, -Infinity, 1e31, 'x', null, {}, [], true, () => 1];
const badVectors: Any[] = [
  ...[[], [1], [Number.NaN, 0], [0, Infinity], [1e31, 0], ['a', 0]],
  ...[{ x: 1 }, { x: Number.NaN, y: 0 }, 'xy', 7, null, true],
];
const badBodies: Any[] = [-1, 99, 0.5, Number.NaN, '0', null, undefined, {}, Infinity];
const badPositive: Any[] = [0, -1, ...badNumbers];
const badShare: Any[] = [-0.1, 1.1, ...badNumbers];

function build(random: Random): [World2d, WorldJoints2d, number[]] {
  const world = new World2d({ ...worldExtras2d, gravity: [random.uniform(-2, 2), -9.81] });
  world.add({ shape: new HalfPlane2d() });
  const ids = Array.from({ length: random.int(3, 9) }, (_, i) =>
    world.add({
      shape:
        i % 2 ? new CircleShape2d(random.uniform(0.2, 0.6)) : new BoxShape2d([0.4, random.uniform(0.2, 0.6)]),
      position: [random.uniform(-3, 3), random.uniform(0.5, 6)],
      velocity: [random.uniform(-3, 3), 0],
    }),
  );
  const joints = new WorldJoints2d(world);
  joints.revolute(ids[0], ids[1], { anchor: [0, 2], limits: [-1, 1] });
  joints.spring(ids[1], ids[2], { stiffness: 20 });
  for (let n = random.int(0, 30); n > 0; n--) world.step(1 / 60);
  return [world, joints, ids];
}

/** Everything of a world that a call might change. */
function bytesOf(world: World2d): string {
  const { table } = world;
  const arrays = Object.entries(table)
    .filter(([, value]) => ArrayBuffer.isView(value))
    .map(([name, value]) => `${name} ${Array.from(value).join()}`);
  const { gravityScales, speedLimits, sleepless, inverseMasses, inverseMoments } = world.bodies;
  const more = [gravityScales, speedLimits, sleepless, inverseMasses, inverseMoments, world.gravity];
  return [
    Array.from(new Uint8Array(world.snapshot())).join(),
    ...arrays,
    ...more.map(array => Array.from(array).join()),
    JSON.stringify(world.joints!.saveStructure()),
    world.count,
    world.remainder,
    world.events.touching.count,
  ].join('\n');
}

/** A call with the name of the argument that is bad. */
type Call = [name: string | RegExp, bad: Any[], call: (value: Any) => unknown];

function calls(world: World2d, id: number): Call[] {
  const any = world as Any;
  const shape = new BoxShape2d([1, 1]);
  const settings = (name: string, bad: Any[]): Call => [
    name,
    bad,
    value => any.add({ shape, [name]: value }),
  ];
  const material = (name: string, bad: Any[]): Call => [
    name,
    bad,
    value => any.setMaterial(id, { [name]: value }),
  ];
  const flags = [0, 1, 'x', null, {}];
  return [
    ['settings', [undefined, null, 1, 'x'], value => any.add(value)],
    ['shape', [undefined, null, 1, 'x', {}, { kind: 'sphere' }], value => any.add({ shape: value })],
    settings('position', badVectors),
    settings('rotation', [...badVectors.filter(value => value !== 7), Number.NaN, Infinity, [0, 0]]),
    settings('velocity', badVectors),
    settings('angularVelocity', badNumbers),
    settings('density', badPositive),
    settings('mass', badPositive),
    settings('inertia', [1e61, ...badPositive.filter(value => value !== 1e31)]),
    settings('type', ['Static', 1, null, {}]),
    settings('colour', [1]),
    ...['friction', 'rollingFriction', 'linearDamping', 'angularDamping'].flatMap(name => [
      settings(name, [-1, ...badNumbers]),
      material(name, [-1, ...badNumbers]),
    ]),
    material('restitution', badShare),
    material('gravityScale', badNumbers),
    material('maxSpeed', [-1, Number.NaN, 'x', null, {}]),
    material('group', [-1, 0.5, 2 ** 32, ...badNumbers]),
    material('mask', [-1, 0.5, 2 ** 32, ...badNumbers]),
    ...['bullet', 'sensor', 'canSleep', 'lockedRotation'].map(name => material(name, flags)),
    ['material', [undefined, null, 3], value => any.setMaterial(id, value)],
    ...['remove', 'wake', 'shapeOf', 'partsOf', 'angleOf'].map(
      (name): Call => ['body', badBodies, value => any[name](value)],
    ),
    ['body', badBodies, value => any.setPose(value, [0, 0])],
    ['position', badVectors, value => any.setPose(id, value)],
    ['rotation', ['x', {}, [0, 0], Number.NaN, true], value => any.setPose(id, [0, 0], value)],
    ['body', badBodies, value => any.setVelocity(value, [0, 0])],
    ['velocity', badVectors, value => any.setVelocity(id, value)],
    ['angularVelocity', badNumbers, value => any.setVelocity(id, [0, 0], value)],
    ['impulse', badVectors, value => any.applyImpulse(id, value)],
    ['point', badVectors, value => any.applyImpulse(id, [1, 0], value)],
    ['force', badVectors, value => any.applyForce(id, value)],
    ['body', badBodies, value => any.applyForce(value, [0, 1])],
    ['torque', badNumbers, value => any.applyTorque(id, value)],
    ['dt', [0, -1, ...badNumbers], value => any.step(value)],
    ['elapsed', [-1, ...badNumbers], value => any.advance(value)],
    [
      'snapshot',
      [undefined, null, 1, {}, new ArrayBuffer(0), new ArrayBuffer(64)],
      value => any.restore(value),
    ],
  ];
}

describe('bad calls of World2d', () => {
  it.each([1, 2, 3, 4, 5])('name the argument and change no byte, in a hundred worlds, seed %d', seed => {
    const random = new Random(seed);
    let refused = 0;
    for (let n = 0; n < 100; n++) {
      const [world, , ids] = build(random);
      const all = calls(world, ids[random.int(0, ids.length - 1)]);
      const before = bytesOf(world);
      for (let k = 0; k < 12; k++) {
        const [name, bad, call] = all[random.int(0, all.length - 1)];
        const value = bad[random.int(0, bad.length - 1)];
        let message: string | undefined;
        try {
          call(value);
        } catch (error) {
          message = (error as Error).message;
        }
        const text = `${call} with ${String(JSON.stringify(value) ?? value)}`;
        expect(message, text).toBeDefined();
        expect(message, text).toContain(name);
        refused++;
      }
      expect(bytesOf(world) === before, `world ${n}`).toBe(true);
    }
    expect(refused).toBe(1200);
  });

  it('are all refused, each with each value', () => {
    const [world, , ids] = build(new Random(9));
    const before = bytesOf(world);
    for (const [name, bad, call] of calls(world, ids[1]))
      for (const value of bad) {
        const text = `${name}: ${call} with ${String(JSON.stringify(value) ?? value)}`;
        let message = 'nothing';
        try {
          call(value);
        } catch (error) {
          message = (error as Error).message;
        }
        expect(message, text).toContain(name);
        expect(bytesOf(world) === before, text).toBe(true);
      }
  });

  it('of the constructor name the option', () => {
    const create = (options: Any) => () => new World2d(options);
    for (const gravity of badVectors) expect(create({ gravity })).toThrow('gravity');
    for (const margin of [-1, Number.NaN, 'x', Infinity]) expect(create({ margin })).toThrow('margin');
    for (const fixedStep of [0, -1, Number.NaN, 'x']) expect(create({ fixedStep })).toThrow('fixedStep');
    for (const maxSteps of [0, 0.5, Number.NaN, 'x']) expect(create({ maxSteps })).toThrow('maxSteps');
    for (const substeps of [0, 0.5, Number.NaN]) expect(create({ solver: { substeps } })).toThrow('substeps');
    for (const speed of [-1, Number.NaN]) expect(create({ sleeping: { speed } })).toThrow('speed');
    for (const options of [null, 1, 'x']) expect(create(options)).toThrow('options');
  });
});
