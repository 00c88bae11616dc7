/**
 * Effective masses of slots, with the operations of `contact-masses` and `addResponse` of `@colide/solvers`,
 * in their order.
 */
import { add, choose, cross, div, dot, get, mul, put, putWhere, splat, sub } from './lanes';
import {
  arm,
  at,
  bitangent,
  head,
  leverA,
  leverB,
  massA,
  massB,
  normal,
  normalResponse,
  pointSize,
  scratch,
  shortHead,
  slipResponse,
  spread,
  tangent,
  tangentMass,
  together,
  torqueResponse,
  twistMass,
  twistResponse,
} from './layout';

const leastSpread = 1e-3;
const mostWidth = 1e-12;

/** Adds `value` to the number `k` of the response. */
function respond(k: usize, value: v128): void {
  put(scratch, k, add(get(scratch, k), value));
}

/** Adds the response of the bodies whose masses and levers are at `mass` and `lever`. */
function addResponse(p: usize, mass: usize, lever: usize): void {
  const w = get(p, mass);
  const xx = get(p, mass + 1);
  const yy = get(p, mass + 2);
  const zz = get(p, mass + 3);
  const xy = get(p, mass + 4);
  const xz = get(p, mass + 5);
  const yz = get(p, mass + 6);
  const nx = get(p, normal);
  const ny = get(p, normal + 1);
  const nz = get(p, normal + 2);
  const tx = get(p, tangent);
  const ty = get(p, tangent + 1);
  const tz = get(p, tangent + 2);
  const bx = get(p, bitangent);
  const by = get(p, bitangent + 1);
  const bz = get(p, bitangent + 2);
  const x = get(p, lever);
  const y = get(p, lever + 1);
  const z = get(p, lever + 2);
  const rn = dot(x, nx, y, ny, z, nz);
  const rt = dot(x, tx, y, ty, z, tz);
  const rb = dot(x, bx, y, by, z, bz);
  const zero = splat(0);
  let nn = xx;
  let tt = xx;
  let bb = xx;
  let nt = zero;
  let nb = zero;
  let tb = zero;
  const differs = v128.or(
    v128.or(f64x2.ne(xx, yy), f64x2.ne(xx, zz)),
    v128.or(v128.or(f64x2.ne(xy, zero), f64x2.ne(xz, zero)), f64x2.ne(yz, zero)),
  );
  if (v128.any_true(differs)) {
    let jx = dot(xx, nx, xy, ny, xz, nz);
    let jy = dot(xy, nx, yy, ny, yz, nz);
    let jz = dot(xz, nx, yz, ny, zz, nz);
    nn = choose(differs, dot(jx, nx, jy, ny, jz, nz), xx);
    nt = v128.and(differs, dot(jx, tx, jy, ty, jz, tz));
    nb = v128.and(differs, dot(jx, bx, jy, by, jz, bz));
    jx = dot(xx, tx, xy, ty, xz, tz);
    jy = dot(xy, tx, yy, ty, yz, tz);
    jz = dot(xz, tx, yz, ty, zz, tz);
    tt = choose(differs, dot(jx, tx, jy, ty, jz, tz), xx);
    tb = v128.and(differs, dot(jx, bx, jy, by, jz, bz));
    bb = choose(differs, sub(sub(add(add(xx, yy), zz), nn), tt), xx);
  }
  const gnn = cross(rb, nt, rt, nb);
  const gnt = cross(rb, tt, rt, tb);
  const gnb = cross(rb, tb, rt, bb);
  const gtn = cross(rn, nb, rb, nn);
  const gtt = cross(rn, tb, rb, nt);
  const gtb = cross(rn, bb, rb, nb);
  const gbn = cross(rt, nn, rn, nt);
  const gbt = cross(rt, nt, rn, tt);
  const gbb = cross(rt, nb, rn, tb);
  respond(0, sub(add(w, mul(rb, gnt)), mul(rt, gnb)));
  respond(1, cross(rn, gnb, rb, gnn));
  respond(2, cross(rt, gnn, rn, gnt));
  respond(3, gnn);
  respond(4, gnt);
  respond(5, gnb);
  respond(6, sub(add(w, mul(rn, gtb)), mul(rb, gtn)));
  respond(7, cross(rt, gtn, rn, gtt));
  respond(8, gtn);
  respond(9, gtt);
  respond(10, gtb);
  respond(11, sub(add(w, mul(rt, gbn)), mul(rn, gbt)));
  respond(12, gbn);
  respond(13, gbt);
  respond(14, gbb);
  respond(15, nn);
  respond(16, nt);
  respond(17, nb);
  respond(18, tt);
  respond(19, tb);
  respond(20, bb);
}

/** Writes the masses of the lanes of `mask`, those of several points without {@link setTogether}. */
export function setMasses(p: usize, points: i32, mask: v128): void {
  const zero = splat(0);
  for (let k = 0; k <= 20; k++) put(scratch, k, zero);
  addResponse(p, massA, leverA);
  addResponse(p, massB, leverB);
  const one = splat(1);
  const half = splat(0.5);
  const k11 = get(scratch, 6);
  const k12 = get(scratch, 7);
  const k22 = get(scratch, 11);
  const determinant = cross(k11, k22, k12, k12);
  const regular = f64x2.gt(determinant, mul(mul(splat(1e-12), k11), k22));
  const inverse = v128.and(regular, div(one, determinant));
  putWhere(mask, p, tangentMass, mul(k22, inverse));
  putWhere(mask, p, tangentMass + 1, mul(f64x2.neg(k12), inverse));
  putWhere(mask, p, tangentMass + 2, mul(k11, inverse));
  const difference = mul(half, sub(k11, k22));
  const root = f64x2.sqrt(add(mul(difference, difference), mul(k12, k12)));
  putWhere(mask, p, tangentMass + 3, div(one, add(mul(half, add(k11, k22)), root)));
  putWhere(mask, p, slipResponse, get(scratch, 1));
  putWhere(mask, p, slipResponse + 1, get(scratch, 2));
  if (points === 1) {
    putWhere(mask, p, shortHead, div(one, get(scratch, 0)));
    return;
  }
  putWhere(mask, p, normalResponse, get(scratch, 0));
  putWhere(mask, p, normalResponse + 1, get(scratch, 4));
  putWhere(mask, p, normalResponse + 2, get(scratch, 5));
  putWhere(mask, p, normalResponse + 3, get(scratch, 18));
  putWhere(mask, p, normalResponse + 4, get(scratch, 19));
  putWhere(mask, p, normalResponse + 5, get(scratch, 20));
  putWhere(mask, p, torqueResponse, get(scratch, 9));
  putWhere(mask, p, torqueResponse + 1, get(scratch, 10));
  putWhere(mask, p, torqueResponse + 2, get(scratch, 13));
  putWhere(mask, p, torqueResponse + 3, get(scratch, 14));
  putWhere(mask, p, torqueResponse + 4, get(scratch, 3));
  putWhere(mask, p, torqueResponse + 5, get(scratch, 16));
  putWhere(mask, p, torqueResponse + 6, get(scratch, 17));
  putWhere(mask, p, twistResponse, get(scratch, 8));
  putWhere(mask, p, twistResponse + 1, get(scratch, 12));
  const twist = get(scratch, 15);
  putWhere(mask, p, twistMass, v128.and(f64x2.gt(twist, zero), div(one, twist)));
}

/** Writes the masses with which the points of the lanes of `mask` are solved one by one and together. */
export function setTogether(p: usize, points: i32, mask: v128): void {
  const k00 = get(p, normalResponse);
  const k01 = get(p, normalResponse + 1);
  const k02 = get(p, normalResponse + 2);
  const k11 = get(p, normalResponse + 3);
  const k12 = get(p, normalResponse + 4);
  const k22 = get(p, normalResponse + 5);
  const two = splat(2);
  let vv = splat(0);
  let vu = vv;
  let uu = vv;
  const end = p + at(head) + pointSize * points;
  for (let q = p + at(head); q < end; q += pointSize) {
    const v = get(q, arm);
    const u = get(q, arm + 1);
    vv = add(vv, mul(v, v));
    vu = add(vu, mul(v, u));
    uu = add(uu, mul(u, u));
    const aboutV = mul(v, add(mul(two, k01), mul(v, k11)));
    const aboutU = mul(u, add(add(mul(two, k02), mul(mul(two, v), k12)), mul(u, k22)));
    putWhere(mask, q, 0, div(splat(1), add(add(k00, aboutV), aboutU)));
  }
  const c00 = cross(k11, k22, k12, k12);
  const c01 = cross(k02, k12, k01, k22);
  const c02 = cross(k01, k12, k02, k11);
  const determinant = dot(k00, c00, k01, c01, k02, c02);
  const area = cross(vv, uu, vu, vu);
  const sum = add(vv, uu);
  const wide = f64x2.gt(mul(sum, add(k11, k22)), mul(splat(leastSpread * <f64>points), k00));
  const line = v128.and(wide, f64x2.le(area, mul(mul(splat(mostWidth), sum), sum)));
  let ok = v128.andnot(wide, line);
  ok = v128.and(ok, f64x2.gt(determinant, mul(mul(mul(splat(1e-9), k00), k11), k22)));
  ok = v128.and(ok, f64x2.gt(area, mul(mul(splat(leastSpread), sum), sum)));
  putWhere(mask, p, together, v128.and(ok, div(c00, determinant)));
  putWhere(mask, p, together + 1, div(c01, determinant));
  putWhere(mask, p, together + 2, div(c02, determinant));
  putWhere(mask, p, together + 3, div(cross(k00, k22, k02, k02), determinant));
  putWhere(mask, p, together + 4, div(cross(k01, k02, k00, k12), determinant));
  putWhere(mask, p, together + 5, div(cross(k00, k11, k01, k01), determinant));
  putWhere(mask, p, spread, div(uu, area));
  putWhere(mask, p, spread + 1, div(f64x2.neg(vu), area));
  putWhere(mask, p, spread + 2, div(vv, area));
  if (v128.any_true(v128.and(line, mask))) setLine(p, vv, vu, uu, v128.and(line, mask));
}

/** The same for points on a line with these second moments. */
function setLine(p: usize, vv: v128, vu: v128, uu: v128, mask: v128): void {
  const halfDifference = mul(splat(0.5), sub(vv, uu));
  const root = f64x2.sqrt(add(mul(halfDifference, halfDifference), mul(vu, vu)));
  const most = add(mul(splat(0.5), add(vv, uu)), root);
  const steep = f64x2.gt(vv, uu);
  let v = choose(steep, sub(most, uu), vu);
  let u = choose(steep, vu, sub(most, vv));
  const length = f64x2.sqrt(add(mul(v, v), mul(u, u)));
  v = div(v, length);
  u = div(u, length);
  const k00 = get(p, normalResponse);
  const k01 = add(mul(v, get(p, normalResponse + 1)), mul(u, get(p, normalResponse + 2)));
  const v2 = mul(v, v);
  const u2 = mul(u, u);
  const twoVu = mul(mul(splat(2), v), u);
  const k11 = dot(
    v2,
    get(p, normalResponse + 3),
    twoVu,
    get(p, normalResponse + 4),
    u2,
    get(p, normalResponse + 5),
  );
  const determinant = cross(k00, k11, k01, k01);
  const ok = f64x2.gt(determinant, mul(mul(splat(1e-9), k00), k11));
  putWhere(mask, p, together, v128.and(ok, div(k11, determinant)));
  putWhere(mask, p, together + 1, div(mul(f64x2.neg(v), k01), determinant));
  putWhere(mask, p, together + 2, div(mul(f64x2.neg(u), k01), determinant));
  putWhere(mask, p, together + 3, div(mul(v2, k00), determinant));
  putWhere(mask, p, together + 4, div(mul(mul(v, u), k00), determinant));
  putWhere(mask, p, together + 5, div(mul(u2, k00), determinant));
  putWhere(mask, p, spread, div(v2, most));
  putWhere(mask, p, spread + 1, div(mul(v, u), most));
  putWhere(mask, p, spread + 2, div(u2, most));
}
