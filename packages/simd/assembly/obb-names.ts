/**
 * Names of the four points of a manifold by quadrants: `namePointsAlong` of `@colide/narrowphase`, with the
 * same operations in the same order.
 */
import { idsAt, pointsAAt, turnsAt } from './obb-layout';

/** Names the points by the axes at `u` and `v`. */
export function namePoints(u: usize, v: usize, firstId: i32): void {
  const p = pointsAAt;
  const x = 0.25 * (load<f64>(p) + load<f64>(p, 24) + load<f64>(p, 48) + load<f64>(p, 72));
  const y = 0.25 * (load<f64>(p, 8) + load<f64>(p, 32) + load<f64>(p, 56) + load<f64>(p, 80));
  const z = 0.25 * (load<f64>(p, 16) + load<f64>(p, 40) + load<f64>(p, 64) + load<f64>(p, 88));
  const ux = load<f64>(u);
  const uy = load<f64>(u, 8);
  const uz = load<f64>(u, 16);
  const vx = load<f64>(v);
  const vy = load<f64>(v, 8);
  const vz = load<f64>(v, 16);
  let sum: f64 = 0;
  for (let i = 0; i < 4; i++) {
    const point = pointsAAt + <usize>(24 * i);
    const dx = load<f64>(point) - x;
    const dy = load<f64>(point, 8) - y;
    const dz = load<f64>(point, 16) - z;
    const along = dx * ux + dy * uy + dz * uz;
    const across = dx * vx + dy * vy + dz * vz;
    const size = abs(along) + abs(across);
    const isAbove = across >= 0;
    const turn = size > 0 ? (isAbove ? 1 : 3) + (isAbove ? -along : along) / size : 0;
    store<f64>(turnsAt + ((<usize>i) << 3), turn);
    sum += turn;
  }
  // In the middles of the quadrants the positions are 0.5, 1.5, 2.5 and 3.5, which add up to eight.
  const quarter = 0.25 * sum;
  const above = ceil(quarter);
  const start = <i32>(above - 0.5 > quarter ? above - 1 : above) + 2;
  const t0 = load<f64>(turnsAt);
  const t1 = load<f64>(turnsAt, 8);
  const t2 = load<f64>(turnsAt, 16);
  const t3 = load<f64>(turnsAt, 24);
  // The rank of each: branches would be mispredicted.
  const c01 = <i32>(t0 > t1);
  const c02 = <i32>(t0 > t2);
  const c03 = <i32>(t0 > t3);
  const c12 = <i32>(t1 > t2);
  const c13 = <i32>(t1 > t3);
  const c23 = <i32>(t2 > t3);
  store<i32>(idsAt, firstId | ((start + c01 + c02 + c03) & 3));
  store<i32>(idsAt, firstId | ((start + 1 - c01 + c12 + c13) & 3), 4);
  store<i32>(idsAt, firstId | ((start + 2 - c02 - c12 + c23) & 3), 8);
  store<i32>(idsAt, firstId | ((start + 3 - c03 - c13 - c23) & 3), 12);
}
