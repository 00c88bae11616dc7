/** Slows down twists about single points and slow rocking, as `brake-twists` of `@colide/solvers` does. */
import { add, choose, div, dot, gather, get, mul, put, scatter, splat, sub } from './lanes';
import {
  angularVelocityAt,
  at,
  firstA,
  firstB,
  friction,
  head,
  impulse,
  massA,
  massB,
  normal,
  pointSize,
  radii,
  scratch,
  secondA,
  secondB,
  shortHead,
  slotSize,
  stateOf,
  yAt,
  zAt,
} from './layout';

const twistShare = 0.05;
const rockingShare = 0.03;
const leastRocking = 1e-6;
const mostRocking = 0.2;

/**
 * Slows down twists and rocking at the slots from `slots` to `end`, by what the impulses of `substeps` allow.
 */
export function brakeContacts(slots: usize, end: usize, substeps: i32): void {
  const zero = splat(0);
  const times = splat(<f64>substeps);
  for (let p = slots; p < end; ) {
    const points = load<i32>(p);
    const a0 = stateOf(p, firstA) + angularVelocityAt;
    const a1 = stateOf(p, secondA) + angularVelocityAt;
    const b0 = stateOf(p, firstB) + angularVelocityAt;
    const b1 = stateOf(p, secondB) + angularVelocityAt;
    const wx = sub(gather(b0, b1), gather(a0, a1));
    const wy = sub(gather(b0 + yAt, b1 + yAt), gather(a0 + yAt, a1 + yAt));
    const wz = sub(gather(b0 + zAt, b1 + zAt), gather(a0 + zAt, a1 + zAt));
    const nx = get(p, normal);
    const ny = get(p, normal + 1);
    const nz = get(p, normal + 2);
    const spin = dot(wx, nx, wy, ny, wz, nz);
    const square = sub(dot(wx, wx, wy, wy, wz, wz), mul(spin, spin));
    const flat = v128.and(f64x2.eq(get(p, radii), zero), f64x2.eq(get(p, radii + 1), zero));
    let rocks = v128.and(f64x2.gt(square, splat(leastRocking)), flat);
    if (points === 1 || v128.any_true(rocks)) {
      let sum = zero;
      if (points > 1) {
        const last = p + at(head) + pointSize * points;
        for (let q = p + at(head); q < last; q += pointSize) sum = add(sum, get(q, impulse));
      } else sum = get(p, shortHead + impulse);
      sum = mul(sum, mul(times, get(p, friction)));
      const pressed = f64x2.gt(sum, zero);
      rocks = v128.and(rocks, pressed);
      if (points === 1 && v128.any_true(pressed)) {
        setMotion(nx, ny, nz, spin, mul(splat(twistShare), sum));
        brake(p, a0, a1, b0, b1, pressed, false);
      }
      if (v128.any_true(rocks)) {
        const speed = f64x2.sqrt(square);
        const x = div(sub(wx, mul(spin, nx)), speed);
        const y = div(sub(wy, mul(spin, ny)), speed);
        const z = div(sub(wz, mul(spin, nz)), speed);
        setMotion(x, y, z, speed, mul(splat(rockingShare), sum));
        brake(p, a0, a1, b0, b1, rocks, true);
      }
    }
    p += slotSize(points);
  }
}

/**
 * A rotation to be slowed down: its axis, its angular speed and the normal impulse on the patch.
 */
function setMotion(x: v128, y: v128, z: v128, speed: v128, limit: v128): void {
  put(scratch, 0, x);
  put(scratch, 1, y);
  put(scratch, 2, z);
  put(scratch, 3, speed);
  put(scratch, 4, limit);
}

/**
 * Slows down the motion in the lanes of `mask`, of bodies with these angular velocities; rocking only if it
 * is slow.
 */
function brake(p: usize, a0: usize, a1: usize, b0: usize, b1: usize, mask: v128, isRocking: bool): void {
  const x = get(scratch, 0);
  const y = get(scratch, 1);
  const z = get(scratch, 2);
  const speed = get(scratch, 3);
  const ax = dot(get(p, massA + 1), x, get(p, massA + 4), y, get(p, massA + 5), z);
  const ay = dot(get(p, massA + 4), x, get(p, massA + 2), y, get(p, massA + 6), z);
  const az = dot(get(p, massA + 5), x, get(p, massA + 6), y, get(p, massA + 3), z);
  const bx = dot(get(p, massB + 1), x, get(p, massB + 4), y, get(p, massB + 5), z);
  const by = dot(get(p, massB + 4), x, get(p, massB + 2), y, get(p, massB + 6), z);
  const bz = dot(get(p, massB + 5), x, get(p, massB + 6), y, get(p, massB + 3), z);
  const response = dot(add(ax, bx), x, add(ay, by), y, add(az, bz), z);
  let acts = v128.and(mask, f64x2.gt(response, splat(0)));
  const radius = f64x2.sqrt(div(add(get(p, massA), get(p, massB)), response));
  if (isRocking) acts = v128.andnot(acts, f64x2.gt(mul(speed, radius), splat(mostRocking)));
  if (!v128.any_true(acts)) return;
  const most = mul(get(scratch, 4), radius);
  const twist = f64x2.max(f64x2.neg(most), f64x2.min(most, div(f64x2.neg(speed), response)));
  addSpin(a0, a1, 0, f64x2.neg(twist), ax, acts);
  addSpin(a0, a1, yAt, f64x2.neg(twist), ay, acts);
  addSpin(a0, a1, zAt, f64x2.neg(twist), az, acts);
  addSpin(b0, b1, 0, twist, bx, acts);
  addSpin(b0, b1, yAt, twist, by, acts);
  addSpin(b0, b1, zAt, twist, bz, acts);
}

function addSpin(a: usize, b: usize, to: usize, twist: v128, axis: v128, mask: v128): void {
  const old = gather(a + to, b + to);
  scatter(a + to, b + to, choose(mask, add(old, mul(twist, axis)), old));
}
