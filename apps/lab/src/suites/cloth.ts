/**
 * Cloth: one step of a square cloth of 40², 64² and 100² particles, 10 cm apart, pinned along its first row,
 * under gravity at 1/60 s with 10 iterations over structural and shear constraints.
 *
 * Peers use their best settings: Bullet's soft body (ammo.js) with 10 position iterations and diagonals, Jolt
 * with 10 iterations and compliance 1e-5 (0 makes it diverge), verlet-system with verlet-constraint. They do
 * not come to the same positions, so what is compared first is that nobody falls apart: after 240 steps the
 * mean stretch of the structural edges is a verdict of its own, printed with the name, and ours must not be
 * larger than Bullet's.
 */
import '../peers/node-require.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createGridCloth, DistanceConstraints, ParticleSystem } from '@colide/solvers';

import { type BenchCase, type Contender, defineSuite } from '../harness/suite.ts';

const spacing = 0.1;
const dt = 1 / 60;
const iterations = 10;
const settlingSteps = 240;
const require = createRequire(import.meta.url);

/** A cloth that can be stepped and read. */
interface Cloth {
  name: string;
  step(): void;
  position(particle: number): [number, number, number];
  target?: number;
}

function ours(side: number): Cloth {
  const overRelaxation = 1.5;
  const grid = createGridCloth(side, side, spacing);
  const system = new ParticleSystem({ count: side * side, gravity: [0, -9.81, 0], damping: 0.01 });
  for (let i = 0; i < side * side; i++) system.place(i, grid.positions[3 * i], 5, grid.positions[3 * i + 2]);
  for (let i = 0; i < side; i++) system.pin(i);
  const constraints = [
    new DistanceConstraints(side * side, grid.ids, grid.restLengths, {
      root: 'approximate',
      overRelaxation,
    }),
  ];
  const x = system.positions;
  return {
    name: `colide, approximate root, ω ${overRelaxation}`,
    step: () => system.step(dt, constraints, iterations),
    position: p => [x[3 * p], x[3 * p + 1], x[3 * p + 2]],
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the peers come without types
type Untyped = any;

async function bullet(side: number): Promise<Cloth> {
  const A: Untyped = await require('ammojs-typed/wasm')({
    wasmBinary: readFileSync(require.resolve('ammojs-typed/ammo.wasm.wasm')),
  });
  const configuration = new A.btSoftBodyRigidBodyCollisionConfiguration();
  const world = new A.btSoftRigidDynamicsWorld(
    new A.btCollisionDispatcher(configuration),
    new A.btDbvtBroadphase(),
    new A.btSequentialImpulseConstraintSolver(),
    configuration,
    new A.btDefaultSoftBodySolver(),
  );
  const gravity = new A.btVector3(0, -9.81, 0);
  world.setGravity(gravity);
  world.getWorldInfo().set_m_gravity(gravity);
  const width = spacing * (side - 1);
  const corner = (x: number, z: number) => new A.btVector3(x, 5, z);
  const body = new A.btSoftBodyHelpers().CreatePatch(
    world.getWorldInfo(),
    corner(0, 0),
    corner(width, 0),
    corner(0, width),
    corner(width, width),
    side,
    side,
    3,
    true,
  );
  for (let i = 0; i < side; i++) body.setMass(i, 0);
  body.get_m_cfg().set_viterations(0);
  body.get_m_cfg().set_piterations(iterations);
  body.setActivationState(4);
  body.get_m_materials().at(0).set_m_kLST(1);
  world.addSoftBody(body, 1, -1);
  const nodes = body.get_m_nodes();
  return {
    name: 'ammo.js (Bullet) soft body',
    target: 1.5,
    step: () => world.stepSimulation(dt, 0),
    position(p) {
      const x = nodes.at(p).get_m_x();
      return [x.x(), x.y(), x.z()];
    },
  };
}

async function jolt(side: number): Promise<Cloth> {
  const J: Untyped = await (await import('jolt-physics/wasm-compat')).default();
  const settings = new J.JoltSettings();
  const filter = new J.ObjectLayerPairFilterTable(1);
  filter.EnableCollision(0, 0);
  const layers = new J.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = filter;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 1, filter, 1);
  const world = new J.JoltInterface(settings);
  const shared = new J.SoftBodySharedSettings();
  const vertex = new J.SoftBodySharedSettingsVertex();
  for (let i = 0; i < side * side; i++) {
    vertex.mPosition = new J.Float3((i % side) * spacing, 0, Math.floor(i / side) * spacing);
    vertex.mInvMass = i < side ? 0 : 1;
    shared.mVertices.push_back(vertex);
  }
  const face = new J.SoftBodySharedSettingsFace(0, 0, 0, 0);
  const addFace = (a: number, b: number, c: number) => {
    face.set_mVertex(0, a);
    face.set_mVertex(1, b);
    face.set_mVertex(2, c);
    shared.AddFace(face);
  };
  for (let row = 0; row + 1 < side; row++)
    for (let column = 0; column + 1 < side; column++) {
      const p = row * side + column;
      addFace(p, p + side, p + side + 1);
      addFace(p, p + side + 1, p + 1);
    }
  const attributes = new J.SoftBodySharedSettingsVertexAttributes();
  attributes.mCompliance = 1e-5;
  attributes.mShearCompliance = 1e-5;
  attributes.mBendCompliance = 3.4e38;
  shared.CreateConstraints(attributes, 1, J.SoftBodySharedSettings_EBendType_None);
  shared.Optimize();
  const creation = new J.SoftBodyCreationSettings(shared, new J.RVec3(0, 5, 0), new J.Quat(0, 0, 0, 1), 0);
  creation.mNumIterations = iterations;
  creation.mAllowSleeping = false;
  creation.mUpdatePosition = false;
  const system = world.GetPhysicsSystem();
  const id = system.GetBodyInterface().CreateAndAddSoftBody(creation, J.EActivation_Activate);
  const body = system.GetBodyLockInterface().TryGetBody(id);
  const vertices = J.castObject(body.GetMotionProperties(), J.SoftBodyMotionProperties).GetVertices();
  return {
    name: 'Jolt soft body',
    step: () => world.Step(dt, 1),
    position(p) {
      const x = vertices.at(p).mPosition;
      return [x.GetX(), x.GetY() + 5, x.GetZ()];
    },
  };
}

function verletSystem(side: number): Cloth {
  const createSystem: Untyped = require('verlet-system/3d');
  const createPoint: Untyped = require('verlet-point/3d');
  const createConstraint: Untyped = require('verlet-constraint/3d');
  const grid = createGridCloth(side, side, spacing);
  const system = createSystem({ gravity: [0, -9.81, 0] });
  const points: Untyped[] = Array.from({ length: side * side }, (_, i) =>
    createPoint({
      position: [grid.positions[3 * i], 5, grid.positions[3 * i + 2]],
      mass: i < side ? 0 : 1,
    }),
  );
  const constraints: Untyped[] = Array.from(grid.restLengths, (restingDistance, i) =>
    createConstraint([points[grid.ids[2 * i]], points[grid.ids[2 * i + 1]]], {
      restingDistance,
      stiffness: 1,
    }),
  );
  return {
    name: 'verlet-system',
    target: 3,
    step() {
      for (let n = 0; n < iterations; n++) for (const constraint of constraints) constraint.solve();
      system.integrate(points, dt);
    },
    position: p => points[p].position,
  };
}

/** Mean stretch of the structural edges. */
function meanStretch(cloth: Cloth, side: number): number {
  const grid = createGridCloth(side, side, spacing);
  let sum = 0;
  for (let i = 0; i < grid.structuralCount; i++) {
    const a = cloth.position(grid.ids[2 * i]);
    const b = cloth.position(grid.ids[2 * i + 1]);
    sum += Math.abs(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / spacing - 1);
  }
  return sum / grid.structuralCount;
}

function clothCase(side: number): BenchCase {
  const { restLengths } = createGridCloth(side, side, spacing);
  return {
    name: `cloth ${side} × ${side}`,
    items: restLengths.length * iterations,
    unit: 'constraint and iteration',
    async setUp() {
      const cloths = [ours(side), await bullet(side), await jolt(side), verletSystem(side)];
      const stretches = new Map<Cloth, number>();
      for (const cloth of cloths) {
        for (let n = 0; n < settlingSteps; n++) cloth.step();
        stretches.set(cloth, meanStretch(cloth, side));
      }
      const bulletStretch = stretches.get(cloths[1])!;
      const contenders: Contender[] = cloths.map(cloth => ({
        name: `${cloth.name}, stretch ${(100 * stretches.get(cloth)!).toFixed(2)} %`,
        run() {
          cloth.step();
          return cloth.position(side * side - 1)[1];
        },
        verdict: () => stretches.get(cloth)!,
        ...(cloth.target === undefined ? {} : { target: cloth.target }),
      }));
      return {
        contenders,
        agree(mine, theirs) {
          if (!((theirs as number) < 1)) return `stretched by ${theirs}`;
          if (!((mine as number) <= bulletStretch))
            return `ours stretches by ${mine}, Bullet by ${bulletStretch}`;
          return true;
        },
      };
    },
  };
}

export const suite = defineSuite({
  title: 'Cloth, structural and shear constraints, 10 iterations',
  cases: [40, 64, 100].map(clothCase),
});
