/** A scene with every kind of constraint, for the test that all engines compute the same bits. */
import { Random } from '@colide/math';
import {
  addWind,
  ChainConstraint,
  createGridCloth,
  DistanceConstraints,
  getVerletVelocities,
  hashState,
  type ParticleConstraint,
  ParticleContacts,
  ParticleSystem,
  projectAngle,
  projectBendings,
  projectSlider,
  projectVolume,
} from '@colide/solvers';

/** Fingerprint of the mixed scene after 1 000 steps, as computed by Node. */
export const mixedSceneHash = 716279274;

/** Runs the scene for `steps` steps of 1/60 s and returns the fingerprint of its state. */
export function runMixedScene(steps: number): number {
  const random = new Random(2026);
  const cloth = createGridCloth(12, 10, 0.1);
  const clothCount = 120;
  const chainCount = 15;
  const jellyCount = 4;
  const chainStart = clothCount;
  const jellyStart = chainStart + chainCount;
  const count = jellyStart + jellyCount;
  const system = new ParticleSystem({ count, gravity: [0, -9.81, 0], damping: 0.002 });
  for (let i = 0; i < clothCount; i++)
    system.place(i, cloth.positions[3 * i], 2, cloth.positions[3 * i + 2] + 0.01 * random.next());
  for (let i = 0; i < chainCount; i++) system.place(chainStart + i, 3 + 0.1 * i, 2, 0);
  system.placeAll(system.positions);
  for (let i = 0; i < jellyCount; i++)
    system.place(jellyStart + i, 5 + (i & 1), 1 + (i >> 1), i === 3 ? 1 : 0);
  for (let i = 0; i < count; i++) system.setMass(i, random.uniform(0.5, 2));
  system.pin(0);
  system.pin(11);
  system.pin(chainStart);

  const edges = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3].map(i => i + jellyStart);
  const bend = [chainStart + 5, chainStart + 4, chainStart + 6];
  const jelly = [0, 1, 2, 3].map(i => i + jellyStart);
  const contacts = new ParticleContacts({ friction: 0.4, restitution: 0.3 });
  const ground: ParticleConstraint = {
    begin(s) {
      contacts.clear();
      for (let i = 0; i < count; i++)
        if (s.positions[3 * i + 1] < 0.05) contacts.addParticleStatic(i, [0, 0, 0], [0, -1, 0], 0.02);
    },
    project(s) {
      const { positions, inverseMasses } = s;
      projectBendings(positions, inverseMasses, cloth.bendingIds, cloth.restAngles, 0.05);
      projectAngle(positions, inverseMasses, bend, -0.008);
      projectSlider(positions, inverseMasses, [60, 48, 59], [0.2, 0.8], 0.1);
      projectVolume(positions, inverseMasses, jelly, 1 / 6, 0.5);
    },
  };
  const constraints: ParticleConstraint[] = [
    ground,
    new DistanceConstraints(count, cloth.ids, cloth.restLengths, { root: 'approximate' }),
    new ChainConstraint(
      count,
      Array.from({ length: chainCount }, (_, i) => chainStart + i),
      new Array(chainCount - 1).fill(0.1),
    ),
    new DistanceConstraints(count, edges, [1, 1, 1.5, 1.4, 1.2, 1.1], { compliance: 1e-4 }),
    contacts,
  ];
  const velocities = new Float64Array(3 * count);
  for (let n = 0; n < steps; n++) {
    if (system.previousDt > 0)
      getVerletVelocities(velocities, system.positions, system.previousPositions, system.previousDt);
    const wind = { velocity: [1, 0, 2 + 0.01 * n], lift: 0.2 };
    addWind(system.forces, system.positions, velocities, cloth.triangles, wind);
    system.step(1 / 60, constraints, 4, 2);
  }
  return hashState(system.previousPositions, hashState(system.positions));
}
