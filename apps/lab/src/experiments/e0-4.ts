/**
 * E0.4: how many iterations GJK and EPA take on hulls of 24 vertices (the sources' rhombicuboctahedron is
 * one).
 *
 * Pairs of random hulls of 24 points on a sphere at random poses, from deep overlap to clear distance.
 */
import { HullShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';

import { defineExperiment } from '../harness/experiment.ts';

export const experiment = defineExperiment({
  id: 'E0.4',
  title: 'Iterations of GJK and EPA on hulls of 24 vertices',
  source:
    'S0 counts the iterations of GJK and EPA in ten million calls of its simulation of bodies of 24 vertices: GJK 4 on average and 17 at most, EPA 3 and 29.',
  run(report) {
    const calls = report.size(20_000, 10_000_000);
    const random = new Random(24);
    const unit: [number, number, number] = [0, 0, 0];
    const bodies = Array.from({ length: 40 }, () => {
      const points = new Float64Array(72);
      for (let i = 0; i < 24; i++) points.set(random.unitVector3(unit), 3 * i);
      return new Posed(HullShape.fromPoints(points));
    });
    const result = createPenetrationResult();
    const rotation: [number, number, number, number] = [0, 0, 0, 1];
    let steps = 0;
    let mostSteps = 0;
    let expansions = 0;
    let mostExpansions = 0;
    let overlaps = 0;
    let open = 0;
    for (let i = 0; i < calls; i++) {
      const a = bodies[random.integer(20)];
      const b = bodies[20 + random.integer(20)];
      random.quaternion(rotation);
      a.setPose([0, 0, 0], rotation);
      random.unitVector3(unit);
      const distance = random.uniform(0.2, 3);
      random.quaternion(rotation);
      b.setPose([distance * unit[0], distance * unit[1], distance * unit[2]], rotation);
      signedDistance(result, a, b);
      if (!result.converged) open++;
      steps += result.gjk.steps;
      mostSteps = Math.max(mostSteps, result.gjk.steps);
      if (!result.expanded) continue;
      overlaps++;
      expansions += result.epa!.steps;
      mostExpansions = Math.max(mostExpansions, result.epa!.steps);
    }
    report.note(
      `${calls} calls, ${((100 * overlaps) / calls).toFixed(1)} % overlapping, ${open} not converged. The source made 10 million calls on bodies that touch in a simulation, where overlaps are shallow.`,
    );
    report.claim('every search converges', open === 0);
    report.claim(
      'GJK takes about four iterations, and never many',
      Math.abs(steps / calls - 4) < 2 && mostSteps < 25,
    );
    report.claim('EPA takes more the deeper bodies overlap, but is bounded', mostExpansions < 64);
    report.compare('iterations', [
      { label: 'GJK, mean', measured: steps / calls, published: 4 },
      { label: 'GJK, largest', measured: mostSteps, published: 17 },
      { label: 'EPA, mean', measured: expansions / overlaps, published: 3 },
      { label: 'EPA, largest', measured: mostExpansions, published: 29 },
    ]);
  },
});
