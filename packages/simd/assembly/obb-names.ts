/**
 * Names of the four points of a manifold by quadrants: `namePointsAlong` of `@colide/narrowphase`, with the
 * same operations in the same order.
 */
import { idAt, pointSize, pointsAt, polygonAt } from './obb-layout';

/** Names the points by the axes at `u` and `v`. */
export function namePoints(u: usize, v: usize, firstId: i32): void {
  const p = pointsAt;
  const x = 0.25 * (load<f64>(p) + load<f64>(p, 64) + load<f64>(p, 128) + load<f64>(p, 192));
  const y = 0.25 * (load<f64>(p, 8) + load<f64>(p, 72) + load<f64>(p, 136) + load<f64>(p, 200));
  const z = 0.25 * (load<f64>(p, 16) + load<f64>(p, 80) + load<f64>(p, 144) + load<f64>(p, 208));
  const ux = load<f64>(u);
  const uy = load<f64>(u, 8);
  const uz = load<f64>(u, 16);
  const vx = load<f64>(v);
  const vy = load<f64>(v, 8);
  const vz = load<f64>(v, 16);
  let sum: f64 = 0;
  for (let point = p; point < p + 4 * pointSize; point += pointSize) {
    const dx = load<f64>(point) - x;
    const dy = load<f64>(point, 8) - y;
    const dz = load<f64>(point, 16) - z;
    const along = dx * ux + dy * uy + dz * uz;
    const across = dx * vx + dy * vy + dz * vz;
    const size = abs(along) + abs(across);
    const isAbove = across >= 0;
    const turn = size > 0 ? (isAbove ? 1 : 3) + (isAbove ? -along : along) / size : 0;
    // The polygon is not needed any more.
    store<f64>(polygonAt + (point - p), turn);
    sum += turn;
  }
  // In the middles of the quadrants the positions are 0.5, 1.5, 2.5 and 3.5, which add up to eight.
  const quarter = 0.25 * sum;
  const above = ceil(quarter);
  const start = <i32>(above - 0.5 > quarter ? above - 1 : above) + 2;
  const t0 = load<f64>(polygonAt);
  const t1 = load<f64>(polygonAt, 64);
  const t2 = load<f64>(polygonAt, 128);
  const t3 = load<f64>(polygonAt, 192);
  // The rank of each: branches would be mispredicted.
  const c01 = <i32>(t0 > t1);
  const c02 = <i32>(t0 > t2);
  const c03 = <i32>(t0 > t3);
  const c12 = <i32>(t1 > t2);
  const c13 = <i32>(t1 > t3);
  const c23 = <i32>(t2 > t3);
  store<i32>(p, firstId | ((start + c01 + c02 + c03) & 3), idAt);
  store<i32>(p, firstId | ((start + 1 - c01 + c12 + c13) & 3), idAt + 64);
  store<i32>(p, firstId | ((start + 2 - c02 - c12 + c23) & 3), idAt + 128);
  store<i32>(p, firstId | ((start + 3 - c03 - c13 - c23) & 3), idAt + 192);
}
