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

/** Bias speed and compliance of the two points at hand. */
const rows = /* @__PURE__ */ plainDoubles(4);

/**
 * Sets what point `p` of a block aims at: to close its gap at most, or to undo its overlap as a damped spring.
 */
function setRow(blocks: Doubles, head: number, p: number, step: Doubles, isSoft: boolean): void {
  const at = head + headSize + p * pointSize;
  const separation = blocks[at + separationAt];
  rows[2 * p] = separation > 0 ? separation / step[substepAt] : 0;
  rows[2 * p + 1] = 0;
  if (separation > 0 || !isSoft) return;
  const softness = blocks[head + softnessAt];
  rows[2 * p] = Math.max(step[softness] * separation, -step[pushSpeedAt]);
  rows[2 * p + 1] =
    (blocks[at + responseAt] * step[softness + impulseScaleAt]) / step[softness + massScaleAt];
}

/**
 * One pass over all contacts; with `isSoft`, overlap is undone. The other passes go backwards, so that loads
 * travel through a stack in both directions, whichever way it was built.
 */
export function solvePlanar(set: PlanarBlocks, states: Doubles, step: Doubles, isSoft: boolean): void {
  const { blocks, entries } = set;
  for (let n = 0; n < set.count; n++) {
    const i = isSoft ? n : set.count - 1 - n;
    const head = blockSize * i;
    const a = entries[entrySize * i + entryAAt];
    const b = entries[entrySize * i + entryBAt];
    const count = entries[entrySize * i + entryCountAt];
    solveFriction(blocks, head, states, a, b, count);
    const first = head + headSize;
    const second = first + pointSize;
    const spinA = states[a + spinAt];
    const spinB = states[b + spinAt];
    const speed = blocks[head] * (states[b] - states[a]) + blocks[head + 1] * (states[b + 1] - states[a + 1]);
    const old = blocks[first + impulseAt];
    const response = blocks[first + responseAt];
    setRow(blocks, head, 0, step, isSoft);
    const aim = rows[0] + speed + spinB * blocks[first + leversAt + 1] - spinA * blocks[first + leversAt];
    if (count === 1) {
      const next = Math.max(0, (response * old - aim) / (response + rows[1]));
      const change = next - old;
      blocks[first + impulseAt] = next;
      push[0] = change;
      push[1] = 0;
      push[2] = change * blocks[first + leversAt];
      push[3] = change * blocks[first + leversAt + 1];
      applyPush(blocks, head, states, a, b);
      continue;
    }
    const oldSecond = blocks[second + impulseAt];
    const secondResponse = blocks[second + responseAt];
    const coupling = blocks[head + couplingAt];
    setRow(blocks, head, 1, step, isSoft);
    problem[0] = response + rows[1];
    problem[1] = coupling;
    problem[2] = secondResponse + rows[3];
    problem[3] = aim - response * old - coupling * oldSecond;
    problem[4] =
      rows[2] +
      speed +
      spinB * blocks[second + leversAt + 1] -
      spinA * blocks[second + leversAt] -
      secondResponse * oldSecond -
      coupling * old;
    problem[5] = old;
    problem[6] = oldSecond;
    solveProblem();
    blocks[first + impulseAt] = problem[5];
    blocks[second + impulseAt] = problem[6];
    changes[0] = problem[5] - old;
    changes[1] = problem[6] - oldSecond;
    pushChanges(blocks, head);
    applyPush(blocks, head, states, a, b);
  }
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

/** Friction and rolling friction of a block. */
function solveFriction(
  blocks: Doubles,
  head: number,
  states: Doubles,
  a: number,
  b: number,
  count: number,
): void {
  const load =
    blocks[head + headSize + impulseAt] + (count > 1 ? blocks[head + headSize + pointSize + impulseAt] : 0);
  const limit = blocks[head + frictionAt] * load;
  const old = blocks[head + frictionImpulseAt];
  if (limit > 0 || old !== 0) {
    const slip =
      blocks[head] * (states[b + 1] - states[a + 1]) -
      blocks[head + 1] * (states[b] - states[a]) +
      states[b + spinAt] * blocks[head + frictionLeversAt + 1] -
      states[a + spinAt] * blocks[head + frictionLeversAt];
    const next = Math.max(-limit, Math.min(limit, old - blocks[head + frictionMassAt] * slip));
    blocks[head + frictionImpulseAt] = next;
    push[0] = push[2] = push[3] = 0;
    push[1] = next - old;
    applyPush(blocks, head, states, a, b);
  }
  const most = blocks[head + rollingAt] * load;
  const oldRoll = blocks[head + rollingImpulseAt];
  if (!(most > 0 || oldRoll !== 0)) return;
  const spin = states[b + spinAt] - states[a + spinAt];
  const roll = Math.max(-most, Math.min(most, oldRoll - blocks[head + rollingMassAt] * spin));
  blocks[head + rollingImpulseAt] = roll;
  states[a + spinAt] -= states[a + inverseMomentAt] * (roll - oldRoll);
  states[b + spinAt] += states[b + inverseMomentAt] * (roll - oldRoll);
}
