/**
 * Contact points of two oriented boxes by clipping: `faceContacts` of `@colide/narrowphase`, whose comments
 * say what the steps are for, with the same operations in the same order.
 */
import {
  axesAt,
  boxA,
  boxB,
  depthAt,
  halfAt,
  idAt,
  normalAt,
  numberOf,
  onBAt,
  pointSize,
  pointsAt,
  polygonAt,
  rowOf,
} from './obb-layout';
import { namePoints } from './obb-names';
import { reducePoints } from './obb-reduction';

const facesPerBox = 6;
const cornerBits = 6;
const crossingCode = 4;
const placeCode = 60;

/** Bytes of a corner: u, v, height, its code, and that of the edge that leaves it. */
const cornerSize: usize = 32;
const codeAt: usize = 24;
const edgeCodeAt: usize = 28;
const polygonSize: usize = 8 * cornerSize;

/** The polygon at hand; clipping exchanges it with the other. */
let polygon: usize = polygonAt;

/** How far the polygon extends along u, against u, along v and against v. */
let reach0: f64 = 0;
let reach1: f64 = 0;
let reach2: f64 = 0;
let reach3: f64 = 0;
/** Least distance of all points. */
export let leastDistance: f64 = 0;

/** Fills the manifold, whose normal has been set, with the reference face `axis`; returns its count. */
export function faceContacts(limit: f64, axis: i32): i32 {
  const isB = axis >= 3;
  const reference = isB ? boxB : boxA;
  const incident = isB ? boxA : boxB;
  const k = isB ? axis - 3 : axis;
  const k1 = k === 2 ? 0 : k + 1;
  const k2 = k === 0 ? 2 : k - 1;
  const w = rowOf(reference + axesAt, k);
  const u = rowOf(reference + axesAt, k1);
  const v = rowOf(reference + axesAt, k2);
  const nx = load<f64>(normalAt);
  const ny = load<f64>(normalAt, 8);
  const nz = load<f64>(normalAt, 16);
  const toward: f64 = isB ? -1 : 1;

  // The face of the reference, and that of the other box which looks most against it.
  const mx = toward * nx;
  const my = toward * ny;
  const mz = toward * nz;
  const alongW = mx * load<f64>(w) + my * load<f64>(w, 8) + mz * load<f64>(w, 16);
  const up: f64 = alongW < 0 ? -1 : 1;
  const hw = numberOf(reference + halfAt, k);
  const fx = up * load<f64>(w);
  const fy = up * load<f64>(w, 8);
  const fz = up * load<f64>(w, 16);
  let f = 0;
  let most: f64 = -1;
  let isAgainst = false;
  for (let i = 0; i < 3; i++) {
    const row = rowOf(incident + axesAt, i);
    const along = mx * load<f64>(row) + my * load<f64>(row, 8) + mz * load<f64>(row, 16);
    if (abs(along) <= most) continue;
    most = abs(along);
    f = i;
    isAgainst = along > 0;
  }
  const perSlope = up / alongW;
  const su = (mx * load<f64>(u) + my * load<f64>(u, 8) + mz * load<f64>(u, 16)) * perSlope;
  const sv = (mx * load<f64>(v) + my * load<f64>(v, 8) + mz * load<f64>(v, 16)) * perSlope;
  loadCorners(reference, incident, u, v, f, isAgainst, su, sv, fx, fy, fz, hw);
  const faces = (up > 0 ? facesPerBox : 0) + 2 * f + (isAgainst ? 0 : 1);

  const extentU = numberOf(reference + halfAt, k1);
  const extentV = numberOf(reference + halfAt, k2);
  let end = polygon + 4 * cornerSize;
  if (reach0 > extentU) end = clipSide(end, 0, 1, extentU, crossingCode + 1);
  if (reach1 > extentU) end = clipSide(end, 0, -1, extentU, crossingCode);
  if (reach2 > extentV) end = clipSide(end, 8, 1, extentV, crossingCode + 3);
  if (reach3 > extentV) end = clipSide(end, 8, -1, extentV, crossingCode + 2);

  const ids = (2 * axis * facesPerBox + faces) << cornerBits;
  const perHeight = 1 / (up * alongW);
  const rx = load<f64>(reference) + hw * fx;
  const ry = load<f64>(reference, 8) + hw * fy;
  const rz = load<f64>(reference, 16) + hw * fz;
  const referenceAt = isB ? onBAt : 0;
  const ux = load<f64>(u);
  const uy = load<f64>(u, 8);
  const uz = load<f64>(u, 16);
  const vx = load<f64>(v);
  const vy = load<f64>(v, 8);
  const vz = load<f64>(v, 16);
  let point = pointsAt;
  let least = Infinity;
  for (let corner = polygon; corner < end; corner += cornerSize) {
    const distance = load<f64>(corner, 16) * perHeight;
    if (distance < least) least = distance;
    if (distance > limit) continue;
    const pu = load<f64>(corner);
    const pv = load<f64>(corner, 8);
    const x = rx + pu * ux + pv * vx;
    const y = ry + pu * uy + pv * vy;
    const z = rz + pu * uz + pv * vz;
    const onReference = point + referenceAt;
    const onIncident = point + onBAt - referenceAt;
    store<f64>(onReference, x);
    store<f64>(onReference, y, 8);
    store<f64>(onReference, z, 16);
    store<f64>(onIncident, x + toward * distance * nx);
    store<f64>(onIncident, y + toward * distance * ny, 8);
    store<f64>(onIncident, z + toward * distance * nz, 16);
    store<f64>(point, -distance, depthAt);
    store<i32>(point, ids | load<i32>(corner, codeAt), idAt);
    point += pointSize;
  }
  leastDistance = least;
  let count = <i32>((point - pointsAt) / pointSize);
  if (count > 4) count = reducePoints(point);
  if (count === 4) namePoints(u, v, ids | placeCode);
  return count;
}

/** Loads the polygon with face `f` of the box at `incident`, the opposite one unless it is `against`. */
function loadCorners(
  reference: usize,
  incident: usize,
  u: usize,
  v: usize,
  f: i32,
  isAgainst: bool,
  su: f64,
  sv: f64,
  fx: f64,
  fy: f64,
  fz: f64,
  hw: f64,
): void {
  const f1 = f === 2 ? 0 : f + 1;
  const f2 = f === 0 ? 2 : f - 1;
  const half = isAgainst ? -numberOf(incident + halfAt, f) : numberOf(incident + halfAt, f);
  const p = rowOf(incident + axesAt, f);
  const e = rowOf(incident + axesAt, f1);
  const g = rowOf(incident + axesAt, f2);
  const x = load<f64>(incident) - load<f64>(reference) + half * load<f64>(p);
  const y = load<f64>(incident, 8) - load<f64>(reference, 8) + half * load<f64>(p, 8);
  const z = load<f64>(incident, 16) - load<f64>(reference, 16) + half * load<f64>(p, 16);
  const he = numberOf(incident + halfAt, f1);
  const hg = numberOf(incident + halfAt, f2);
  const ux = load<f64>(u);
  const uy = load<f64>(u, 8);
  const uz = load<f64>(u, 16);
  const vx = load<f64>(v);
  const vy = load<f64>(v, 8);
  const vz = load<f64>(v, 16);
  const ex = load<f64>(e);
  const ey = load<f64>(e, 8);
  const ez = load<f64>(e, 16);
  const gx = load<f64>(g);
  const gy = load<f64>(g, 8);
  const gz = load<f64>(g, 16);
  const cn = x * fx + y * fy + z * fz - hw;
  const en = he * (ex * fx + ey * fy + ez * fz);
  const gn = hg * (gx * fx + gy * fy + gz * fz);
  const cu = x * ux + y * uy + z * uz - cn * su;
  const cv = x * vx + y * vy + z * vz - cn * sv;
  const eu = he * (ex * ux + ey * uy + ez * uz) - en * su;
  const ev = he * (ex * vx + ey * vy + ez * vz) - en * sv;
  const gu = hg * (gx * ux + gy * uy + gz * uz) - gn * su;
  const gv = hg * (gx * vx + gy * vy + gz * vz) - gn * sv;
  polygon = polygonAt;
  putCorner(0, cu + eu + gu, cv + ev + gv, cn + en + gn);
  putCorner(1, cu - eu + gu, cv - ev + gv, cn - en + gn);
  putCorner(2, cu - eu - gu, cv - ev - gv, cn - en - gn);
  putCorner(3, cu + eu - gu, cv + ev - gv, cn + en - gn);
  reach0 = cu + abs(eu) + abs(gu);
  reach1 = -cu + abs(eu) + abs(gu);
  reach2 = cv + abs(ev) + abs(gv);
  reach3 = -cv + abs(ev) + abs(gv);
}

function putCorner(c: i32, u: f64, v: f64, height: f64): void {
  const corner = polygonAt + <usize>c * cornerSize;
  store<f64>(corner, u);
  store<f64>(corner, v, 8);
  store<f64>(corner, height, 16);
  store<i32>(corner, c, codeAt);
  store<i32>(corner, c, edgeCodeAt);
}

/**
 * Cuts what lies beyond `half` on the side `side` of the coordinate at these bytes off the polygon, which
 * reaches up to `end`; returns where the new one ends.
 */
function clipSide(end: usize, coordinate: usize, side: f64, half: f64, sideCode: i32): usize {
  const first = polygon;
  polygon = 2 * polygonAt + polygonSize - first;
  let put = polygon;
  let beyond = side * load<f64>(first + coordinate) - half;
  for (let from = first; from < end; from += cornerSize) {
    const following = from + cornerSize === end ? first : from + cornerSize;
    const next = side * load<f64>(following + coordinate) - half;
    if (beyond <= 0) {
      v128.store(put, v128.load(from));
      v128.store(put, v128.load(from, 16), 16);
      put += cornerSize;
    }
    if (beyond < 0 ? next > 0 : beyond > 0 && next < 0) {
      const part = beyond / (beyond - next);
      store<f64>(put, load<f64>(from) + part * (load<f64>(following) - load<f64>(from)));
      store<f64>(put, load<f64>(from, 8) + part * (load<f64>(following, 8) - load<f64>(from, 8)), 8);
      store<f64>(put, load<f64>(from, 16) + part * (load<f64>(following, 16) - load<f64>(from, 16)), 16);
      // Where an edge meets a side: from there on either along that side or along the edge.
      const edge = load<i32>(from, edgeCodeAt);
      store<i32>(put, 4 * edge + sideCode, codeAt);
      store<i32>(put, beyond < 0 ? sideCode : edge, edgeCodeAt);
      put += cornerSize;
    }
    beyond = next;
  }
  return put;
}
