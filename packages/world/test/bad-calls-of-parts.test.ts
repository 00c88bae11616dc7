/**
 * The table of `bad-calls.test.ts` for what is added to a world: vehicles, characters, water, rolling
 * friction, rules for contacts, rollback. Constructors and all public methods refuse bad arguments: the error
 * names the argument, the bytes of the world and of the part are those from before, and the next step works.
 */
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
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
import {
  Buoyancy,
  Character,
  type ContactRecord,
  ContactRules,
  RollingFriction,
  SoftBodies,
  Vehicle,
  VehicleWheel,
  World,
  WorldRollback,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

const box = new BoxShape([0.5, 0.5, 0.5]);
const rules = new ContactRules();
const rolling = new RollingFriction({ solver: rules });
const water = new Buoyancy({ level: -5 });
const world = new World({ solver: rolling, parts: [water], joints: new RigidJoints() });
const ground = world.add({ shape: new HalfSpace() });
const car = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass: 1200, position: [0, 1, 0] });
const ball = world.add({ shape: new SphereShape(0.5), position: [4, 0.5, 0] });
const corners = [-0.8, 0.8].flatMap(x => [-1.3, 1.3].map(z => ({ position: [x, 0, z], steered: z > 0 })));
const vehicle = new Vehicle(world, car, { wheels: corners });
const character = new Character(world, { position: [0, 0.9, 6] });
const rollback = new WorldRollback(world);
const removed = world.add({ shape: box, position: [9, 9, 9] });
world.remove(removed);
world.userData[ball] = 'red';
for (let n = 0; n < 20; n++) {
  vehicle.step(1 / 60);
  character.move([0, -0.01, 0], 1 / 60);
  world.step(1 / 60);
}

const saved = (part: { stateLength: number; save(out: Float64Array): void }) => {
  const out = new Float64Array(part.stateLength);
  part.save(out);
  return out;
};
const state = () => [
  world.snapshot(),
  world.count,
  world.options,
  [...world.userData],
  saved(vehicle),
  saved(character),
  saved(water),
  water.level,
  [car, ball].map(body => [rolling.coefficientOf(body), world.bodies.gravityScales[body]]),
  vehicle.wheels.map(wheel => wheel.steeringSlope),
];

const noBody = [removed, 99, 2 ** 32, -1, 1.5, '1'];
const bodyArgument = () => numberArgument('body', ball, { isInteger: true, also: noBody });
const anyId = (name = 'body') => numberArgument(name, ball, { isInteger: true });
const vec3 = (name: string) => vectorArgument(name, [1, 2, 3]);
const worldArgument = () => objectArgument('world', () => world, [rolling, new SoftBodies()]);
const amount = (name: string, also: unknown[] = []) => numberArgument(name, 0.5, { isOptional: true, also });
const positive = (name: string) => amount(name, [0]);
const signed = (name: string) => numberArgument(name, 0.5, { isOptional: true, isSigned: true });
const bits = (name: string) =>
  numberArgument(name, 1, { isOptional: true, isInteger: true, also: [2 ** 32] });
const flag = (name: string): Argument => ({ name, good: () => true, bad: [null, 0, 1, 'true', NaN, {}, []] });
const direction = (name: string): Argument => {
  const { good, bad } = vec3(name);
  return { name, good, bad: [...bad.filter(value => value !== undefined), [0, 0, 0], [1e-200, 0, 0]] };
};
const callback = (name: string): Argument => ({
  name,
  good: () => () => true,
  bad: [null, 1, '1', true, {}],
});
const stateOf = (length: number) => ({
  ...arrayArgument('from', new Array<number>(length).fill(0)),
  good: () => new Float64Array(length),
});
const unknown: Argument = { name: 'colour', good: () => 1, bad: [1] };
const notANumber: Argument = { name: 'solver', good: () => undefined, bad: [null, 1, 'fast', true, {}, []] };

const wheelSettings = [
  vec3('position'),
  positive('radius'),
  positive('length'),
  amount('travel'),
  positive('stiffness'),
  amount('damping'),
  amount('friction'),
  amount('rollingResistance'),
  positive('inertia'),
  flag('steered'),
  flag('driven'),
  unknown,
];
const wheel = () => ({ position: [0, 0, 0] });
/** Bad settings of one wheel as bad lists of wheels. */
const wheelLists = settingsArgument('wheels', wheel, wheelSettings).map(
  ({ name, bad }): Argument => ({
    name,
    good: () => [wheel()],
    bad: bad.map(value => ({ wheels: [wheel(), value] })),
  }),
);
const bars: Argument = {
  name: 'antiRollBars',
  good: () => [],
  bad: [
    ...[null, 1, 'ab', true, {}, [1], [null], [{}], [{ wheels: [0, 1] }], [{ wheels: [0], stiffness: 1 }]],
    ...[-1, NaN, '1', 1e308, Infinity].map(stiffness => [{ wheels: [0, 0], stiffness }]),
    ...[1, -1, 0.5, '0', NaN].map(index => [{ wheels: [0, index], stiffness: 1 }]),
  ],
};

const constructors: Record<string, [(...args: never[]) => object, MethodRow]> = {
  Vehicle: [
    (...args: ConstructorParameters<typeof Vehicle>) => new Vehicle(...args),
    [
      worldArgument(),
      { ...bodyArgument(), bad: [...bodyArgument().bad, ground, character.body] },
      [
        ...settingsArgument('options', () => ({ wheels: [wheel()] }), [
          { name: 'wheels', good: () => [wheel()], bad: [undefined, null, 1, 'ab', true, {}, []] },
          bars,
          { ...direction('up'), bad: [...direction('up').bad] },
          { ...direction('forward'), bad: [...direction('forward').bad, [0, 1, 0], [0, 1, 1]] },
          signed('gravityScale'),
          bits('group'),
          bits('mask'),
          unknown,
        ]),
        ...wheelLists,
      ],
    ],
  ],
  VehicleWheel: [
    (...args: ConstructorParameters<typeof VehicleWheel>) => new VehicleWheel(...args),
    [settingsArgument('wheels', wheel, wheelSettings)],
  ],
  Character: [
    (...args: ConstructorParameters<typeof Character>) => new Character(...args),
    [
      worldArgument(),
      settingsArgument('options', () => ({ position: [0, 5, 20] }), [
        optional(vec3('position')),
        numberArgument('radius', 0.3, { isOptional: true, also: [0, 1e-60, 1e40] }),
        numberArgument('height', 1.8, { isOptional: true, also: [0, 0.5] }),
        direction('up'),
        amount('stepHeight'),
        amount('snapDistance'),
        amount('slopeLimit', [1.6]),
        amount('strength'),
        amount('mass'),
        amount('skin', [0, 0.3]),
        bits('group'),
        bits('mask'),
        unknown,
      ]).map(optional),
    ],
  ],
  Buoyancy: [
    (...args: ConstructorParameters<typeof Buoyancy>) => new Buoyancy(...args),
    [
      settingsArgument('options', () => ({}), [
        signed('level'),
        direction('up'),
        positive('density'),
        amount('linearDrag'),
        amount('angularDrag'),
        amount('dragCoefficient'),
        optional(vec3('flow')),
        {
          name: 'bounds',
          good: () => [0, 0, 0, 1, 1, 1],
          bad: [null, 1, 'abcdef', true, {}, [], [0, 0, 0, 1, 1], [1, 0, 0, 0, 1, 1], [NaN, 0, 0, 1, 1, 1]],
        },
        unknown,
      ]).map(optional),
    ],
  ],
  RollingFriction: [
    (...args: ConstructorParameters<typeof RollingFriction>) => new RollingFriction(...args),
    [settingsArgument('options', () => ({}), [notANumber, amount('coefficient'), unknown]).map(optional)],
  ],
  ContactRules: [
    (...args: ConstructorParameters<typeof ContactRules>) => new ContactRules(...args),
    [
      settingsArgument('options', () => ({}), [
        notANumber,
        callback('filter'),
        callback('modify'),
        unknown,
      ]).map(optional),
    ],
  ],
  WorldRollback: [
    (...args: ConstructorParameters<typeof WorldRollback>) => new WorldRollback(...args),
    [worldArgument()],
  ],
};

const dt = () => numberArgument('dt', 1 / 60, { also: [0] });
const solverStep = 'called by the world, which has checked';
const vehicleTable: MethodTable<Vehicle> = {
  steer: [numberArgument('angle', 0.1, { isSigned: true })],
  drive: [numberArgument('torque', 100, { isSigned: true })],
  brake: [numberArgument('torque', 100)],
  step: [dt()],
  hubPosition: [outArgument('out', 3), numberArgument('wheel', 0, { isInteger: true, also: [4] })],
  hubPose: [
    outArgument('outPosition', 3),
    outArgument('outRotation', 4),
    numberArgument('wheel', 0, { isInteger: true, also: [4] }),
  ],
  save: [outArgument('out', vehicle.stateLength)],
  load: [stateOf(vehicle.stateLength)],
};
const wheelTable: MethodTable<VehicleWheel> = {
  setSteering: [numberArgument('angle', 0.1, { isSigned: true })],
  requireControls: 'no arguments',
};
const savedCharacter = new Float64Array(character.stateLength);
character.save(savedCharacter);
const characterTable: MethodTable<Character> = {
  move: [vec3('displacement'), dt()],
  teleport: [vec3('position')],
  setHeight: [numberArgument('height', 1, { also: [0.5] })],
  remove: 'no arguments',
  save: [outArgument('out', character.stateLength)],
  load: [{ ...stateOf(character.stateLength), good: () => savedCharacter.slice() }],
};
const waterTable: MethodTable<Buoyancy> = {
  setLevel: [numberArgument('level', 1, { isSigned: true })],
  setFlow: [vec3('flow')],
  submerged: [anyId()],
  step: [worldArgument(), dt()],
  removed: [anyId()],
  save: [outArgument('out', water.stateLength)],
  load: [stateOf(water.stateLength)],
};
const rollingTable: MethodTable<RollingFriction> = {
  setCoefficient: [bodyArgument(), amount('coefficient')],
  coefficientOf: [anyId()],
  attach: [worldArgument()],
  step: solverStep,
};
const rulesTable: MethodTable<ContactRules> = {
  setSurfaceVelocity: [bodyArgument(), optional(vec3('velocity'))],
  setOneWay: [bodyArgument(), { ...vec3('up'), bad: [...optional(vec3('up')).bad, [0, 0, 0]] }],
  attach: [worldArgument()],
  step: solverStep,
  stops: 'called by characters',
  addSurfaceVelocity: 'called by characters',
};
const other = new WorldRollback(new World()).save();
const rollbackTable: MethodTable<WorldRollback> = {
  save: 'no arguments',
  stateOf: 'called by a history',
  restore: [
    [
      {
        name: 'state',
        good: () => rollback.save(),
        bad: [
          ...[undefined, null, 1, '1', true, {}, [], () => 1, world.snapshot()],
          ...(['snapshot', 'structure', 'userData'] as const).flatMap(key =>
            [undefined, null, 1, '1', {}].map(value => ({ ...rollback.save(), [key]: value })),
          ),
        ],
      },
      {
        name: 'snapshot',
        good: () => rollback.save(),
        bad: [other, { ...rollback.save(), snapshot: other.snapshot }],
      },
    ],
  ],
};

const tables: [string, object, Readonly<Record<string, MethodRow | string>>][] = [
  ['Vehicle', vehicle, vehicleTable],
  ['VehicleWheel', vehicle.wheels[0], wheelTable],
  ['Character', character, characterTable],
  ['Buoyancy', water, waterTable],
  ['RollingFriction', rolling, rollingTable],
  ['ContactRules', rules, rulesTable],
  ['WorldRollback', rollback, rollbackTable],
];

describe('bad calls', () => {
  for (const [name, [make, row]] of Object.entries(constructors))
    it(`of new ${name} are refused by name, and nothing changes`, async () => {
      const { calls, wrong } = await callBadly({ make }, 'make', row, state);
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThan(4);
    });

  for (const [name, target, table] of tables)
    for (const [method, row] of Object.entries(table)) {
      if (typeof row === 'string') continue;
      it(`of ${name}.${method} are refused by name, and nothing changes`, async () => {
        const { calls, wrong } = await callBadly(target, method, row, state);
        expect(wrong).toEqual([]);
        expect(calls).toBeGreaterThan(4);
      });
    }

  it('of what a wheel may be set to are refused by the next step, before it acts', () => {
    const [first] = vehicle.wheels;
    for (const name of ['friction', 'driveTorque', 'brakeTorque', 'steeringSlope'] as const)
      for (const bad of [NaN, Infinity, 1e308, '1', null, undefined]) {
        const good = first[name];
        const before = world.snapshot();
        first[name] = bad as number;
        expect(() => vehicle.step(1 / 60)).toThrow(new RegExp(`^${name} must`));
        first[name] = good;
        expect(world.snapshot()).toEqual(before);
      }
  });

  it('of what a contact is changed to are refused by name', () => {
    for (const name of ['friction', 'restitution'] as const)
      for (const bad of [NaN, Infinity, 1e308, '1', null, undefined]) {
        const modify = (contact: ContactRecord) => {
          contact[name] = bad as number;
        };
        const changed = new World({ solver: new ContactRules({ modify }) });
        changed.add({ shape: new HalfSpace() });
        changed.add({ shape: box, position: [0, 0.5, 0] });
        expect(() => changed.step(1 / 60)).toThrow(new RegExp(`^${name} must`));
      }
  });

  it('of those whose body was removed are told', () => {
    const other = new World();
    const gone = other.add({ shape: box });
    const stray = new Vehicle(other, gone, { wheels: corners });
    const ghost = new Character(other);
    other.remove(gone);
    ghost.remove();
    expect(() => stray.step(1 / 60)).toThrow(/removed/);
    expect(() => ghost.move([0, 0, 0], 1 / 60)).toThrow(/removed/);
    expect(() => ghost.teleport([0, 0, 0])).toThrow(/removed/);
    expect(() => ghost.remove()).toThrow(/removed/);
  });

  it('leave a world that goes on', () => {
    for (let n = 0; n < 5; n++) {
      vehicle.step(1 / 60);
      character.move([0, -0.01, 0], 1 / 60);
      world.step(1 / 60);
    }
    expect(world.bodies.positions.every(Number.isFinite)).toBe(true);
  });
});
