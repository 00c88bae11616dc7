/** Worlds of random deformable and rigid bodies, with all that a user may do to them between steps. */
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  ropeLine,
  SphereShape,
  solidIcosphere,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { findNonFinite } from '@colide/solvers';
import { SoftBodies, World } from '@colide/world';
import { expect, it } from 'vitest';
import { bits, dt } from '../support/soft-scenes.ts';

const ball = solidIcosphere(0.3, 1);
const shapes = [
  new BoxShape([0.3, 0.2, 0.4]),
  new SphereShape(0.3),
  new CapsuleShape(0.2, 0.3),
  new CylinderShape(0.3, 0.2),
  new ConeShape(0.3, 0.4),
  HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.8, 0.8, 0.8]),
];

it('random worlds stay finite and their snapshots exact, whatever is done to them', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = new Random(seed);
    const soft = new SoftBodies({ substeps: 1 + random.integer(8) });
    const world = new World({ parts: [soft] });
    if (random.integer(5) > 0) world.add({ shape: new HalfSpace() });
    const rigid: number[] = [];
    const place = (): [number, number, number] => [
      random.uniform(-1, 1),
      random.uniform(0, 3),
      random.uniform(-1, 1),
    ];
    const add = () => {
      const density = 10 ** random.uniform(-1, 4);
      const common = {
        position: place(),
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
        velocity: [3 * random.normal(), 3 * random.normal(), 3 * random.normal()],
        friction: random.uniform(0, 1.5),
        restitution: random.uniform(0, 1),
      };
      const kind = random.integer(5);
      const spacing = random.uniform(0.05, 0.3);
      if (kind === 0)
        soft.addCloth({
          ...common,
          columns: 2 + random.integer(6),
          rows: 2 + random.integer(6),
          spacing,
          density: 10 ** random.uniform(-2, 1),
          pins: random.integer(2) ? [0] : [],
          ...(random.integer(3) === 0 ? { tearFactor: 1.2 } : {}),
        });
      else if (kind === 1)
        soft.addRope({
          ...common,
          positions: ropeLine(1, 2 + random.integer(16)).positions,
          bending: random.uniform(0, 1),
        });
      else if (kind === 2)
        soft.addSoft({
          ...common,
          positions: ball.positions,
          triangles: ball.indices,
          density,
          stiffness: random.uniform(0, 1),
          deformation: (['rigid', 'linear', 'quadratic'] as const)[random.integer(3)],
        });
      else if (kind === 3)
        soft.addSoft({
          ...common,
          size: [1 + random.integer(4), 1 + random.integer(4), 2],
          spacing,
          density,
        });
      else {
        const type = (['dynamic', 'kinematic'] as const)[random.integer(2)];
        rigid.push(world.add({ ...common, shape: shapes[random.integer(shapes.length)], density, type }));
      }
    };
    const anyBody = () => soft.bodies[random.integer(soft.bodies.length)];
    for (let n = 3 + random.integer(5); n > 0; n--) add();
    for (let n = 0; n < 45; n++) {
      const action = random.integer(12);
      if (action === 0 && soft.bodies.length < 8) add();
      if (action === 1 && soft.bodies.length > 0) soft.remove(anyBody());
      if (action === 2 && rigid.length > 0) world.setPose(rigid[random.integer(rigid.length)], place());
      if (action === 3 && rigid.length > 0 && soft.bodies.length > 0) {
        const body = anyBody();
        soft.attach(body, random.integer(body.count), world, rigid[random.integer(rigid.length)]);
      }
      if (action === 4 && soft.bodies.length > 0) {
        const body = anyBody();
        soft.move(body, random.integer(body.count), place());
      }
      if (action === 5 && soft.bodies.length > 0) {
        const body = anyBody();
        soft.pin(body, random.integer(body.count));
      }
      if (n === 20) {
        const before = world.snapshot();
        world.step(dt);
        const after = bits(world, soft);
        world.restore(before);
        world.step(dt);
        expect(bits(world, soft), `seed ${seed}`).toBe(after);
      }
      world.step(random.integer(8) === 0 ? [1e-6, 4e-4, 0.2, 1][random.integer(4)] : dt);
      expect(findNonFinite(soft.positions), `seed ${seed}`).toBe(-1);
      expect(findNonFinite(world.bodies.positions), `seed ${seed}`).toBe(-1);
    }
  }
});
