/**
 * Moves slots along with the bodies between the substeps: `update-separations` of `@colide/solvers` for
 * bodies that are not round about an axis, in both lanes at once. Masses that have become wrong are renewed.
 */
import { add, choose, cross, div, dot, gather, get, mul, put, putWhere, splat, sub } from './lanes';
import {
  balls,
  bitangent,
  displacementAt,
  firstA,
  firstB,
  leverA,
  leverB,
  leverShare,
  massA,
  massB,
  normal,
  normalResponse,
  normalShift,
  radii,
  rotationAt,
  secondA,
  secondB,
  separation,
  shortHead,
  slotSize,
  stateOf,
  tangent,
  tilt,
  yAt,
  zAt,
} from './layout';
import { setMasses, setTogether } from './masses';
import { loadMasses } from './prepare';

/** Square of the angle in radians up to which a rotation is small. */
const mostRotation = 0.04;
/**
 * Square of the rotation in radians per substep above which the inertia in world axes has changed by much.
 */
const farRotation = 0.01;
/** Square of the least angle in radians at which a rotation of the line of centres is followed. */
const leastTurn = 1e-11;
/** Square of the distance in m by which bodies of any size may move past each other in a substep. */
const leastMotion = 1e-8;
/** Share by which the response of a block may grow in a substep before its masses are renewed. */
const mostGrowth = 0.01;

/**
 * Adds the displacement and rotation of B relative to A in the last substep to the slots from `slots` to
 * `end`.
 */
export function updateContacts(slots: usize, end: usize): void {
  for (let p = slots; p < end; ) {
    const points = load<i32>(p);
    const a0 = stateOf(p, firstA);
    const a1 = stateOf(p, secondA);
    const b0 = stateOf(p, firstB);
    const b1 = stateOf(p, secondB);
    const rx = get(p, leverA);
    const ry = get(p, leverA + 1);
    const rz = get(p, leverA + 2);
    const sx = get(p, leverB);
    const sy = get(p, leverB + 1);
    const sz = get(p, leverB + 2);
    const nx = get(p, normal);
    const ny = get(p, normal + 1);
    const nz = get(p, normal + 2);
    const cx = gather(a0 + rotationAt, a1 + rotationAt);
    const cy = gather(a0 + rotationAt + yAt, a1 + rotationAt + yAt);
    const cz = gather(a0 + rotationAt + zAt, a1 + rotationAt + zAt);
    const ox = gather(b0 + rotationAt, b1 + rotationAt);
    const oy = gather(b0 + rotationAt + yAt, b1 + rotationAt + yAt);
    const oz = gather(b0 + rotationAt + zAt, b1 + rotationAt + zAt);
    const d = displacementAt;
    const dx = sub(gather(b0 + d, b1 + d), gather(a0 + d, a1 + d));
    const dy = sub(gather(b0 + d + yAt, b1 + d + yAt), gather(a0 + d + yAt, a1 + d + yAt));
    const dz = sub(gather(b0 + d + zAt, b1 + d + zAt), gather(a0 + d + zAt, a1 + d + zAt));
    const shiftX = add(sub(sub(add(dx, mul(oy, sz)), mul(oz, sy)), mul(cy, rz)), mul(cz, ry));
    const shiftY = add(sub(sub(add(dy, mul(oz, sx)), mul(ox, sz)), mul(cz, rx)), mul(cx, rz));
    const shiftZ = add(sub(sub(add(dz, mul(ox, sy)), mul(oy, sx)), mul(cx, ry)), mul(cy, rx));
    put(p, normalShift, add(get(p, normalShift), dot(shiftX, nx, shiftY, ny, shiftZ, nz)));

    // Levers rotate like the body that the point stays with.
    const zero = splat(0);
    const share = get(p, leverShare);
    const rest = sub(splat(1), share);
    const radiusA = get(p, radii);
    const radiusB = get(p, radii + 1);
    const ax = sub(rx, mul(radiusA, nx));
    const ay = sub(ry, mul(radiusA, ny));
    const az = sub(rz, mul(radiusA, nz));
    const bx = add(sx, mul(radiusB, nx));
    const by = add(sy, mul(radiusB, ny));
    const bz = add(sz, mul(radiusB, nz));
    const small = splat(mostRotation);
    const squareA = dot(cx, cx, cy, cy, cz, cz);
    const squareB = dot(ox, ox, oy, oy, oz, oz);
    const turnA = v128.and(rest, v128.and(f64x2.ge(radiusA, zero), f64x2.lt(squareA, small)));
    const turnB = v128.and(share, v128.and(f64x2.ge(radiusB, zero), f64x2.lt(squareB, small)));
    const mx = add(mul(turnA, cross(cy, az, cz, ay)), mul(turnB, cross(oy, bz, oz, by)));
    const my = add(mul(turnA, cross(cz, ax, cx, az)), mul(turnB, cross(oz, bx, ox, bz)));
    const mz = add(mul(turnA, cross(cx, ay, cy, ax)), mul(turnB, cross(ox, by, oy, bx)));
    put(p, leverA, add(rx, add(mx, mul(share, dx))));
    put(p, leverA + 1, add(ry, add(my, mul(share, dy))));
    put(p, leverA + 2, add(rz, add(mz, mul(share, dz))));
    put(p, leverB, add(sx, sub(mx, mul(rest, dx))));
    put(p, leverB + 1, add(sy, sub(my, mul(rest, dy))));
    put(p, leverB + 2, add(sz, sub(mz, mul(rest, dz))));
    if (points > 1) {
      const x = sub(ox, cx);
      const y = sub(oy, cy);
      const z = sub(oz, cz);
      put(
        p,
        tilt,
        add(get(p, tilt), dot(x, get(p, tangent), y, get(p, tangent + 1), z, get(p, tangent + 2))),
      );
      const aboutB = dot(x, get(p, bitangent), y, get(p, bitangent + 1), z, get(p, bitangent + 2));
      put(p, tilt + 1, add(get(p, tilt + 1), aboutB));
    } else {
      const areBalls = f64x2.gt(get(p, balls), zero);
      if (v128.any_true(areBalls)) turnAxes(p, dx, dy, dz, areBalls);
    }

    // Masses.
    loadMasses(p, massA, a0, a1);
    loadMasses(p, massB, b0, b1);
    const motion = dot(dx, dx, dy, dy, dz, dz);
    const far = v128.or(rotatesFar(p, massA, squareA), rotatesFar(p, massB, squareB));
    if (v128.any_true(v128.or(far, f64x2.gt(motion, splat(leastMotion)))))
      renewMasses(p, points, motion, far);
    p += slotSize(points);
  }
}

/** Whether bodies whose moments of inertia differ have rotated far in the last substep. */
function rotatesFar(p: usize, mass: usize, square: v128): v128 {
  const xx = get(p, mass + 1);
  const differs = v128.or(f64x2.ne(xx, get(p, mass + 2)), f64x2.ne(xx, get(p, mass + 3)));
  return v128.and(differs, f64x2.gt(square, splat(farRotation)));
}

/**
 * Renews the masses of lanes whose bodies have rotated `far` or moved past each other by the root of
 * `motion`.
 */
function renewMasses(p: usize, points: i32, motion: v128, far: v128): void {
  const share = get(p, leverShare);
  const rest = sub(splat(1), share);
  const inertiaA = add(add(get(p, massA + 1), get(p, massA + 2)), get(p, massA + 3));
  const inertiaB = add(add(get(p, massB + 1), get(p, massB + 2)), get(p, massB + 3));
  const growth = mul(motion, add(mul(mul(share, share), inertiaA), mul(mul(rest, rest), inertiaB)));
  const old = points > 1 ? get(p, normalResponse) : div(splat(1), get(p, shortHead));
  const grows = v128.and(
    f64x2.gt(growth, mul(splat(mostGrowth), old)),
    v128.or(far, f64x2.gt(motion, splat(leastMotion))),
  );
  const mask = v128.or(far, grows);
  if (!v128.any_true(mask)) return;
  setMasses(p, points, mask);
  if (points > 1) setTogether(p, points, mask);
}

/** Rotates the axes of contacts between two balls with the line of their centres, in the lanes of `mask`. */
function turnAxes(p: usize, dx: v128, dy: v128, dz: v128, mask: v128): void {
  let nx = get(p, normal);
  let ny = get(p, normal + 1);
  let nz = get(p, normal + 2);
  const along = dot(dx, nx, dy, ny, dz, nz);
  const shift = get(p, normalShift);
  const before = sub(add(add(get(p, balls), get(p, shortHead + separation)), shift), along);
  const past = sub(dot(dx, dx, dy, dy, dz, dz), mul(along, along));
  let turns = v128.andnot(mask, f64x2.lt(past, mul(mul(splat(leastTurn), before), before)));
  if (!v128.any_true(turns)) return;
  nx = add(mul(before, nx), dx);
  ny = add(mul(before, ny), dy);
  nz = add(mul(before, nz), dz);
  const distance = f64x2.sqrt(dot(nx, nx, ny, ny, nz, nz));
  turns = v128.and(turns, f64x2.gt(add(before, along), mul(splat(0.5), distance)));
  if (!v128.any_true(turns)) return;
  nx = div(nx, distance);
  ny = div(ny, distance);
  nz = div(nz, distance);
  let tx = get(p, tangent);
  let ty = get(p, tangent + 1);
  let tz = get(p, tangent + 2);
  const lean = dot(tx, nx, ty, ny, tz, nz);
  const scale = div(splat(1), f64x2.sqrt(sub(splat(1), mul(lean, lean))));
  tx = mul(scale, sub(tx, mul(lean, nx)));
  ty = mul(scale, sub(ty, mul(lean, ny)));
  tz = mul(scale, sub(tz, mul(lean, nz)));
  putWhere(turns, p, normal, nx);
  putWhere(turns, p, normal + 1, ny);
  putWhere(turns, p, normal + 2, nz);
  putWhere(turns, p, tangent, tx);
  putWhere(turns, p, tangent + 1, ty);
  putWhere(turns, p, tangent + 2, tz);
  putWhere(turns, p, bitangent, cross(ny, tz, nz, ty));
  putWhere(turns, p, bitangent + 1, cross(nz, tx, nx, tz));
  putWhere(turns, p, bitangent + 2, cross(nx, ty, ny, tx));
  put(p, normalShift, choose(turns, add(shift, sub(sub(distance, before), along)), shift));
}
