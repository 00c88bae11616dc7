/**
 * Passes of the planar contact solver: warm start, and sequential impulses over all manifolds. Friction and
 * rolling friction come first, within the limits of the normal impulses so far; then both points of a
 * manifold are solved as one linear complementarity problem of two unknowns, whose four cases are tried in
 * turn. With contacts that act as damped springs, the compliance of the spring is added to the diagonal.
 *
 * Murty, "Linear complementarity, linear and nonlinear programming", 1988.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  couplingAt,
  displacementAt,
  entryAAt,
  entryBAt,
  entryBlockAt,
  entryCountAt,
  entrySize,
  frictionAt,
  frictionImpulseAt,
  frictionLeversAt,
  frictionMassAt,
  headSize,
  impulseAt,
  inverseMassAt,
  inverseMomentAt,
  leversAt,
  type PlanarBlocks,
  pointSize,
  reachAt,
  responseAt,
  rollingAt,
  rollingImpulseAt,
  rollingMassAt,
  rotationAt,
  separationAt,
  spinAt,
  startAt,
} from '../../internal/planar-layout.ts';
import {
  contactSoftnessAt,
  impulseScaleAt,
  massScaleAt,
  pushSpeedAt,
  substepAt,
} from '../../internal/solve-contacts.ts';

/**
 * A problem of two unknowns, x ≥ 0 with y = A x + b ≥ 0 and x · y = 0:
 *
 * | at | numbers | what                                                    |
 * | -- | ------- | ------------------------------------------------------- |
 * |  0 | 3       | A, which is symmetric: 11, 12, 22                       |
 * |  3 | 2       | b                                                       |
 * |  5 | 2       | x: a first guess, which is replaced by the solution     |
 */
export const problemSize = 7;
export const targetAt = 3;
export const unknownsAt = 5;

/** The problem for {@link solveProblem}: in an array, since V8 would box arguments. */
const problem = /* @__PURE__ */ plainDoubles(problemSize);

/** Below this share of the product of its diagonal, the determinant of a problem is lost to rounding. */
const leastDeterminant = 1e-6;
/** Sweeps over a problem that no case solves. */
const sweepCount = 8;

/** Solves a problem of two unknowns, see {@link problemSize}. */
export function solveProblem(problem: Doubles): void {
  const a = problem[0];
  const c = problem[1];
  const d = problem[2];
  const p = problem[targetAt];
  const q = problem[targetAt + 1];
  const determinant = a * d - c * c;
  const isRegular = determinant > leastDeterminant * a * d;
  let x = (c * q - d * p) / determinant;
  let y = (c * p - a * q) / determinant;
  if (!(isRegular && x >= 0 && y >= 0)) {
    const first = p < 0 ? -p / a : 0;
    const second = q < 0 ? -q / d : 0;
    if (isRegular && c * first + q >= 0) {
      x = first;
      y = 0;
    } else if (isRegular && c * second + p >= 0) {
      x = 0;
      y = second;
    } else {
      y = problem[unknownsAt + 1];
      for (let n = 0; n < sweepCount; n++) {
        x = Math.max(0, -(p + c * y) / a);
        y = Math.max(0, -(q + c * x) / d);
      }
    }
  }
  problem[unknownsAt] = x;
  problem[unknownsAt + 1] = y;
}

/** Applies the impulses that the contacts have so far. */
export function warmStartPlanar(set: PlanarBlocks, states: Doubles): void {
  const { blocks, entries, count } = set;
  for (let i = 0; i < count; i++) {
    const head = entries[entrySize * i + entryBlockAt];
    const a = entries[entrySize * i + entryAAt];
    const b = entries[entrySize * i + entryBAt];
    const end = head + headSize + pointSize * entries[entrySize * i + entryCountAt];
    let normal = 0;
    let momentA = blocks[head + rollingImpulseAt];
    let momentB = momentA;
    for (let at = head + headSize; at < end; at += pointSize) {
      const impulse = blocks[at + impulseAt];
      normal += impulse;
      momentA += impulse * blocks[at + leversAt];
      momentB += impulse * blocks[at + leversAt + 1];
    }
    const friction = blocks[head + frictionImpulseAt];
    const x = normal * blocks[head] - friction * blocks[head + 1];
    const y = normal * blocks[head + 1] + friction * blocks[head];
    const shiftA = states[a + inverseMassAt];
    const shiftB = states[b + inverseMassAt];
    states[a] -= shiftA * x;
    states[a + 1] -= shiftA * y;
    states[a + spinAt] -=
      states[a + inverseMomentAt] * (momentA + friction * blocks[head + frictionLeversAt]);
    states[b] += shiftB * x;
    states[b + 1] += shiftB * y;
    states[b + spinAt] +=
      states[b + inverseMomentAt] * (momentB + friction * blocks[head + frictionLeversAt + 1]);
  }
}

/**
 * One pass over all contacts; with `isSoft`, overlap is undone. The other passes go backwards, so that loads
 * travel through a stack in both directions, in whatever order it was built. With `measures`, separations are
 * measured anew, since the bodies have moved.
 *
 * A block is friction and rolling friction, then the normal impulses. A point closes its gap at most, or
 * undoes its overlap as a damped spring. One function with velocities in locals, longer than others for that:
 * in pieces that hand velocities over in arrays, a step of 1 000 circles took 1.3 times as long, and with a
 * call per block and arrays for the two unknowns 1.3 times again.
 */
export function solvePlanar(
  set: PlanarBlocks,
  states: Doubles,
  step: Doubles,
  isSoft: boolean,
  measures: boolean,
): void {
  const { blocks, entries, count } = set;
  const perSubstep = 1 / step[substepAt];
  const pushSpeed = step[pushSpeedAt];
  const rate = step[contactSoftnessAt];
  // The compliance that softness adds to the response of a contact, as a share of the response.
  const compliance = isSoft
    ? step[contactSoftnessAt + impulseScaleAt] / step[contactSoftnessAt + massScaleAt]
    : 0;
  for (let n = 0; n < count; n++) {
    const e = entrySize * (isSoft ? n : count - 1 - n);
    const head = entries[e + entryBlockAt];
    const first = head + headSize;
    const second = first + pointSize;
    const a = entries[e + entryAAt];
    const b = entries[e + entryBAt];
    const isPair = entries[e + entryCountAt] > 1;
    const nx = blocks[head];
    const ny = blocks[head + 1];
    let ax = states[a];
    let ay = states[a + 1];
    let bx = states[b];
    let by = states[b + 1];
    let spinA = states[a + spinAt];
    let spinB = states[b + spinAt];
    const old = blocks[first + impulseAt];
    const oldSecond = isPair ? blocks[second + impulseAt] : 0;
    const load = old + oldSecond;
    const leverA = blocks[first + leversAt];
    const leverB = blocks[first + leversAt + 1];
    if (measures) {
      // They are valid in the next pass as well.
      const shift =
        nx * (states[b + displacementAt] - states[a + displacementAt]) +
        ny * (states[b + displacementAt + 1] - states[a + displacementAt + 1]);
      const lowA = states[a + rotationAt] - 1;
      const lowB = states[b + rotationAt] - 1;
      const sinA = states[a + rotationAt + 1];
      const sinB = states[b + rotationAt + 1];
      blocks[first + separationAt] =
        blocks[first + startAt] +
        shift +
        lowB * blocks[first + reachAt + 1] +
        sinB * leverB -
        lowA * blocks[first + reachAt] -
        sinA * leverA;
      if (isPair)
        blocks[second + separationAt] =
          blocks[second + startAt] +
          shift +
          lowB * blocks[second + reachAt + 1] +
          sinB * blocks[second + leversAt + 1] -
          lowA * blocks[second + reachAt] -
          sinA * blocks[second + leversAt];
    }
    const separation = blocks[first + separationAt];
    // Most contacts of bodies that tumble are gaps that stay open: nothing pushes there, and nothing changes.
    if (load === 0 && separation > 0 && blocks[head + frictionImpulseAt] === 0) {
      const parting = nx * (bx - ax) + ny * (by - ay);
      const gap = isPair ? blocks[second + separationAt] : separation;
      const last = isPair ? second : first;
      const isIdle =
        separation * perSubstep + parting + spinB * leverB - spinA * leverA >= 0 &&
        gap * perSubstep + parting + spinB * blocks[last + leversAt + 1] - spinA * blocks[last + leversAt] >=
          0;
      if (isIdle && gap > 0 && blocks[head + rollingImpulseAt] === 0) continue;
    }
    const massA = states[a + inverseMassAt];
    const massB = states[b + inverseMassAt];
    const momentA = states[a + inverseMomentAt];
    const momentB = states[b + inverseMomentAt];
    const limit = blocks[head + frictionAt] * load;
    const oldFriction = blocks[head + frictionImpulseAt];
    if (limit > 0 || oldFriction !== 0) {
      const armA = blocks[head + frictionLeversAt];
      const armB = blocks[head + frictionLeversAt + 1];
      const slip = nx * (by - ay) - ny * (bx - ax) + spinB * armB - spinA * armA;
      const next = Math.max(-limit, Math.min(limit, oldFriction - blocks[head + frictionMassAt] * slip));
      const change = next - oldFriction;
      blocks[head + frictionImpulseAt] = next;
      ax += massA * change * ny;
      ay -= massA * change * nx;
      spinA -= momentA * change * armA;
      bx -= massB * change * ny;
      by += massB * change * nx;
      spinB += momentB * change * armB;
    }
    const most = blocks[head + rollingAt] * load;
    const oldRoll = blocks[head + rollingImpulseAt];
    if (most > 0 || oldRoll !== 0) {
      const roll = Math.max(-most, Math.min(most, oldRoll - blocks[head + rollingMassAt] * (spinB - spinA)));
      blocks[head + rollingImpulseAt] = roll;
      spinA -= momentA * (roll - oldRoll);
      spinB += momentB * (roll - oldRoll);
    }
    const speed = nx * (bx - ax) + ny * (by - ay);
    const response = blocks[first + responseAt];
    const isOpen = separation > 0;
    const bias = isOpen ? separation * perSubstep : isSoft ? Math.max(rate * separation, -pushSpeed) : 0;
    const aim = speed + spinB * leverB - spinA * leverA + bias;
    const yielding = isOpen ? response : response + response * compliance;
    let push = 0;
    if (isPair) {
      const secondA = blocks[second + leversAt];
      const secondB = blocks[second + leversAt + 1];
      const coupling = blocks[head + couplingAt];
      const answer = blocks[second + responseAt];
      const gap = blocks[second + separationAt];
      const secondBias = gap > 0 ? gap * perSubstep : isSoft ? Math.max(rate * gap, -pushSpeed) : 0;
      const secondYielding = gap > 0 ? answer : answer + answer * compliance;
      const p = aim - response * old - coupling * oldSecond;
      const q = secondBias + speed + spinB * secondB - spinA * secondA - answer * oldSecond - coupling * old;
      const determinant = yielding * secondYielding - coupling * coupling;
      const scale = 1 / determinant;
      let x = scale * (coupling * q - secondYielding * p);
      let y = scale * (coupling * p - yielding * q);
      // Nearly always both points push; the other cases are left to the solver of problems.
      if (!(determinant > leastDeterminant * yielding * secondYielding && x >= 0 && y >= 0)) {
        problem[0] = yielding;
        problem[1] = coupling;
        problem[2] = secondYielding;
        problem[targetAt] = p;
        problem[targetAt + 1] = q;
        problem[unknownsAt] = old;
        problem[unknownsAt + 1] = oldSecond;
        solveProblem(problem);
        x = problem[unknownsAt];
        y = problem[unknownsAt + 1];
      }
      push = x - old;
      const secondPush = y - oldSecond;
      blocks[first + impulseAt] = x;
      blocks[second + impulseAt] = y;
      spinA -= momentA * (push * leverA + secondPush * secondA);
      spinB += momentB * (push * leverB + secondPush * secondB);
      push += secondPush;
    } else {
      const next = Math.max(0, (response * old - aim) / yielding);
      push = next - old;
      blocks[first + impulseAt] = next;
      spinA -= momentA * push * leverA;
      spinB += momentB * push * leverB;
    }
    states[a] = ax - massA * push * nx;
    states[a + 1] = ay - massA * push * ny;
    states[a + spinAt] = spinA;
    states[b] = bx + massB * push * nx;
    states[b + 1] = by + massB * push * ny;
    states[b + spinAt] = spinB;
  }
}
