/**
 * Shape matching of 10 000 bodies with 8 particles each, a round of goals and moves, against a
 * straightforward program around svd-js: the same sums, R = U Vᵀ from the singular value decomposition, the
 * same moves.
 *
 * Bodies are rotated and disturbed by a tenth of their size; every run starts from the same positions.
 */
import { Random } from '@colide/math';
import { ShapeMatching } from '@colide/solvers';

import { SVD } from 'svd-js';
import { type BenchCase, defineSuite } from '../harness/suite.ts';

const bodyCount = 10_000;
const particlesEach = 8;
const stiffness = 0.5;

interface Scene {
  rest: Float64Array;
  masses: Float64Array;
  inverseMasses: Float64Array;
  positions: Float64Array;
  starts: Uint32Array;
  ids: Uint32Array;
}

function createScene(): Scene {
  const random = new Random(2005);
  const count = bodyCount * particlesEach;
  const rest = new Float64Array(3 * count);
  const positions = new Float64Array(3 * count);
  const masses = Float64Array.from({ length: count }, () => random.uniform(0.5, 2));
  const turn = new Float64Array(9);
  for (let b = 0; b < bodyCount; b++) {
    random.rotationMatrix(turn);
    const center = [random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(-50, 50)];
    for (let k = 0; k < particlesEach; k++) {
      const at = 3 * (b * particlesEach + k);
      const corner = [k & 1, (k >> 1) & 1, k >> 2];
      for (let axis = 0; axis < 3; axis++) {
        rest[at + axis] = corner[axis];
        let value = center[axis] + random.uniform(-0.1, 0.1);
        for (let j = 0; j < 3; j++) value += turn[3 * j + axis] * corner[j];
        positions[at + axis] = value;
      }
    }
  }
  return {
    rest,
    masses,
    inverseMasses: masses.map(mass => 1 / mass),
    positions,
    starts: Uint32Array.from({ length: bodyCount + 1 }, (_, b) => b * particlesEach),
    ids: Uint32Array.from({ length: count }, (_, i) => i),
  };
}

/** A straightforward implementation with svd-js. */
function createSvdMatching({ rest, masses }: Scene) {
  const offsets = new Float64Array(rest.length);
  for (let b = 0; b < bodyCount; b++) {
    const center = meanOf(rest, masses, b);
    for (let i = b * particlesEach; i < (b + 1) * particlesEach; i++)
      for (let axis = 0; axis < 3; axis++) offsets[3 * i + axis] = rest[3 * i + axis] - center[axis];
  }
  return (positions: Float64Array) => {
    for (let b = 0; b < bodyCount; b++) {
      const center = meanOf(positions, masses, b);
      const moments = [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ];
      for (let i = b * particlesEach; i < (b + 1) * particlesEach; i++)
        for (let row = 0; row < 3; row++)
          for (let column = 0; column < 3; column++)
            moments[row][column] +=
              masses[i] * (positions[3 * i + row] - center[row]) * offsets[3 * i + column];
      const { u, v } = SVD(moments);
      for (let i = b * particlesEach; i < (b + 1) * particlesEach; i++)
        for (let row = 0; row < 3; row++) {
          let goal = center[row];
          for (let column = 0; column < 3; column++) {
            const r = u[row][0] * v[column][0] + u[row][1] * v[column][1] + u[row][2] * v[column][2];
            goal += r * offsets[3 * i + column];
          }
          positions[3 * i + row] += stiffness * (goal - positions[3 * i + row]);
        }
    }
  };
}

function meanOf(points: Float64Array, masses: Float64Array, b: number): number[] {
  const mean = [0, 0, 0];
  let total = 0;
  for (let i = b * particlesEach; i < (b + 1) * particlesEach; i++) {
    total += masses[i];
    for (let axis = 0; axis < 3; axis++) mean[axis] += masses[i] * points[3 * i + axis];
  }
  return mean.map(value => value / total);
}

/** Whether two sets of positions agree to 1e-9. */
function agree(ours: unknown, peers: unknown): true | string {
  const [a, b] = [ours as Float64Array, peers as Float64Array];
  let worst = 0;
  for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i] - b[i]));
  return worst <= 1e-9 || `largest difference ${worst}`;
}

function createCase(name: string, rotation: 'warm' | 'polar', target: number): BenchCase {
  return {
    name,
    items: bodyCount,
    unit: 'body',
    target,
    setUp() {
      const scene = createScene();
      const ours = scene.positions.slice();
      const theirs = scene.positions.slice();
      const matching = new ShapeMatching(scene.rest, scene.masses, scene.starts, scene.ids, {
        rotation,
        stiffness,
      });
      const svdMatching = createSvdMatching(scene);
      return {
        contenders: [
          {
            name: `ShapeMatching, ${rotation}`,
            run() {
              ours.set(scene.positions);
              matching.match(ours);
              matching.pull(ours, scene.inverseMasses);
              return ours[0];
            },
            verdict: () => ours,
          },
          {
            name: 'svd-js',
            run() {
              theirs.set(scene.positions);
              svdMatching(theirs);
              return theirs[0];
            },
            verdict: () => theirs,
          },
        ],
        agree,
      };
    },
  };
}

/** The suite. */
export const suite = defineSuite({
  title: 'Shape matching',
  cases: [
    createCase('10 000 bodies × 8, rotation of the last step', 'warm', 5),
    createCase('10 000 bodies × 8, rotation from scratch', 'polar', 3),
  ],
});
