/**
 * Passes of the planar contact solver: warm start, and sequential impulses over all manifolds. Friction and
 * rolling friction come first, within the limits of the normal impulses so far; then both points of a manifold
 * are solved as one linear complementarity problem of two unknowns, whose four cases are tried in turn. With
 * contacts that act as damped springs, the compliance of the spring is added to the diagonal.
 *
 * Murty, "Linear complementarity, linear and nonlinear programming", 1988.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  blockSize,
  couplingAt,
  entryAAt,
  entryBAt,
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
  responseAt,
  rollingAt,
  rollingImpulseAt,
  rollingMassAt,
  separationAt,
  softnessAt,
  spinAt,
} from '../../internal/planar-layout.ts';
import { impulseScaleAt, massScaleAt, pushSpeedAt, substepAt } from '../../internal/solve-contacts.ts';

/**
 * What {@link applyPush} applies: impulse along the normal and along the tangent, moment of the first about A and
 * about B. In an array, as are the others below: V8 would box arguments.
 */
export const push = /* @__PURE__ */ plainDoubles(4);

/**
 * A problem of two unknowns x ≥ 0 with y = A x + b ≥ 0 and x · y = 0: A as 11, 12, 22, then b, then x, which holds
 * a first guess.
 */
export const problem = /* @__PURE__ */ plainDoubles(7);

/** Below this share of the product of its diagonal, the determinant of a problem is lost to rounding. */
const leastDeterminant = 1e-6;
/** Sweeps over a problem that has none. */
const sweepCount = 8;

/** Solves {@link problem}. */
export function solveProblem(): void {
  const a = problem[0];
  const c = problem[1];
  const d = problem[2];
  const p = problem[3];
  const q = problem[4];
  const determinant = a * d - c * c;
  const isRegular = determinant > leastDeterminant * a * d;
  const x = (c * q - d * p) / determinant;
  const y = (c * p - a * q) / determinant;
  const first = p < 0 ? -p / a : 0;
  const second = q < 0 ? -q / d : 0;
  if (isRegular && x >= 0 && y >= 0) {
    problem[5] = x;
    problem[6] = y;
  } else if (isRegular && c * first + q >= 0) {
    problem[5] = first;
    problem[6] = 0;
  } else if (isRegular && c * second + p >= 0) {
    problem[5] = 0;
    problem[6] = second;
  } else sweep();
}

/** Solves {@link problem} by sweeps. */
function sweep(): void {
  const a = problem[0];
  const c = problem[1];
  const d = problem[2];
  const p = problem[3];
  const q = problem[4];
  let x = problem[5];
  let y = problem[6];
  for (let n = 0; n < sweepCount; n++) {
    x = Math.max(0, -(p + c * y) / a);
    y = Math.max(0, -(q + c * x) / d);
  }
  problem[5] = x;
  problem[6] = y;
}

/** Applies {@link push} to the bodies of a block, with the opposite on A. */
export function applyPush(blocks: Doubles, head: number, states: Doubles, a: number, b: number): void {
  const x = push[0] * blocks[head] - push[1] * blocks[head + 1];
  const y = push[0] * blocks[head + 1] + push[1] * blocks[head];
  const shiftA = states[a + inverseMassAt];
  const shiftB = states[b + inverseMassAt];
  states[a] -= shiftA * x;
  states[a + 1] -= shiftA * y;
  states[a + spinAt] -= states[a + inverseMomentAt] * (push[2] + push[1] * blocks[head + frictionLeversAt]);
  states[b] += shiftB * x;
  states[b + 1] += shiftB * y;
  states[b + spinAt] +=
    states[b + inverseMomentAt] * (push[3] + push[1] * blocks[head + frictionLeversAt + 1]);
}

/** Applies the impulses that the contacts have so far. */
export function warmStartPlanar(set: PlanarBlocks, states: Doubles): void {
  const { blocks, entries } = set;
  for (let i = 0; i < set.count; i++) {
    const head = blockSize * i;
    const end = head + headSize + pointSize * entries[entrySize * i + entryCountAt];
    const roll = blocks[head + rollingImpulseAt];
    let normal = 0;
    let momentA = roll;
    let momentB = roll;
    for (let at = head + headSize; at < end; at += pointSize) {
      const impulse = blocks[at + impulseAt];
      normal += impulse;
      momentA += impulse * blocks[at + leversAt];
      momentB += impulse * blocks[at + leversAt + 1];
    }
    push[0] = normal;
    push[1] = blocks[head + frictionImpulseAt];
    push[2] = momentA;
    push[3] = momentB;
    applyPush(blocks, head, states, entries[entrySize * i + entryAAt], entries[entrySize * i + entryBAt]);
  }
}

/**
 * One pass over all contacts; with `isSoft`, overlap is undone. The other passes go backwards, so that loads
 * travel through a stack in both directions, whichever way it was built.
 */
export function solvePlanar(set: PlanarBlocks, states: Doubles, step: Doubles, isSoft: boolean): void {
  for (let n = 0; n < set.count; n++) solveBlock(set, isSoft ? n : set.count - 1 - n, states, step, isSoft);
}

/**
 * Solves one block: friction and rolling friction, then the normal impulses. A point closes its gap at most, or undoes
 * its overlap as a damped spring. One function with velocities in locals, longer than others for that: in pieces that
 * hand velocities over in arrays, a step of 1 000 circles took 1.3 times as long.
 */
function solveBlock(set: PlanarBlocks, i: number, states: Doubles, step: Doubles, isSoft: boolean): void {
  const { blocks, entries } = set;
  const head = blockSize * i;
  const first = head + headSize;
  const second = first + pointSize;
  const a = entries[entrySize * i + entryAAt];
  const b = entries[entrySize * i + entryBAt];
  const isPair = entries[entrySize * i + entryCountAt] > 1;
  const nx = blocks[head];
  const ny = blocks[head + 1];
  const massA = states[a + inverseMassAt];
  const massB = states[b + inverseMassAt];
  const momentA = states[a + inverseMomentAt];
  const momentB = states[b + inverseMomentAt];
  let ax = states[a];
  let ay = states[a + 1];
  let bx = states[b];
  let by = states[b + 1];
  let spinA = states[a + spinAt];
  let spinB = states[b + spinAt];
  const old = blocks[first + impulseAt];
  const oldSecond = isPair ? blocks[second + impulseAt] : 0;
  const load = old + oldSecond;
  const limit = blocks[head + frictionAt] * load;
  const oldFriction = blocks[head + frictionImpulseAt];
  if (limit > 0 || oldFriction !== 0) {
    const leverA = blocks[head + frictionLeversAt];
    const leverB = blocks[head + frictionLeversAt + 1];
    const slip = nx * (by - ay) - ny * (bx - ax) + spinB * leverB - spinA * leverA;
    const next = Math.max(-limit, Math.min(limit, oldFriction - blocks[head + frictionMassAt] * slip));
    const change = next - oldFriction;
    blocks[head + frictionImpulseAt] = next;
    ax += massA * change * ny;
    ay -= massA * change * nx;
    spinA -= momentA * change * leverA;
    bx -= massB * change * ny;
    by += massB * change * nx;
    spinB += momentB * change * leverB;
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
  const leverA = blocks[first + leversAt];
  const leverB = blocks[first + leversAt + 1];
  const response = blocks[first + responseAt];
  const softness = blocks[head + softnessAt];
  const compliance = isSoft ? step[softness + impulseScaleAt] / step[softness + massScaleAt] : 0;
  const separation = blocks[first + separationAt];
  const isOpen = separation > 0;
  const aim = speed + spinB * leverB - spinA * leverA + biasOf(separation, step, softness, isSoft);
  const yielding = isOpen ? response : response + response * compliance;
  let push = 0;
  if (isPair) {
    const secondA = blocks[second + leversAt];
    const secondB = blocks[second + leversAt + 1];
    const coupling = blocks[head + couplingAt];
    const answer = blocks[second + responseAt];
    const gap = blocks[second + separationAt];
    problem[0] = yielding;
    problem[1] = coupling;
    problem[2] = gap > 0 ? answer : answer + answer * compliance;
    problem[3] = aim - response * old - coupling * oldSecond;
    problem[4] =
      biasOf(gap, step, softness, isSoft) +
      speed +
      spinB * secondB -
      spinA * secondA -
      answer * oldSecond -
      coupling * old;
    problem[5] = old;
    problem[6] = oldSecond;
    solveProblem();
    push = problem[5] - old;
    const secondPush = problem[6] - oldSecond;
    blocks[first + impulseAt] = problem[5];
    blocks[second + impulseAt] = problem[6];
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

/** Speed at which a point should part: so that its gap closes at most, or its overlap is undone. */
function biasOf(separation: number, step: Doubles, softness: number, isSoft: boolean): number {
  if (separation > 0) return separation / step[substepAt];
  return isSoft ? Math.max(step[softness] * separation, -step[pushSpeedAt]) : 0;
}

/** Changes of the normal impulses of both points. */
export const changes = /* @__PURE__ */ plainDoubles(2);

/** Sets {@link push} to the {@link changes}. */
export function pushChanges(blocks: Doubles, head: number): void {
  const p = head + headSize + leversAt;
  const q = p + pointSize;
  push[0] = changes[0] + changes[1];
  push[1] = 0;
  push[2] = changes[0] * blocks[p] + changes[1] * blocks[q];
  push[3] = changes[0] * blocks[p + 1] + changes[1] * blocks[q + 1];
}
