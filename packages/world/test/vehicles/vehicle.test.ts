/**
 * Vehicles against closed forms: load and ride height, coasting, braking, turning, slopes, jumps, reactions.
 */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { Vehicle, type VehicleOptions, type WheelSettings, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const mass = 1200;
const g = 9.81;
const stiffness = 30_000;

/** Four wheels: two steered in front, two driven behind. */
function wheels(settings: Partial<WheelSettings> = {}): WheelSettings[] {
  return [1.3, -1.3].flatMap(z =>
    [0.8, -0.8].map(x => ({ position: [x, 0, z], steered: z > 0, driven: z < 0, ...settings })),
  );
}

interface Car {
  world: World;
  body: number;
  vehicle: Vehicle;
}

function create(
  settings: Partial<WheelSettings> = {},
  options: Partial<VehicleOptions> = {},
  slope = 0,
): Car {
  const world = new World();
  const normal = [0, Math.cos(slope), -Math.sin(slope)];
  world.add({ shape: new HalfSpace(normal), friction: 1 });
  const body = world.add({
    shape: new BoxShape([0.9, 0.3, 2]),
    mass,
    position: [0, 0.65 * Math.cos(slope), -0.65 * Math.sin(slope)],
    rotation: [-Math.sin(slope / 2), 0, 0, Math.cos(slope / 2)],
  });
  const vehicle = new Vehicle(world, body, {
    wheels: wheels({ rollingResistance: 0, ...settings }),
    ...options,
  });
  return { world, body, vehicle };
}

function run({ world, vehicle }: Car, steps: number, watch?: () => void): void {
  for (let n = 0; n < steps; n++) {
    vehicle.step(dt);
    world.step(dt);
    watch?.();
  }
}

const at = ({ world, body }: Car) => [...world.bodies.positions.slice(3 * body, 3 * body + 3)];
const velocity = ({ world, body }: Car) => [...world.bodies.velocities.slice(3 * body, 3 * body + 3)];

describe('a vehicle at rest', () => {
  it('carries a quarter of its weight on each wheel, at the height that the springs give', () => {
    for (const damping of [500, 3000, 20_000]) {
      const car = create({ damping });
      car.world.setMaterial(car.body, { canSleep: false });
      run(car, 600);
      for (const wheel of car.vehicle.wheels) {
        expect(wheel.load).toBeCloseTo((mass * g) / 4, 3);
        expect(wheel.compression).toBeCloseTo((mass * g) / (4 * stiffness), 6);
        expect(wheel.isGrounded).toBe(true);
      }
      expect(at(car)[1]).toBeCloseTo(0.75 - (mass * g) / (4 * stiffness), 6);
    }
  });

  it('falls asleep once the springs have settled', () => {
    for (const damping of [500, 3000, 20_000]) {
      const car = create({ damping });
      run(car, 600);
      expect(at(car)[1]).toBeCloseTo(0.75 - (mass * g) / (4 * stiffness), 3);
      expect(car.world.bodies.asleep[car.body]).toBe(1);
    }
  });

  it('divides the weight by the levers', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const body = world.add({
      shape: new BoxShape([0.9, 0.3, 2]),
      mass,
      centerOfMass: [0, 0, 0.65],
      position: [0, 0.65, 0],
    });
    const car = {
      world,
      body,
      vehicle: new Vehicle(world, body, { wheels: wheels({ stiffness: 300_000 }) }),
    };
    run(car, 600);
    const [front, , rear] = car.vehicle.wheels;
    // Levers of 0.65 and 1.95 m; stiff springs, so that the body is hardly pitched.
    expect(front.load / rear.load).toBeCloseTo(3, 1);
    expect(2 * (front.load + rear.load)).toBeCloseTo(mass * g, 0);
  });

  it('is stable with springs a hundred times as stiff', () => {
    const car = create({ stiffness: 3e6, damping: 100 });
    run(car, 300);
    expect(at(car)[1]).toBeCloseTo(0.75 - (mass * g) / (4 * 3e6), 4);
  });

  it('swings at the frequency of its springs', () => {
    const car = create({ damping: 0 });
    car.world.setPose(car.body, [0, 0.62, 0]);
    const rest = 0.75 - (mass * g) / (4 * stiffness);
    const crossings: number[] = [];
    let before = at(car)[1];
    for (let n = 0; n < 200; n++) {
      run(car, 1);
      const now = at(car)[1];
      if (before < rest && now >= rest) crossings.push(n);
      before = now;
    }
    const period = ((crossings[2] - crossings[0]) / 2) * dt;
    expect(period).toBeGreaterThan(0.98 * 2 * Math.PI * Math.sqrt(mass / (4 * stiffness)));
    expect(period).toBeLessThan(1.06 * 2 * Math.PI * Math.sqrt(mass / (4 * stiffness)));
  });

  it('wakes when it is driven, or when the ground moves', () => {
    const car = create();
    run(car, 600);
    expect(car.world.bodies.asleep[car.body]).toBe(1);
    car.vehicle.drive(400);
    run(car, 60);
    expect(at(car)[2]).toBeGreaterThan(0.2);
  });
});

describe('a vehicle on triangles of two materials', () => {
  it('has the grip of the triangle below each wheel', () => {
    const positions = [-50, 0, -50, 0, 0, -50, 50, 0, -50, -50, 0, 50, 0, 0, 50, 50, 0, 50];
    const indices = [0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2];
    const world = new World();
    const shape = new MeshShape(new TriangleBvh(positions, indices), {
      materials: [{ friction: 0 }, { friction: 0.81 }],
      triangleMaterials: [0, 0, 1, 1],
    });
    world.add({ shape, type: 'static', friction: 1 });
    const body = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass, position: [0, 0.65, 0] });
    const car = { world, body, vehicle: new Vehicle(world, body, { wheels: wheels() }) };
    run(car, 300);
    car.world.setVelocity(body, [0, 0, 10]);
    car.vehicle.brake(1e5);
    const before = velocity(car)[2];
    run(car, 6);
    // Locked wheels on one side only: μ g / 2, with μ = √(1 · 0.81).
    expect((before - velocity(car)[2]) / (6 * dt)).toBeCloseTo(0.5 * 0.9 * g, 0);
    // It turns towards the side with grip, that of positive x.
    expect(world.bodies.angularVelocities[3 * body + 1]).toBeGreaterThan(0.1);
  });
});

describe('a vehicle that rolls', () => {
  it('coasts straight on, at the speed it has', () => {
    const car = create();
    run(car, 300);
    car.world.setVelocity(car.body, [0, 0, 20]);
    for (const wheel of car.vehicle.wheels) wheel.angularSpeed = 20 / wheel.radius;
    const [, , z] = at(car);
    run(car, 600);
    expect(velocity(car)[2]).toBeCloseTo(20, 3);
    expect(Math.abs(at(car)[0])).toBeLessThan(1e-3);
    expect(at(car)[2] - z).toBeCloseTo(200, 1);
    expect(car.vehicle.speed).toBeCloseTo(20, 3);
    // The hubs go round with the road.
    for (const wheel of car.vehicle.wheels) expect(wheel.angularSpeed).toBeCloseTo(20 / 0.35, 2);
  });

  it('is accelerated by its torque over the radius and all that turns', () => {
    const car = create();
    run(car, 200);
    car.vehicle.drive(700);
    run(car, 120);
    // Mass and four wheels of 1 kg m².
    const a = 700 / 0.35 / (mass + 4 / 0.35 ** 2);
    expect(velocity(car)[2]).toBeCloseTo(2 * a, 1);
    car.vehicle.drive(0);
    car.vehicle.drive(-700);
    run(car, 120);
    expect(Math.abs(velocity(car)[2])).toBeLessThan(0.1);
  });

  it('spins its wheels where the torque is more than friction can take', () => {
    const car = create({ friction: 0.25 });
    run(car, 200);
    car.vehicle.drive(6000);
    run(car, 60);
    const [front, , rear] = car.vehicle.wheels;
    expect(rear.isSliding).toBe(true);
    expect(front.isSliding).toBe(false);
    expect(rear.slip[0]).toBeLessThan(-10);
    // μ = √(0.25 · 1); weight goes to the rear wheels, so a little more than half of it is driven.
    expect(velocity(car)[2]).toBeGreaterThan(0.5 * 0.5 * g);
    expect(velocity(car)[2]).toBeLessThan(0.5 * 0.65 * g);
  });

  for (const [friction, speed] of [
    [1, 30],
    [0.49, 20],
    [0.09, 10],
  ])
    it(`stops within v² / 2μg from ${speed} m/s with a friction of ${friction}`, () => {
      const car = create({ friction, length: 0.4 });
      run(car, 300);
      car.world.setVelocity(car.body, [0, 0, speed]);
      for (const wheel of car.vehicle.wheels) wheel.angularSpeed = speed / wheel.radius;
      car.vehicle.brake(1e6);
      const [, , z] = at(car);
      run(car, 60 * 15);
      const distance = speed ** 2 / (2 * Math.sqrt(friction) * g);
      expect((at(car)[2] - z) / distance).toBeGreaterThan(0.98);
      expect((at(car)[2] - z) / distance).toBeLessThan(1.02);
      expect(Math.abs(at(car)[0])).toBeLessThan(0.05);
      expect(Math.hypot(...velocity(car))).toBeLessThan(1e-6);
    });

  it('brakes by its torque where that is less', () => {
    const car = create();
    run(car, 300);
    car.world.setVelocity(car.body, [0, 0, 20]);
    for (const wheel of car.vehicle.wheels) wheel.angularSpeed = 20 / wheel.radius;
    car.vehicle.brake(1400);
    run(car, 60);
    const a = 1400 / 0.35 / (mass + 4 / 0.35 ** 2);
    expect(velocity(car)[2]).toBeCloseTo(20 - a, 1);
    for (const wheel of car.vehicle.wheels) expect(Math.abs(wheel.slip[0])).toBeLessThan(0.01);
  });

  it('is slowed down by rolling resistance', () => {
    const car = create({ rollingResistance: 0.02 });
    run(car, 300);
    car.world.setVelocity(car.body, [0, 0, 10]);
    for (const wheel of car.vehicle.wheels) wheel.angularSpeed = 10 / wheel.radius;
    run(car, 120);
    const a = (0.02 * mass * g) / (mass + 4 / 0.35 ** 2);
    expect(velocity(car)[2]).toBeCloseTo(10 - 2 * a, 2);
  });

  for (const angle of [0.1, 0.3, 0.5])
    it(`turns on a circle of L / tan δ at ${angle} rad, to the left`, () => {
      const car = create();
      run(car, 300);
      car.world.setVelocity(car.body, [0, 0, 2]);
      for (const wheel of car.vehicle.wheels) wheel.angularSpeed = 2 / wheel.radius;
      car.vehicle.steer(angle);
      run(car, 120);
      // The middle of the rear axle goes round a circle of that radius.
      const expected = 2.6 / Math.tan(angle);
      const { angularVelocities } = car.world.bodies;
      const spin = angularVelocities[3 * car.body + 1];
      expect(car.vehicle.speed / spin / expected).toBeGreaterThan(0.98);
      expect(car.vehicle.speed / spin / expected).toBeLessThan(1.02);
      expect(at(car)[0]).toBeGreaterThan(0.1);
      car.vehicle.steer(-angle);
      run(car, 60);
      expect(car.world.bodies.angularVelocities[3 * car.body + 1]).toBeLessThan(0);
    });

  it('rolls less in a curve with anti-roll bars', () => {
    const roll = (bar: number) => {
      const antiRollBars = [
        { wheels: [0, 1] as const, stiffness: bar },
        { wheels: [2, 3] as const, stiffness: bar },
      ];
      const car = create({ friction: 1 }, { antiRollBars });
      run(car, 300);
      car.world.setVelocity(car.body, [0, 0, 12]);
      for (const wheel of car.vehicle.wheels) wheel.angularSpeed = 12 / wheel.radius;
      car.vehicle.steer(0.08);
      run(car, 90);
      return car.vehicle.wheels[1].compression - car.vehicle.wheels[0].compression;
    };
    const free = roll(0);
    expect(free).toBeGreaterThan(0.02);
    // The bar adds twice its stiffness to that of the spring.
    expect(roll(15_000) / free).toBeGreaterThan(0.4);
    expect(roll(15_000) / free).toBeLessThan(0.6);
  });
});

describe('a vehicle on slopes', () => {
  it('stays where it is with its brakes on', () => {
    const car = create({}, {}, 0.35);
    car.vehicle.brake(1e5);
    run(car, 120);
    const from = at(car);
    run(car, 600);
    const to = at(car);
    expect(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2])).toBeLessThan(1e-3);
  });

  it('slides where friction is less than the slope', () => {
    const car = create({ friction: 0.04 }, {}, 0.35);
    car.vehicle.brake(1e5);
    run(car, 120);
    // g (sin − μ cos) with μ = 0.2, after the springs have settled.
    const v = Math.hypot(...velocity(car));
    expect(v / (2 * g * (Math.sin(0.35) - 0.2 * Math.cos(0.35)))).toBeGreaterThan(0.9);
    expect(v / (2 * g * (Math.sin(0.35) - 0.2 * Math.cos(0.35)))).toBeLessThan(1.05);
  });

  it('rolls down without brakes as what turns allows', () => {
    const car = create({}, {}, 0.2);
    run(car, 120);
    const a = (mass * g * Math.sin(0.2)) / (mass + 4 / 0.35 ** 2);
    expect(Math.hypot(...velocity(car)) / (2 * a)).toBeGreaterThan(0.98);
    expect(Math.hypot(...velocity(car)) / (2 * a)).toBeLessThan(1.02);
    expect(velocity(car)[2]).toBeLessThan(0);
  });

  it('jumps from a ramp, flies and lands on its wheels', () => {
    const car = create();
    car.world.add({
      shape: new BoxShape([3, 0.5, 4]),
      type: 'static',
      position: [0, 0.2, 20],
      rotation: [-Math.sin(0.1), 0, 0, Math.cos(0.1)],
    });
    run(car, 200);
    car.world.setVelocity(car.body, [0, 0, 18]);
    for (const wheel of car.vehicle.wheels) wheel.angularSpeed = 18 / wheel.radius;
    let top = 0;
    let airborne = 0;
    run(car, 400, () => {
      top = Math.max(top, at(car)[1]);
      if (car.vehicle.wheels.every(wheel => !wheel.isGrounded)) airborne++;
    });
    expect(airborne).toBeGreaterThan(10);
    expect(top).toBeGreaterThan(1.8);
    expect(top).toBeLessThan(6);
    expect(car.vehicle.wheels.every(wheel => wheel.isGrounded)).toBe(true);
    expect(at(car).every(Number.isFinite)).toBe(true);
    expect(at(car)[1]).toBeCloseTo(0.652, 1);
  });

  it('meets the stops of its suspension when it falls', () => {
    const car = create({ travel: 0.2, stiffness: 10_000, damping: 500 });
    car.world.setPose(car.body, [0, 4, 0]);
    let deepest = 0;
    run(car, 400, () => {
      deepest = Math.max(deepest, ...car.vehicle.wheels.map(wheel => wheel.compression));
    });
    expect(deepest).toBeLessThan(0.36);
    expect(deepest).toBeGreaterThan(0.2);
  });
});

describe('the ground under a vehicle', () => {
  it('gets the opposite of all forces', () => {
    // A free raft in space, without gravity but for the car's.
    const world = new World({ gravity: [0, 0, 0] });
    const raft = world.add({
      shape: new BoxShape([5, 0.5, 10]),
      mass: 1e5,
      position: [0, -0.5, 0],
      friction: 1,
    });
    const body = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass, position: [0, 0.6, 0] });
    const car = { world, body, vehicle: new Vehicle(world, body, { wheels: wheels() }) };
    car.vehicle.drive(500);
    car.vehicle.steer(0.2);
    const momentum = () =>
      [0, 1, 2].map(
        k => mass * world.bodies.velocities[3 * body + k] + 1e5 * world.bodies.velocities[3 * raft + k],
      );
    run(car, 1);
    expect(velocity(car)[1]).toBeGreaterThan(0.01);
    for (const p of momentum()) expect(Math.abs(p)).toBeLessThan(1e-6);
    run(car, 5);
    for (const p of momentum()) expect(Math.abs(p)).toBeLessThan(1e-6);
  });

  it('weighs as much as the car on a plate that lies on the floor', () => {
    const car = create();
    const plate = car.world.add({ shape: new BoxShape([2, 0.1, 3]), mass: 200, position: [0, 0.1, 0] });
    car.world.setPose(car.body, [0, 0.85, 0]);
    run(car, 400);
    for (const wheel of car.vehicle.wheels) {
      expect(wheel.contactBody).toBe(plate);
      expect(wheel.load / ((mass * g) / 4)).toBeGreaterThan(0.98);
      expect(wheel.load / ((mass * g) / 4)).toBeLessThan(1.02);
    }
    expect(car.world.bodies.positions[3 * plate + 1]).toBeCloseTo(0.1, 2);
  });
});

describe('vehicles', () => {
  it('drive the same path, to the same bits, also from a saved state', () => {
    const build = () => {
      const car = create();
      for (let i = 0; i < 6; i++)
        car.world.add({
          shape: new BoxShape([0.3, 0.15, 0.3]),
          density: 200,
          position: [0.8, 0.15, 6 + 3 * i],
        });
      return car;
    };
    const go = (car: Car, steps: number, from: number) => {
      for (let n = from; n < from + steps; n++) {
        car.vehicle.drive(800);
        car.vehicle.steer(0.1 * ((n % 40) / 20 - 1));
        run(car, 1);
      }
    };
    const [a, b] = [build(), build()];
    go(a, 300, 0);
    go(b, 150, 0);
    const state = new Float64Array(b.vehicle.stateLength);
    b.vehicle.save(state);
    const snapshot = b.world.snapshot();
    go(b, 60, 150);
    b.world.restore(snapshot);
    b.vehicle.load(state);
    go(b, 150, 150);
    expect([...b.world.bodies.positions]).toEqual([...a.world.bodies.positions]);
    expect(at(a)[2]).toBeGreaterThan(5);
    const bad = state.slice();
    bad[bad.length - 1] = 0.5;
    expect(() => b.vehicle.load(bad)).toThrow(`from[${bad.length - 1}] must be an integer`);
  });

  it('tell where their hubs are', () => {
    const car = create();
    run(car, 300);
    const out = car.vehicle.hubPosition([0, 0, 0], 0);
    expect(out[0]).toBeCloseTo(0.8, 6);
    expect(out[1]).toBeCloseTo(0.35, 6);
    expect(out[2]).toBeCloseTo(1.3, 6);
  });

  it('tell the poses of their hubs in the frame of the body, steered and rolled', () => {
    for (const [up, forward] of [
      [
        [0, 1, 0],
        [0, 0, 1],
      ],
      [
        [0, 0, 1],
        [1, 0, 0],
      ],
      [
        [0, 0.6, 0.8],
        [0, 0.8, -0.6],
      ],
    ]) {
      const world = new World();
      const body = world.add({
        shape: new BoxShape([1, 1, 1]),
        position: [3, 4, 5],
        rotation: [0.1, 0.3, 0.5, 0.8],
      });
      const settings = { position: [0.8, 0.1, 1.3], length: 0.5 };
      const vehicle = new Vehicle(world, body, { wheels: [settings], up, forward });
      const [wheel] = vehicle.wheels;
      wheel.compression = 0.1;
      const [position, rotation] = [
        [0, 0, 0],
        [0, 0, 0, 1],
      ];
      const turned = (v: readonly number[]) => {
        const [x, y, z, w] = rotation;
        const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
        return [
          v[0] + w * t[0] + y * t[2] - z * t[1],
          v[1] + w * t[1] + z * t[0] - x * t[2],
          v[2] + w * t[2] + x * t[1] - y * t[0],
        ];
      };
      const left = [
        up[1] * forward[2] - up[2] * forward[1],
        up[2] * forward[0] - up[0] * forward[2],
        up[0] * forward[1] - up[1] * forward[0],
      ];
      for (const steering of [-1.2, 0, 0.4])
        for (const angle of [0, 0.3, 3, 6]) {
          wheel.setSteering(steering);
          wheel.angle = angle;
          vehicle.hubPose(position, rotation, 0);
          for (let k = 0; k < 3; k++) {
            expect(position[k]).toBeCloseTo(settings.position[k] - 0.4 * up[k], 12);
            // The axle is turned by the steering; the top of the wheel goes forwards.
            const [c, s] = [Math.cos(steering), Math.sin(steering)];
            expect(turned(left)[k]).toBeCloseTo(c * left[k] - s * forward[k], 12);
            const ahead = c * forward[k] + s * left[k];
            expect(turned(up)[k]).toBeCloseTo(Math.cos(angle) * up[k] + Math.sin(angle) * ahead, 12);
          }
        }
      // The same place as in the world.
      const [at, turn] = [
        [0, 0, 0],
        [0, 0, 0, 1],
      ];
      world.getPose(at, turn, body);
      rotation.splice(0, 4, ...turn);
      const hub = vehicle.hubPosition([0, 0, 0], 0);
      turned(position).forEach((x, k) => {
        expect(hub[k]).toBeCloseTo(at[k] + x, 9);
      });
    }
  });

  it('have axes of their own', () => {
    const world = new World();
    world.add({ shape: new HalfSpace(), friction: 1 });
    const body = world.add({ shape: new BoxShape([2, 0.3, 0.9]), mass, position: [0, 0.65, 0] });
    const turned = wheels().map(wheel => {
      const [x, y, z] = wheel.position as number[];
      return { ...wheel, position: [z, y, -x] };
    });
    const car = { world, body, vehicle: new Vehicle(world, body, { wheels: turned, forward: [1, 0, 0] }) };
    car.vehicle.drive(600);
    run(car, 120);
    expect(at(car)[0]).toBeGreaterThan(1);
    expect(Math.abs(at(car)[2])).toBeLessThan(1e-3);
  });
});
