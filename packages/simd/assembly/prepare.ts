/**
 * Prepares slots from the records of their manifolds: `prepare-contacts` of `@colide/solvers`, whose comments
 * explain the steps, in both lanes at once.
 */
import { add, choose, div, dot, gather, get, mul, put, splat, sub } from './lanes';
import {
  arm,
  at,
  bitangent,
  firstA,
  firstB,
  frictionImpulse,
  head,
  impulse,
  impulseScaleAt,
  inverseMassAt,
  leverA,
  leverB,
  leverShare,
  massA,
  massB,
  massScaleAt,
  normal,
  normalResponse,
  normalShift,
  pointSize,
  rawPointSize,
  rawPoints,
  rawSize,
  secondA,
  secondB,
  separation,
  shortHead,
  slotSize,
  stateOf,
  substepAt,
  tangent,
  tilt,
  twistImpulse,
  twistRadius,
  warmStartScaleAt,
} from './layout';
import { setMasses, setTogether } from './masses';

/** Warm-start impulses grow with the step by at most this factor. */
const growthLimit = 4;

/** Reads the inverse masses and inertias of two bodies. */
export function loadMasses(p: usize, to: usize, a: usize, b: usize): void {
  for (let k: usize = 0; k < 7; k++) {
    const from = inverseMassAt + 8 * k;
    put(p, to + k, gather(a + from, b + from));
  }
}

/** Tangents that make a right-handed frame with the normal (Duff et al. 2017). */
function setTangents(p: usize): void {
  const x = get(p, normal);
  const y = get(p, normal + 1);
  const z = get(p, normal + 2);
  const one = splat(1);
  const sign = choose(f64x2.lt(z, splat(0)), splat(-1), one);
  const a = div(splat(-1), add(sign, z));
  const b = mul(mul(x, y), a);
  put(p, tangent, add(one, mul(mul(mul(sign, x), x), a)));
  put(p, tangent + 1, mul(sign, b));
  put(p, tangent + 2, mul(f64x2.neg(sign), x));
  put(p, bitangent, b);
  put(p, bitangent + 1, add(sign, mul(mul(y, y), a)));
  put(p, bitangent + 2, f64x2.neg(y));
}

/** Levers from both bodies to the centre of the points. */
function setLevers(p: usize, raw: usize, points: i32): void {
  const each = splat(<f64>points);
  const first = raw + at(rawPoints);
  const end = first + rawPointSize * points;
  let gap = splat(0);
  for (let q = first; q < end; q += rawPointSize) gap = add(gap, get(q, 3));
  const beyond = div(mul(sub(get(p, leverShare), splat(0.5)), gap), each);
  for (let k: usize = 0; k < 3; k++) {
    const origin = get(first, k);
    let sum = splat(0);
    for (let q = first + rawPointSize; q < end; q += rawPointSize) sum = add(sum, sub(get(q, k), origin));
    const middle = add(add(origin, div(sum, each)), mul(beyond, get(p, normal + k)));
    put(p, leverA + k, sub(middle, get(raw, k)));
    put(p, leverB + k, sub(middle, get(raw, 3 + k)));
  }
}

/** Friction begins with the scaled impulses of the last step. */
function setFriction(p: usize, raw: usize, warm: v128): void {
  const x = get(raw, 6);
  const y = get(raw, 7);
  const z = get(raw, 8);
  for (let k: usize = 0; k < 2; k++) {
    const axis = tangent + 3 * k;
    const along = dot(x, get(p, axis), y, get(p, axis + 1), z, get(p, axis + 2));
    put(p, frictionImpulse + k, mul(warm, along));
  }
}

/**
 * The only point of both manifolds; `sink` is the depth by which it sinks under a force, times its effective
 * mass.
 */
function setPoint(p: usize, raw: usize, warm: v128, sink: v128): void {
  const q = raw + at(rawPoints);
  const mass = get(p, shortHead);
  const sunk = sub(get(q, 3), div(mul(sink, get(q, 5)), mass));
  put(p, shortHead + impulse, mul(warm, get(q, 4)));
  put(p, shortHead + separation, f64x2.max(sunk, get(raw, 10)));
}

/** The points of both manifolds, if there are several. */
function setPoints(p: usize, raw: usize, points: i32, warm: v128, sink: v128): void {
  const cx = add(get(raw, 0), get(p, leverA));
  const cy = add(get(raw, 1), get(p, leverA + 1));
  const cz = add(get(raw, 2), get(p, leverA + 2));
  let radius = splat(0);
  let force = splat(0);
  let forceT = splat(0);
  let forceB = splat(0);
  const first = p + at(head);
  let q = first;
  let from = raw + at(rawPoints);
  for (let i = 0; i < points; i++, q += pointSize, from += rawPointSize) {
    const x = sub(get(from, 0), cx);
    const y = sub(get(from, 1), cy);
    const z = sub(get(from, 2), cz);
    const u = dot(x, get(p, tangent), y, get(p, tangent + 1), z, get(p, tangent + 2));
    const v = dot(x, get(p, bitangent), y, get(p, bitangent + 1), z, get(p, bitangent + 2));
    const share = get(from, 5);
    radius = add(radius, f64x2.sqrt(add(mul(u, u), mul(v, v))));
    put(q, arm, v);
    put(q, arm + 1, f64x2.neg(u));
    put(q, impulse, mul(warm, get(from, 4)));
    force = add(force, share);
    forceT = add(forceT, mul(share, v));
    forceB = sub(forceB, mul(share, u));
  }
  const k01 = get(p, normalResponse + 1);
  const k02 = get(p, normalResponse + 2);
  const k12 = get(p, normalResponse + 4);
  const depth = mul(sink, dot(force, get(p, normalResponse), forceT, k01, forceB, k02));
  const tiltT = mul(sink, dot(force, k01, forceT, get(p, normalResponse + 3), forceB, k12));
  const tiltB = mul(sink, dot(force, k02, forceT, k12, forceB, get(p, normalResponse + 5)));
  const least = get(raw, 10);
  q = first;
  from = raw + at(rawPoints);
  for (let i = 0; i < points; i++, q += pointSize, from += rawPointSize) {
    const sunk = add(add(depth, mul(get(q, arm), tiltT)), mul(get(q, arm + 1), tiltB));
    put(q, separation, f64x2.max(sub(get(from, 3), sunk), least));
  }
  put(p, twistImpulse, mul(warm, get(raw, 9)));
  put(p, twistRadius, div(radius, splat(<f64>points)));
  put(p, tilt, splat(0));
  put(p, tilt + 1, splat(0));
}

/** Prepares the slots from `slots` to `end`, with the softness at `soft` of the step record. */
export function prepareContacts(slots: usize, end: usize, records: usize, step: usize, soft: usize): void {
  const rate = load<f64>(step + soft);
  const massScale = load<f64>(step + soft + massScaleAt);
  const sink = splat(
    (load<f64>(step + substepAt) * load<f64>(step + soft + impulseScaleAt)) / (massScale * rate),
  );
  const warm = splat(min(load<f64>(step + warmStartScaleAt), growthLimit));
  const all = i64x2.splat(-1);
  let raw = records;
  for (let p = slots; p < end; ) {
    const points = load<i32>(p);
    loadMasses(p, massA, stateOf(p, firstA), stateOf(p, secondA));
    loadMasses(p, massB, stateOf(p, firstB), stateOf(p, secondB));
    setLevers(p, raw, points);
    setTangents(p);
    setMasses(p, points, all);
    put(p, normalShift, splat(0));
    if (points > 1) {
      setPoints(p, raw, points, warm, sink);
      setTogether(p, points, all);
    } else setPoint(p, raw, warm, sink);
    setFriction(p, raw, warm);
    raw += rawSize(points);
    p += slotSize(points);
  }
}
