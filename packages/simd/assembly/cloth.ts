/**
 * Sweeps over a cloth: its bends, then its threads, four of one colour side by side, with the operations of
 * `projectBendings` and `projectDistances` of @colide/solvers in single precision.
 *
 * A particle takes four numbers: its position and its inverse mass. A table of constraints begins with the
 * stiffness of the threads and that of the bends, in all lanes. Slots follow, first those of the bends: the
 * addresses of particles, those of the four lanes together, then vectors. An empty lane refers to particles
 * at the origin without mass, which stay there.
 *
 * | slot   | particles    | vectors                           | bytes |
 * | ------ | ------------ | --------------------------------- | ----- |
 * | bend   | e₀, e₁, p, q | cosine and sine of the rest angle | 96    |
 * | thread | its ends     | rest length                       | 48    |
 */

const slotsAt: usize = 32;
const bendSize: usize = 96;
const threadSize: usize = 48;

/** One sweep over a table whose bends end at `bendsEnd`, and its threads at `end`. */
export function projectCloth(table: usize, bendsEnd: usize, end: usize): void {
  const stiffness = v128.load(table);
  const bending = v128.load(table, 16);
  let slot = table + slotsAt;
  for (; slot < bendsEnd; slot += bendSize) projectBends(slot, bending);
  for (; slot < end; slot += threadSize) projectThreads(slot, stiffness);
}

/* inline */ function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

/* inline */ function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}

/* inline */ function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}

/* inline */ function div(a: v128, b: v128): v128 {
  return f32x4.div(a, b);
}

/** `x u + y v + z w`, from left to right. */
/* inline */ function dot(x: v128, u: v128, y: v128, v: v128, z: v128, w: v128): v128 {
  return add(add(mul(x, u), mul(y, v)), mul(z, w));
}

/** `x u − y v`. */
/* inline */ function cross(x: v128, u: v128, y: v128, v: v128): v128 {
  return sub(mul(x, u), mul(y, v));
}

/* inline */ function isNonzero(x: v128): v128 {
  return f32x4.ne(x, f32x4.splat(0));
}

/** The first half of particle 0 or 2 of both, beside that of the next: x, x, y, y. */
/* inline */ function lower(slot: usize, lane: usize): v128 {
  const at = slot + (lane << 2);
  return v128.shuffle<f32>(v128.load(load<u32>(at)), v128.load(load<u32>(at, 4)), 0, 4, 1, 5);
}

/** The second half: z, z, w, w. */
/* inline */ function upper(slot: usize, lane: usize): v128 {
  const at = slot + (lane << 2);
  return v128.shuffle<f32>(v128.load(load<u32>(at)), v128.load(load<u32>(at, 4)), 2, 6, 3, 7);
}

/** First halves of both. */
/* inline */ function first(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** Second halves of both. */
/* inline */ function second(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** Moves the particle whose address is at `at`. */
/* inline */ function shift(at: usize, by: v128): void {
  const particle: usize = load<u32>(at);
  v128.store(particle, add(v128.load(particle), by));
}

/** Moves the four particles whose addresses are at `at`. */
/* inline */ function move(at: usize, x: v128, y: v128, z: v128): void {
  const none = f32x4.splat(0);
  const xy = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
  const xyNext = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
  const zw = v128.shuffle<f32>(z, none, 0, 4, 1, 5);
  const zwNext = v128.shuffle<f32>(z, none, 2, 6, 3, 7);
  shift(at, first(xy, zw));
  shift(at + 4, second(xy, zw));
  shift(at + 8, first(xyNext, zwNext));
  shift(at + 12, second(xyNext, zwNext));
}

/** Four bends; the names are those of `bending-constraint`. */
/* inline */ function projectBends(slot: usize, stiffness: v128): void {
  const oxy = lower(slot, 0);
  const oxyNext = lower(slot, 2);
  const ozw = upper(slot, 0);
  const ozwNext = upper(slot, 2);
  const ox = first(oxy, oxyNext);
  const oy = second(oxy, oxyNext);
  const oz = first(ozw, ozwNext);
  const w0 = second(ozw, ozwNext);
  const exy = lower(slot, 4);
  const exyNext = lower(slot, 6);
  const ezw = upper(slot, 4);
  const ezwNext = upper(slot, 6);
  const ex = sub(first(exy, exyNext), ox);
  const ey = sub(second(exy, exyNext), oy);
  const ez = sub(first(ezw, ezwNext), oz);
  const w1 = second(ezw, ezwNext);
  const pxy = lower(slot, 8);
  const pxyNext = lower(slot, 10);
  const pzw = upper(slot, 8);
  const pzwNext = upper(slot, 10);
  const px = sub(first(pxy, pxyNext), ox);
  const py = sub(second(pxy, pxyNext), oy);
  const pz = sub(first(pzw, pzwNext), oz);
  const wp = second(pzw, pzwNext);
  const qxy = lower(slot, 12);
  const qxyNext = lower(slot, 14);
  const qzw = upper(slot, 12);
  const qzwNext = upper(slot, 14);
  const qx = sub(first(qxy, qxyNext), ox);
  const qy = sub(second(qxy, qxyNext), oy);
  const qz = sub(first(qzw, qzwNext), oz);
  const wq = second(qzw, qzwNext);
  const n1x = cross(ey, pz, ez, py);
  const n1y = cross(ez, px, ex, pz);
  const n1z = cross(ex, py, ey, px);
  const n2x = cross(qy, ez, qz, ey);
  const n2y = cross(qz, ex, qx, ez);
  const n2z = cross(qx, ey, qy, ex);
  const s1 = dot(n1x, n1x, n1y, n1y, n1z, n1z);
  const s2 = dot(n2x, n2x, n2y, n2y, n2z, n2z);
  const squaredEdge = dot(ex, ex, ey, ey, ez, ez);
  const edge = f32x4.sqrt(squaredEdge);

  const cos = dot(n1x, n2x, n1y, n2y, n1z, n2z);
  const minusSin = mul(edge, dot(n1x, qx, n1y, qy, n1z, qz));
  const restCos = v128.load(slot, 64);
  const restSin = v128.load(slot, 80);
  const minusSinError = add(mul(minusSin, restCos), mul(cos, restSin));
  const cosError = cross(cos, restCos, minusSin, restSin);
  const minusTangent = div(minusSinError, add(f32x4.sqrt(mul(s1, s2)), cosError));
  const one = f32x4.splat(1);
  const two = f32x4.splat(2);
  const isBelow = f32x4.gt(minusTangent, f32x4.neg(one));
  const minusError = v128.bitselect(mul(two, f32x4.pmin(minusTangent, one)), f32x4.neg(two), isBelow);

  const scaleP = div(edge, s1);
  const scaleQ = div(edge, s2);
  const p1 = div(mul(scaleP, dot(px, ex, py, ey, pz, ez)), squaredEdge);
  const q1 = div(mul(scaleQ, dot(qx, ex, qy, ey, qz, ez)), squaredEdge);
  const p0 = sub(scaleP, p1);
  const q0 = sub(scaleQ, q1);
  let g0x = add(mul(p0, n1x), mul(q0, n2x));
  let g0y = add(mul(p0, n1y), mul(q0, n2y));
  let g0z = add(mul(p0, n1z), mul(q0, n2z));
  let g1x = add(mul(p1, n1x), mul(q1, n2x));
  let g1y = add(mul(p1, n1y), mul(q1, n2y));
  let g1z = add(mul(p1, n1z), mul(q1, n2z));
  const weight0 = mul(w0, dot(g0x, g0x, g0y, g0y, g0z, g0z));
  const weight1 = mul(w1, dot(g1x, g1x, g1y, g1y, g1z, g1z));
  const weightPq = mul(squaredEdge, add(div(wp, s1), div(wq, s2)));
  const weight = add(add(weight0, weight1), weightPq);
  const c = div(mul(stiffness, minusError), weight);
  let c0 = mul(c, w0);
  let c1 = mul(c, w1);
  let cp = mul(mul(c, wp), scaleP);
  let cq = mul(mul(c, wq), scaleQ);
  const areas = v128.and(isNonzero(s1), isNonzero(s2));
  const mask = v128.and(areas, v128.and(isNonzero(squaredEdge), isNonzero(weight)));
  // Bends without area or mass move nothing.
  if (!i32x4.all_true(mask)) {
    g0x = v128.and(g0x, mask);
    g0y = v128.and(g0y, mask);
    g0z = v128.and(g0z, mask);
    g1x = v128.and(g1x, mask);
    g1y = v128.and(g1y, mask);
    g1z = v128.and(g1z, mask);
    c0 = v128.and(c0, mask);
    c1 = v128.and(c1, mask);
    cp = v128.and(cp, mask);
    cq = v128.and(cq, mask);
  }
  cp = f32x4.neg(cp);
  cq = f32x4.neg(cq);
  move(slot, mul(c0, g0x), mul(c0, g0y), mul(c0, g0z));
  move(slot + 16, mul(c1, g1x), mul(c1, g1y), mul(c1, g1z));
  move(slot + 32, mul(cp, n1x), mul(cp, n1y), mul(cp, n1z));
  move(slot + 48, mul(cq, n2x), mul(cq, n2y), mul(cq, n2z));
}

/** Four threads; the names are those of `distance-constraint`. */
/* inline */ function projectThreads(slot: usize, factor: v128): void {
  const axy = lower(slot, 0);
  const axyNext = lower(slot, 2);
  const azw = upper(slot, 0);
  const azwNext = upper(slot, 2);
  const bxy = lower(slot, 4);
  const bxyNext = lower(slot, 6);
  const bzw = upper(slot, 4);
  const bzwNext = upper(slot, 6);
  const wa = second(azw, azwNext);
  const wb = second(bzw, bzwNext);
  const dx = sub(first(bxy, bxyNext), first(axy, axyNext));
  const dy = sub(second(bxy, bxyNext), second(axy, axyNext));
  const dz = sub(first(bzw, bzwNext), first(azw, azwNext));
  const length = f32x4.sqrt(dot(dx, dx, dy, dy, dz, dz));
  const weight = mul(length, add(wa, wb));
  const c = v128.and(div(mul(factor, sub(length, v128.load(slot, 32))), weight), isNonzero(weight));
  const ca = mul(c, wa);
  const cb = f32x4.neg(mul(c, wb));
  move(slot, mul(dx, ca), mul(dy, ca), mul(dz, ca));
  move(slot + 16, mul(dx, cb), mul(dy, cb), mul(dz, cb));
}
