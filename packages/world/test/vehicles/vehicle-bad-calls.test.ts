import { BoxShape, HalfSpace } from '@colide/geometry';
import { callBadly, type MethodTable, numberArgument, outArgument } from '@colide/testing';
import { Vehicle, type VehicleOptions, VehicleWheel, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const world = new World();
const ground = world.add({ shape: new HalfSpace() });
const body = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass: 1200, position: [0, 0.65, 0] });
const corners = [1.3, -1.3].flatMap(z =>
  [0.8, -0.8].map(x => ({ position: [x, 0, z] as const, steered: z > 0 })),
);
const vehicle = new Vehicle(world, body, { wheels: corners });
for (let n = 0; n < 5; n++) vehicle.step(1 / 60);

function saved(): Float64Array {
  const out = new Float64Array(vehicle.stateLength);
  vehicle.save(out);
  return out;
}

const state = () => [world.snapshot(), [...saved()], vehicle.wheels.map(({ friction }) => friction)];
const signed = (name: string) => numberArgument(name, 0.1, { isSigned: true });

const table: MethodTable<Vehicle> = {
  steer: [signed('angle')],
  drive: [signed('torque')],
  brake: [numberArgument('torque', 1)],
  step: [numberArgument('dt', 1 / 60, { also: [0] })],
  hubPosition: [outArgument('out', 3), numberArgument('wheel', 1, { isInteger: true, also: [4] })],
  save: [outArgument('out', vehicle.stateLength)],
  load: [{ ...outArgument('from', vehicle.stateLength), good: saved }],
};

const wheelTable: MethodTable<VehicleWheel> = { setSteering: [signed('angle')] };

describe('bad calls of a vehicle', () => {
  for (const [target, rows] of [
    [vehicle, table],
    [vehicle.wheels[0], wheelTable],
  ] as const)
    for (const [method, row] of Object.entries(rows)) {
      it(`${method} are refused by name, and nothing changes`, async () => {
        const { calls, wrong } = await callBadly(target, method, row as never, state);
        expect(wrong).toEqual([]);
        expect(calls).toBeGreaterThan(4);
      });
    }

  it('of the constructors are refused by name', () => {
    const before = world.snapshot();
    for (const bad of [null, 1, 'a', {}])
      expect(() => new Vehicle(bad as never, body, { wheels: corners })).toThrow(/^world/);
    for (const bad of [null, 9, 'a', -1, ground])
      expect(() => new Vehicle(world, bad as never, { wheels: corners })).toThrow(/^body/);
    for (const bad of [null, 1, 'a', undefined])
      expect(() => new Vehicle(world, body, bad as never)).toThrow(/^options/);
    const rows: [keyof VehicleOptions, readonly unknown[]][] = [
      ['wheels', [null, 1, [], [null], [1]]],
      [
        'antiRollBars',
        [null, 1, [null], [{ wheels: [0, 4], stiffness: 1 }], [{ wheels: [0, 1], stiffness: -1 }]],
      ],
      ['up', [null, [0, 0, 0], [NaN, 0, 0]]],
      ['forward', [null, [0, 0, 0], [0, 1, 0], [1, 2]]],
      ['gravityScale', [null, NaN, '1']],
      ['group', [null, -1, 1.5, 2 ** 32]],
      ['mask', [null, -1, 1.5, 2 ** 32]],
    ];
    for (const [name, values] of rows)
      for (const value of values)
        expect(
          () => new Vehicle(world, body, { wheels: corners, [name]: value } as never),
          `${name} ${value}`,
        ).toThrow(new RegExp(`^${name}`));
    for (const [name, values] of Object.entries({
      position: [undefined, null, [1, 2]],
      radius: [null, 0, -1, NaN],
      length: [null, 0, -1, NaN],
      travel: [null, -1, NaN],
      stiffness: [null, 0, NaN],
      damping: [null, -1, NaN],
      friction: [null, -1, NaN],
      rollingResistance: [null, -1, NaN],
      inertia: [null, 0, NaN],
      steered: [null, 1],
      driven: [null, 1],
    }))
      for (const value of values)
        expect(
          () => new VehicleWheel({ position: [0, 0, 0], [name]: value } as never),
          `${name} ${value}`,
        ).toThrow(new RegExp(`^${name}`));
    expect(world.snapshot()).toEqual(before);
  });

  it('after its body was removed are told', () => {
    const other = new World();
    const gone = other.add({ shape: new BoxShape([1, 1, 1]) });
    const stray = new Vehicle(other, gone, { wheels: corners });
    other.remove(gone);
    expect(() => stray.step(1 / 60)).toThrow(/removed/);
  });
});
