/**
 * Warm start: applies the impulses that the slots have accumulated, as `warm-start-contacts` of
 * `@colide/solvers`.
 */
import { add, dot, gather, get, mul, scatter, splat, sub } from './lanes';
import {
  angularVelocityAt,
  arm,
  at,
  bitangent,
  firstA,
  firstB,
  frictionImpulse,
  head,
  impulse,
  leverA,
  leverB,
  massA,
  massB,
  normal,
  pointSize,
  secondA,
  secondB,
  shortHead,
  slotSize,
  stateOf,
  tangent,
  twistImpulse,
  yAt,
  zAt,
} from './layout';

/** Applies the impulses of the slots from `slots` to `end`. */
export function warmStartContacts(slots: usize, end: usize): void {
  for (let p = slots; p < end; ) {
    const points = load<i32>(p);
    let force = splat(0);
    let twist = force;
    let torqueT = force;
    let torqueB = force;
    if (points > 1) {
      const last = p + at(head) + pointSize * points;
      for (let q = p + at(head); q < last; q += pointSize) {
        const push = get(q, impulse);
        force = add(force, push);
        torqueT = add(torqueT, mul(push, get(q, arm)));
        torqueB = add(torqueB, mul(push, get(q, arm + 1)));
      }
      twist = get(p, twistImpulse);
    } else force = get(p, shortHead + impulse);
    const along = get(p, frictionImpulse);
    const across = get(p, frictionImpulse + 1);
    const nx = get(p, normal);
    const ny = get(p, normal + 1);
    const nz = get(p, normal + 2);
    const tx = get(p, tangent);
    const ty = get(p, tangent + 1);
    const tz = get(p, tangent + 2);
    const bx = get(p, bitangent);
    const by = get(p, bitangent + 1);
    const bz = get(p, bitangent + 2);
    const px = dot(force, nx, along, tx, across, bx);
    const py = dot(force, ny, along, ty, across, by);
    const pz = dot(force, nz, along, tz, across, bz);
    const mx = dot(twist, nx, torqueT, tx, torqueB, bx);
    const my = dot(twist, ny, torqueT, ty, torqueB, by);
    const mz = dot(twist, nz, torqueT, tz, torqueB, bz);
    applyWrench(p, massA, leverA, stateOf(p, firstA), stateOf(p, secondA), px, py, pz, mx, my, mz, true);
    applyWrench(p, massB, leverB, stateOf(p, firstB), stateOf(p, secondB), px, py, pz, mx, my, mz, false);
    p += slotSize(points);
  }
}

/**
 * Applies an impulse and an angular impulse to the bodies with states `a` and `b`, or subtracts them. All
 * numbers of two lanes are parameters, however many: a record would be in memory.
 */
function applyWrench(
  p: usize,
  mass: usize,
  lever: usize,
  a: usize,
  b: usize,
  px: v128,
  py: v128,
  pz: v128,
  mx: v128,
  my: v128,
  mz: v128,
  off: bool,
): void {
  const rx = get(p, lever);
  const ry = get(p, lever + 1);
  const rz = get(p, lever + 2);
  const gx = sub(add(mx, mul(ry, pz)), mul(rz, py));
  const gy = sub(add(my, mul(rz, px)), mul(rx, pz));
  const gz = sub(add(mz, mul(rx, py)), mul(ry, px));
  const w = get(p, mass);
  const xx = get(p, mass + 1);
  const yy = get(p, mass + 2);
  const zz = get(p, mass + 3);
  const xy = get(p, mass + 4);
  const xz = get(p, mass + 5);
  const yz = get(p, mass + 6);
  change(a, b, 0, mul(w, px), off);
  change(a, b, yAt, mul(w, py), off);
  change(a, b, zAt, mul(w, pz), off);
  change(a, b, angularVelocityAt, dot(xx, gx, xy, gy, xz, gz), off);
  change(a, b, angularVelocityAt + yAt, dot(xy, gx, yy, gy, yz, gz), off);
  change(a, b, angularVelocityAt + zAt, dot(xz, gx, yz, gy, zz, gz), off);
}

function change(a: usize, b: usize, to: usize, by: v128, off: bool): void {
  const old = gather(a + to, b + to);
  scatter(a + to, b + to, off ? sub(old, by) : add(old, by));
}
