/**
 * One pass of the contact solver over slots of two blocks: `solveContacts` of `@colide/solvers`, whose comments say
 * what the steps are for, with the same operations in the same order in both lanes. Where the two blocks of a
 * slot take different branches, both are computed and each lane keeps its own.
 */

import { add, choose, dot, highs, lows, mul, scatter, sub } from './lanes';
import {
  headSize,
  impulseScaleAt,
  inverseInertiaAt,
  inverseMassAt,
  massScaleAt,
  pointSize,
  shortHeadSize,
  slotAAt,
  slotBAt,
  slotCountAt,
  slotSize,
  slotsAt,
  stepAt,
  substepAt,
} from './layout';

/** Approach speed of a manifold above which its points push evenly first, in m/s. */
const impactSpeed = 0.1;

/**
 * One pass over the first `count` slots of `plan`. A single function: values of two lanes would have to go
 * through memory to return from another.
 */
export function solveContacts(plan: usize, count: i32, soft: bool): void {
  const step = <usize>load<u32>(plan + stepAt);
  const perTime = f64x2.splat(1 / load<f64>(step + substepAt));
  const zero = f64x2.splat(0);
  let slot = <usize>load<u32>(plan + slotsAt);
  const slotEnd = slot + slotSize * count;
  for (; slot < slotEnd; slot += slotSize) {
    const p = <usize>load<u32>(slot);
    const q = <usize>load<u32>(slot + 4);
    const a0 = <usize>load<u32>(slot + slotAAt);
    const a1 = <usize>load<u32>(slot + slotAAt + 4);
    const b0 = <usize>load<u32>(slot + slotBAt);
    const b1 = <usize>load<u32>(slot + slotBAt + 4);
    const points = load<i32>(slot + slotCountAt);

    // Axes and levers.
    let u = v128.load(p);
    let v = v128.load(q);
    const nx = lows(u, v);
    const ny = highs(u, v);
    u = v128.load(p + 16);
    v = v128.load(q + 16);
    const nz = lows(u, v);
    const tx = highs(u, v);
    u = v128.load(p + 32);
    v = v128.load(q + 32);
    const ty = lows(u, v);
    const tz = highs(u, v);
    u = v128.load(p + 48);
    v = v128.load(q + 48);
    const bx = lows(u, v);
    const by = highs(u, v);
    u = v128.load(p + 64);
    v = v128.load(q + 64);
    const bz = lows(u, v);
    const rx = highs(u, v);
    u = v128.load(p + 80);
    v = v128.load(q + 80);
    const ry = lows(u, v);
    const rz = highs(u, v);
    u = v128.load(p + 96);
    v = v128.load(q + 96);
    const sx = lows(u, v);
    const sy = highs(u, v);
    const sz = lows(v128.load(p + 112), v128.load(q + 112));

    // Velocities.
    u = v128.load(a0);
    v = v128.load(a1);
    const ax = lows(u, v);
    const ay = highs(u, v);
    u = v128.load(a0 + 16);
    v = v128.load(a1 + 16);
    const az = lows(u, v);
    const cx = highs(u, v);
    u = v128.load(a0 + 32);
    v = v128.load(a1 + 32);
    const cy = lows(u, v);
    const cz = highs(u, v);
    u = v128.load(b0);
    v = v128.load(b1);
    const dx = lows(u, v);
    const dy = highs(u, v);
    u = v128.load(b0 + 16);
    v = v128.load(b1 + 16);
    const dz = lows(u, v);
    const ox = highs(u, v);
    u = v128.load(b0 + 32);
    v = v128.load(b1 + 32);
    const oy = lows(u, v);
    const oz = highs(u, v);
    const vx = add(sub(sub(sub(add(dx, mul(oy, sz)), mul(oz, sy)), ax), mul(cy, rz)), mul(cz, ry));
    const vy = add(sub(sub(sub(add(dy, mul(oz, sx)), mul(ox, sz)), ay), mul(cz, rx)), mul(cx, rz));
    const vz = add(sub(sub(sub(add(dz, mul(ox, sy)), mul(oy, sx)), az), mul(cx, ry)), mul(cy, rx));
    let approach = dot(vx, nx, vy, ny, vz, nz);
    let slipT = dot(vx, tx, vy, ty, vz, tz);
    let slipB = dot(vx, bx, vy, by, vz, bz);

    u = v128.load(p + 29 * 8);
    v = v128.load(q + 29 * 8);
    const friction = lows(u, v);
    const soft0 = step + 8 * <usize>(<i32>f64x2.extract_lane(u, 1));
    const soft1 = step + 8 * <usize>(<i32>f64x2.extract_lane(v, 1));
    const rate = f64x2.replace_lane(f64x2.splat(load<f64>(soft0)), 1, load<f64>(soft1));
    const massScale = f64x2.replace_lane(
      f64x2.splat(load<f64>(soft0 + massScaleAt)),
      1,
      load<f64>(soft1 + massScaleAt),
    );
    const impulseScale = f64x2.replace_lane(
      f64x2.splat(load<f64>(soft0 + impulseScaleAt)),
      1,
      load<f64>(soft1 + impulseScaleAt),
    );
    const shift = highs(v128.load(p + 31 * 8), v128.load(q + 31 * 8));
    let limit = zero;
    let force = zero;
    let torqueT = zero;
    let torqueB = zero;
    let spinN = zero;
    if (points > 1) {
      const size = pointSize * points;
      const each = f64x2.splat(<f64>points);
      const wx = sub(ox, cx);
      const wy = sub(oy, cy);
      const wz = sub(oz, cz);
      let spinT = dot(wx, tx, wy, ty, wz, tz);
      let spinB = dot(wx, bx, wy, by, wz, bz);
      u = v128.load(p + 51 * 8);
      v = v128.load(q + 51 * 8);
      const tiltT = lows(u, v);
      const tiltB = highs(u, v);
      let load0 = zero;
      u = v128.load(p + 53 * 8);
      v = v128.load(q + 53 * 8);
      const i0 = lows(u, v);
      const i1 = highs(u, v);
      // Lanes whose points are solved all together, as a mask.
      let solved = f64x2.gt(i0, zero);
      if (v128.any_true(solved)) {
        u = v128.load(p + 55 * 8);
        v = v128.load(q + 55 * 8);
        const i2 = lows(u, v);
        const i3 = highs(u, v);
        u = v128.load(p + 57 * 8);
        v = v128.load(q + 57 * 8);
        const i4 = lows(u, v);
        const i5 = highs(u, v);
        u = v128.load(p + 59 * 8);
        v = v128.load(q + 59 * 8);
        const g11 = lows(u, v);
        const g12 = highs(u, v);
        const g22 = lows(v128.load(p + 61 * 8), v128.load(q + 61 * 8));
        let bias = zero;
        let biasT = zero;
        let biasB = zero;
        let failed = zero;
        for (let at: usize = headSize; at < headSize + size; at += pointSize) {
          u = v128.load(p + at + 40);
          v = v128.load(q + at + 40);
          const armV = lows(u, v);
          const armU = highs(u, v);
          const separation = add(
            add(add(lows(v128.load(p + at + 16), v128.load(q + at + 16)), shift), mul(armV, tiltT)),
            mul(armU, tiltB),
          );
          failed = v128.or(failed, f64x2.gt(separation, zero));
          const target = soft ? mul(rate, separation) : zero;
          bias = add(bias, target);
          biasT = add(biasT, mul(armV, target));
          biasB = add(biasB, mul(armU, target));
        }
        const error = add(approach, f64x2.div(bias, each));
        const errorT = add(add(spinT, mul(g11, biasT)), mul(g12, biasB));
        const errorB = add(add(spinB, mul(g12, biasT)), mul(g22, biasB));
        const scale = soft ? f64x2.neg(massScale) : f64x2.splat(-1);
        const keep = soft ? sub(f64x2.splat(1), impulseScale) : f64x2.splat(1);
        const even = f64x2.div(mul(scale, dot(i0, error, i1, errorT, i2, errorB)), each);
        const aboutT = mul(scale, dot(i1, error, i3, errorT, i4, errorB));
        const aboutB = mul(scale, dot(i2, error, i4, errorT, i5, errorB));
        const slopeV = add(mul(g11, aboutT), mul(g12, aboutB));
        const slopeU = add(mul(g12, aboutT), mul(g22, aboutB));
        for (let at: usize = headSize; at < headSize + size; at += pointSize) {
          u = v128.load(p + at + 40);
          v = v128.load(q + at + 40);
          const old = highs(v128.load(p + at), v128.load(q + at));
          const total = add(
            add(add(mul(keep, old), even), mul(slopeV, lows(u, v))),
            mul(slopeU, highs(u, v)),
          );
          failed = v128.or(failed, f64x2.lt(total, zero));
        }
        solved = v128.andnot(solved, failed);
        if (v128.any_true(solved)) {
          for (let at: usize = headSize; at < headSize + size; at += pointSize) {
            u = v128.load(p + at + 40);
            v = v128.load(q + at + 40);
            const armV = lows(u, v);
            const armU = highs(u, v);
            const old = highs(v128.load(p + at), v128.load(q + at));
            const total = add(add(add(mul(keep, old), even), mul(slopeV, armV)), mul(slopeU, armU));
            const change = sub(total, old);
            scatter(p + at + 8, q + at + 8, choose(solved, total, old));
            load0 = add(load0, total);
            force = add(force, change);
            torqueT = add(torqueT, mul(change, armV));
            torqueB = add(torqueB, mul(change, armU));
          }
          load0 = v128.and(load0, solved);
          force = v128.and(force, solved);
          torqueT = v128.and(torqueT, solved);
          torqueB = v128.and(torqueB, solved);
        }
      }
      if (!i64x2.all_true(solved)) {
        u = v128.load(p + 33 * 8);
        v = v128.load(q + 33 * 8);
        const k00 = lows(u, v);
        const k01 = highs(u, v);
        u = v128.load(p + 35 * 8);
        v = v128.load(q + 35 * 8);
        const k02 = lows(u, v);
        const k11 = highs(u, v);
        u = v128.load(p + 37 * 8);
        v = v128.load(q + 37 * 8);
        const k12 = lows(u, v);
        const k22 = highs(u, v);
        const meets = v128.andnot(f64x2.gt(f64x2.abs(approach), f64x2.splat(impactSpeed)), solved);
        if (v128.any_true(meets)) {
          let bias = zero;
          let sum = zero;
          let least = f64x2.splat(Infinity);
          let mass = zero;
          for (let at: usize = headSize; at < headSize + size; at += pointSize) {
            u = v128.load(p + at);
            v = v128.load(q + at);
            mass = lows(u, v);
            const old = highs(u, v);
            u = v128.load(p + at + 40);
            v = v128.load(q + at + 40);
            const separation = add(
              add(add(lows(v128.load(p + at + 16), v128.load(q + at + 16)), shift), mul(lows(u, v), tiltT)),
              mul(highs(u, v), tiltB),
            );
            const push = soft ? mul(rate, separation) : zero;
            bias = add(bias, choose(f64x2.gt(separation, zero), mul(separation, perTime), push));
            sum = add(sum, old);
            least = f64x2.min(least, old);
          }
          const give = soft ? f64x2.div(impulseScale, mul(massScale, mass)) : zero;
          const all = mul(k00, each);
          const change = f64x2.max(
            f64x2.neg(least),
            f64x2.div(f64x2.neg(add(approach, f64x2.div(add(bias, mul(give, sum)), each))), add(all, give)),
          );
          for (let at: usize = headSize; at < headSize + size; at += pointSize) {
            const old = highs(v128.load(p + at), v128.load(q + at));
            scatter(p + at + 8, q + at + 8, choose(meets, add(old, change), old));
          }
          const pushed = mul(change, each);
          force = choose(meets, pushed, force);
          approach = choose(meets, add(approach, mul(k00, pushed)), approach);
          spinT = choose(meets, add(spinT, mul(k01, pushed)), spinT);
          spinB = choose(meets, add(spinB, mul(k02, pushed)), spinB);
        }
        for (let at: usize = headSize; at < headSize + size; at += pointSize) {
          u = v128.load(p + at);
          v = v128.load(q + at);
          const mass = lows(u, v);
          const old = highs(u, v);
          u = v128.load(p + at + 40);
          v = v128.load(q + at + 40);
          const armV = lows(u, v);
          const armU = highs(u, v);
          const separation = add(
            add(add(lows(v128.load(p + at + 16), v128.load(q + at + 16)), shift), mul(armV, tiltT)),
            mul(armU, tiltB),
          );
          const speed = add(add(approach, mul(armV, spinT)), mul(armU, spinB));
          const across = sub(old, mul(mass, add(speed, mul(separation, perTime))));
          const inside = soft
            ? sub(
                sub(old, mul(mul(mass, massScale), add(speed, mul(rate, separation)))),
                mul(impulseScale, old),
              )
            : sub(old, mul(mass, speed));
          let total = choose(f64x2.gt(separation, zero), across, inside);
          total = v128.andnot(total, f64x2.lt(total, zero));
          total = choose(solved, old, total);
          scatter(p + at + 8, q + at + 8, total);
          const change = v128.andnot(sub(total, old), solved);
          const changeU = mul(change, armU);
          const changeV = mul(change, armV);
          load0 = add(load0, v128.andnot(total, solved));
          force = add(force, change);
          torqueT = add(torqueT, changeV);
          torqueB = add(torqueB, changeU);
          approach = add(approach, dot(k00, change, k01, changeV, k02, changeU));
          spinT = add(spinT, dot(k01, change, k11, changeV, k12, changeU));
          spinB = add(spinB, dot(k02, change, k12, changeV, k22, changeU));
        }
      }
      u = v128.load(p + 39 * 8);
      v = v128.load(q + 39 * 8);
      slipT = add(slipT, add(mul(lows(u, v), torqueT), mul(highs(u, v), torqueB)));
      u = v128.load(p + 41 * 8);
      v = v128.load(q + 41 * 8);
      slipB = add(slipB, add(mul(lows(u, v), torqueT), mul(highs(u, v), torqueB)));
      u = v128.load(p + 43 * 8);
      v = v128.load(q + 43 * 8);
      const bias = highs(v128.load(p + 61 * 8), v128.load(q + 61 * 8));
      spinN = add(add(dot(wx, nx, wy, ny, wz, nz), bias), mul(lows(u, v), force));
      spinN = add(spinN, mul(highs(u, v), torqueT));
      spinN = add(spinN, mul(lows(v128.load(p + 45 * 8), v128.load(q + 45 * 8)), torqueB));
      limit = mul(friction, load0);
    } else {
      u = v128.load(p + shortHeadSize);
      v = v128.load(q + shortHeadSize);
      const mass = lows(u, v);
      const old = highs(u, v);
      const separation = add(
        lows(v128.load(p + shortHeadSize + 16), v128.load(q + shortHeadSize + 16)),
        shift,
      );
      const across = sub(old, mul(mass, add(approach, mul(separation, perTime))));
      const inside = soft
        ? sub(
            sub(old, mul(mul(mass, massScale), add(approach, mul(rate, separation)))),
            mul(impulseScale, old),
          )
        : sub(old, mul(mass, approach));
      let total = choose(f64x2.gt(separation, zero), across, inside);
      total = v128.andnot(total, f64x2.lt(total, zero));
      scatter(p + shortHeadSize + 8, q + shortHeadSize + 8, total);
      force = sub(total, old);
      limit = mul(friction, total);
    }

    // Friction.
    u = v128.load(p + 27 * 8);
    v = v128.load(q + 27 * 8);
    const oldT = lows(u, v);
    const oldB = highs(u, v);
    const rubs = v128.or(v128.or(f64x2.gt(limit, zero), f64x2.ne(oldT, zero)), f64x2.ne(oldB, zero));
    let changeT = zero;
    let changeB = zero;
    if (v128.any_true(rubs)) {
      u = v128.load(p + 25 * 8);
      v = v128.load(q + 25 * 8);
      slipT = add(slipT, mul(lows(u, v), force));
      slipB = add(slipB, mul(highs(u, v), force));
      u = v128.load(p + 21 * 8);
      v = v128.load(q + 21 * 8);
      const m0 = lows(u, v);
      const m1 = highs(u, v);
      u = v128.load(p + 23 * 8);
      v = v128.load(q + 23 * 8);
      let newT = sub(sub(oldT, mul(m0, slipT)), mul(m1, slipB));
      let newB = sub(sub(oldB, mul(m1, slipT)), mul(lows(u, v), slipB));
      const most = mul(limit, limit);
      const slides = f64x2.gt(add(mul(newT, newT), mul(newB, newB)), most);
      if (v128.any_true(slides)) {
        const m3 = highs(u, v);
        const nearT = sub(oldT, mul(m3, slipT));
        const nearB = sub(oldB, mul(m3, slipB));
        const squared = add(mul(nearT, nearT), mul(nearB, nearB));
        const beyond = f64x2.gt(squared, most);
        const s = f64x2.div(limit, f64x2.sqrt(squared));
        newT = choose(slides, choose(beyond, mul(nearT, s), nearT), newT);
        newB = choose(slides, choose(beyond, mul(nearB, s), nearB), newB);
      }
      changeT = v128.and(sub(newT, oldT), rubs);
      changeB = v128.and(sub(newB, oldB), rubs);
      newT = choose(rubs, newT, oldT);
      newB = choose(rubs, newB, oldB);
      v128.store(p + 27 * 8, lows(newT, newB));
      v128.store(q + 27 * 8, highs(newT, newB));
    }
    const px = dot(force, nx, changeT, tx, changeB, bx);
    const py = dot(force, ny, changeT, ty, changeB, by);
    const pz = dot(force, nz, changeT, tz, changeB, bz);
    let mx = zero;
    let my = zero;
    let mz = zero;
    if (points > 1) {
      u = v128.load(p + 45 * 8);
      v = v128.load(q + 45 * 8);
      const r0 = highs(u, v);
      u = v128.load(p + 47 * 8);
      v = v128.load(q + 47 * 8);
      spinN = add(spinN, add(mul(r0, changeT), mul(lows(u, v), changeB)));
      const twistMass = highs(u, v);
      u = v128.load(p + 49 * 8);
      v = v128.load(q + 49 * 8);
      const oldTwist = lows(u, v);
      const twistLimit = mul(limit, highs(u, v));
      const newTwist = f64x2.max(
        f64x2.neg(twistLimit),
        f64x2.min(twistLimit, sub(oldTwist, mul(twistMass, spinN))),
      );
      const twist = sub(newTwist, oldTwist);
      scatter(p + 49 * 8, q + 49 * 8, newTwist);
      mx = dot(twist, nx, torqueT, tx, torqueB, bx);
      my = dot(twist, ny, torqueT, ty, torqueB, by);
      mz = dot(twist, nz, torqueT, tz, torqueB, bz);
    }

    // Back to the bodies.
    u = v128.load(a0 + inverseMassAt);
    v = v128.load(a1 + inverseMassAt);
    const wa = lows(u, v);
    if (v128.any_true(f64x2.gt(wa, zero))) {
      const xx = highs(u, v);
      u = v128.load(a0 + inverseInertiaAt + 8);
      v = v128.load(a1 + inverseInertiaAt + 8);
      const yy = lows(u, v);
      const zz = highs(u, v);
      u = v128.load(a0 + inverseInertiaAt + 24);
      v = v128.load(a1 + inverseInertiaAt + 24);
      const xy = lows(u, v);
      const xz = highs(u, v);
      const yz = lows(v128.load(a0 + inverseInertiaAt + 40), v128.load(a1 + inverseInertiaAt + 40));
      const gx = sub(add(mx, mul(ry, pz)), mul(rz, py));
      const gy = sub(add(my, mul(rz, px)), mul(rx, pz));
      const gz = sub(add(mz, mul(rx, py)), mul(ry, px));
      const ex = sub(ax, mul(wa, px));
      const ey = sub(ay, mul(wa, py));
      const ez = sub(az, mul(wa, pz));
      const fx = sub(cx, dot(xx, gx, xy, gy, xz, gz));
      const fy = sub(cy, dot(xy, gx, yy, gy, yz, gz));
      const fz = sub(cz, dot(xz, gx, yz, gy, zz, gz));
      if (f64x2.extract_lane(wa, 0) > 0) {
        v128.store(a0, lows(ex, ey));
        v128.store(a0 + 16, lows(ez, fx));
        v128.store(a0 + 32, lows(fy, fz));
      }
      if (f64x2.extract_lane(wa, 1) > 0) {
        v128.store(a1, highs(ex, ey));
        v128.store(a1 + 16, highs(ez, fx));
        v128.store(a1 + 32, highs(fy, fz));
      }
    }
    u = v128.load(b0 + inverseMassAt);
    v = v128.load(b1 + inverseMassAt);
    const wb = lows(u, v);
    if (v128.any_true(f64x2.gt(wb, zero))) {
      const xx = highs(u, v);
      u = v128.load(b0 + inverseInertiaAt + 8);
      v = v128.load(b1 + inverseInertiaAt + 8);
      const yy = lows(u, v);
      const zz = highs(u, v);
      u = v128.load(b0 + inverseInertiaAt + 24);
      v = v128.load(b1 + inverseInertiaAt + 24);
      const xy = lows(u, v);
      const xz = highs(u, v);
      const yz = lows(v128.load(b0 + inverseInertiaAt + 40), v128.load(b1 + inverseInertiaAt + 40));
      const gx = sub(add(mx, mul(sy, pz)), mul(sz, py));
      const gy = sub(add(my, mul(sz, px)), mul(sx, pz));
      const gz = sub(add(mz, mul(sx, py)), mul(sy, px));
      const ex = add(dx, mul(wb, px));
      const ey = add(dy, mul(wb, py));
      const ez = add(dz, mul(wb, pz));
      const fx = add(add(add(ox, mul(xx, gx)), mul(xy, gy)), mul(xz, gz));
      const fy = add(add(add(oy, mul(xy, gx)), mul(yy, gy)), mul(yz, gz));
      const fz = add(add(add(oz, mul(xz, gx)), mul(yz, gy)), mul(zz, gz));
      if (f64x2.extract_lane(wb, 0) > 0) {
        v128.store(b0, lows(ex, ey));
        v128.store(b0 + 16, lows(ez, fx));
        v128.store(b0 + 32, lows(fy, fz));
      }
      if (f64x2.extract_lane(wb, 1) > 0) {
        v128.store(b1, highs(ex, ey));
        v128.store(b1 + 16, highs(ez, fx));
        v128.store(b1 + 32, highs(fy, fz));
      }
    }
  }
}
