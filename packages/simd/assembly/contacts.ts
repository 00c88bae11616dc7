/**
 * One pass of the contact solver over slots: `solveContacts` of `@colide/solvers`, whose comments explain the
 * steps, with the same operations in the same order in both lanes. Where the two manifolds of a slot take
 * different branches, both are computed and each lane keeps its own.
 */
import { add, choose, div, dot, gather, get, mul, put, scatter, splat, sub } from './lanes';
import {
  angularVelocityAt,
  arm,
  at,
  bitangent,
  firstA,
  firstB,
  friction,
  frictionImpulse,
  head,
  impulse,
  impulseScaleAt,
  leverA,
  leverB,
  massA,
  massB,
  massScaleAt,
  normal,
  normalResponse,
  normalShift,
  pointSize,
  secondA,
  secondB,
  separation,
  shortHead,
  slipResponse,
  slotSize,
  spread,
  stateOf,
  substepAt,
  tangent,
  tangentMass,
  tilt,
  together,
  torqueResponse,
  twistImpulse,
  twistMass,
  twistRadius,
  twistResponse,
  yAt,
  zAt,
} from './layout';

/** Approach speed of a manifold above which its points push evenly first, in m/s. */
const impactSpeed = 0.1;

/**
 * One pass over the slots from `slots` to `end`, with the softness at `softness` of the step record if it is
 * `soft`. A single function: values of two lanes would have to go through memory to return from another.
 */
export function solveContacts(slots: usize, end: usize, step: usize, softness: usize, soft: bool): void {
  const zero = splat(0);
  const one = splat(1);
  const perTime = splat(1 / load<f64>(step + substepAt));
  const rate = splat(load<f64>(step + softness));
  const massScale = splat(load<f64>(step + softness + massScaleAt));
  const impulseScale = splat(load<f64>(step + softness + impulseScaleAt));
  for (let p = slots; p < end; ) {
    const points = load<i32>(p);
    const a0 = stateOf(p, firstA);
    const a1 = stateOf(p, secondA);
    const b0 = stateOf(p, firstB);
    const b1 = stateOf(p, secondB);
    const nx = get(p, normal);
    const ny = get(p, normal + 1);
    const nz = get(p, normal + 2);
    const tx = get(p, tangent);
    const ty = get(p, tangent + 1);
    const tz = get(p, tangent + 2);
    const bx = get(p, bitangent);
    const by = get(p, bitangent + 1);
    const bz = get(p, bitangent + 2);
    const rx = get(p, leverA);
    const ry = get(p, leverA + 1);
    const rz = get(p, leverA + 2);
    const sx = get(p, leverB);
    const sy = get(p, leverB + 1);
    const sz = get(p, leverB + 2);
    const ax = gather(a0, a1);
    const ay = gather(a0 + yAt, a1 + yAt);
    const az = gather(a0 + zAt, a1 + zAt);
    const cx = gather(a0 + angularVelocityAt, a1 + angularVelocityAt);
    const cy = gather(a0 + angularVelocityAt + yAt, a1 + angularVelocityAt + yAt);
    const cz = gather(a0 + angularVelocityAt + zAt, a1 + angularVelocityAt + zAt);
    const dx = gather(b0, b1);
    const dy = gather(b0 + yAt, b1 + yAt);
    const dz = gather(b0 + zAt, b1 + zAt);
    const ox = gather(b0 + angularVelocityAt, b1 + angularVelocityAt);
    const oy = gather(b0 + angularVelocityAt + yAt, b1 + angularVelocityAt + yAt);
    const oz = gather(b0 + angularVelocityAt + zAt, b1 + angularVelocityAt + zAt);
    const vx = add(sub(sub(sub(add(dx, mul(oy, sz)), mul(oz, sy)), ax), mul(cy, rz)), mul(cz, ry));
    const vy = add(sub(sub(sub(add(dy, mul(oz, sx)), mul(ox, sz)), ay), mul(cz, rx)), mul(cx, rz));
    const vz = add(sub(sub(sub(add(dz, mul(ox, sy)), mul(oy, sx)), az), mul(cx, ry)), mul(cy, rx));
    let approach = dot(vx, nx, vy, ny, vz, nz);
    let slipT = dot(vx, tx, vy, ty, vz, tz);
    let slipB = dot(vx, bx, vy, by, vz, bz);
    const shift = get(p, normalShift);
    let limit = zero;
    let force = zero;
    let torqueT = zero;
    let torqueB = zero;
    let spinN = zero;
    if (points > 1) {
      const first = p + at(head);
      const last = first + pointSize * points;
      const each = splat(<f64>points);
      const wx = sub(ox, cx);
      const wy = sub(oy, cy);
      const wz = sub(oz, cz);
      let spinT = dot(wx, tx, wy, ty, wz, tz);
      let spinB = dot(wx, bx, wy, by, wz, bz);
      const tiltT = get(p, tilt);
      const tiltB = get(p, tilt + 1);
      let load0 = zero;
      const i0 = get(p, together);
      // Lanes whose points are solved all together, as a mask.
      let solved = f64x2.gt(i0, zero);
      if (v128.any_true(solved)) {
        const i1 = get(p, together + 1);
        const i2 = get(p, together + 2);
        const i3 = get(p, together + 3);
        const i4 = get(p, together + 4);
        const i5 = get(p, together + 5);
        const g11 = get(p, spread);
        const g12 = get(p, spread + 1);
        const g22 = get(p, spread + 2);
        let bias = zero;
        let biasT = zero;
        let biasB = zero;
        let failed = zero;
        for (let q = first; q < last; q += pointSize) {
          const armV = get(q, arm);
          const armU = get(q, arm + 1);
          const gap = add(add(add(get(q, separation), shift), mul(armV, tiltT)), mul(armU, tiltB));
          failed = v128.or(failed, f64x2.gt(gap, zero));
          const target = soft ? mul(rate, gap) : zero;
          bias = add(bias, target);
          biasT = add(biasT, mul(armV, target));
          biasB = add(biasB, mul(armU, target));
        }
        const error = add(approach, div(bias, each));
        const errorT = add(add(spinT, mul(g11, biasT)), mul(g12, biasB));
        const errorB = add(add(spinB, mul(g12, biasT)), mul(g22, biasB));
        const scale = soft ? f64x2.neg(massScale) : splat(-1);
        const keep = soft ? sub(one, impulseScale) : one;
        const even = div(mul(scale, dot(i0, error, i1, errorT, i2, errorB)), each);
        const aboutT = mul(scale, dot(i1, error, i3, errorT, i4, errorB));
        const aboutB = mul(scale, dot(i2, error, i4, errorT, i5, errorB));
        const slopeV = add(mul(g11, aboutT), mul(g12, aboutB));
        const slopeU = add(mul(g12, aboutT), mul(g22, aboutB));
        for (let q = first; q < last; q += pointSize) {
          const total = add(
            add(add(mul(keep, get(q, impulse)), even), mul(slopeV, get(q, arm))),
            mul(slopeU, get(q, arm + 1)),
          );
          failed = v128.or(failed, f64x2.lt(total, zero));
        }
        solved = v128.andnot(solved, failed);
        if (v128.any_true(solved)) {
          for (let q = first; q < last; q += pointSize) {
            const armV = get(q, arm);
            const armU = get(q, arm + 1);
            const old = get(q, impulse);
            const total = add(add(add(mul(keep, old), even), mul(slopeV, armV)), mul(slopeU, armU));
            const change = sub(total, old);
            put(q, impulse, choose(solved, total, old));
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
        const k00 = get(p, normalResponse);
        const k01 = get(p, normalResponse + 1);
        const k02 = get(p, normalResponse + 2);
        const k11 = get(p, normalResponse + 3);
        const k12 = get(p, normalResponse + 4);
        const k22 = get(p, normalResponse + 5);
        const meets = v128.andnot(f64x2.gt(f64x2.abs(approach), splat(impactSpeed)), solved);
        if (v128.any_true(meets)) {
          let bias = zero;
          let sum = zero;
          let least = splat(Infinity);
          let mass = zero;
          for (let q = first; q < last; q += pointSize) {
            mass = get(q, 0);
            const old = get(q, impulse);
            const gap = add(
              add(add(get(q, separation), shift), mul(get(q, arm), tiltT)),
              mul(get(q, arm + 1), tiltB),
            );
            const push = soft ? mul(rate, gap) : zero;
            bias = add(bias, choose(f64x2.gt(gap, zero), mul(gap, perTime), push));
            sum = add(sum, old);
            least = f64x2.min(least, old);
          }
          const give = soft ? div(impulseScale, mul(massScale, mass)) : zero;
          const all = mul(k00, each);
          const change = f64x2.max(
            f64x2.neg(least),
            div(f64x2.neg(add(approach, div(add(bias, mul(give, sum)), each))), add(all, give)),
          );
          for (let q = first; q < last; q += pointSize) {
            const old = get(q, impulse);
            put(q, impulse, choose(meets, add(old, change), old));
          }
          const pushed = mul(change, each);
          force = choose(meets, pushed, force);
          approach = choose(meets, add(approach, mul(k00, pushed)), approach);
          spinT = choose(meets, add(spinT, mul(k01, pushed)), spinT);
          spinB = choose(meets, add(spinB, mul(k02, pushed)), spinB);
        }
        for (let q = first; q < last; q += pointSize) {
          const mass = get(q, 0);
          const old = get(q, impulse);
          const armV = get(q, arm);
          const armU = get(q, arm + 1);
          const gap = add(add(add(get(q, separation), shift), mul(armV, tiltT)), mul(armU, tiltB));
          const speed = add(add(approach, mul(armV, spinT)), mul(armU, spinB));
          const across = sub(old, mul(mass, add(speed, mul(gap, perTime))));
          const inside = soft
            ? sub(sub(old, mul(mul(mass, massScale), add(speed, mul(rate, gap)))), mul(impulseScale, old))
            : sub(old, mul(mass, speed));
          let total = choose(f64x2.gt(gap, zero), across, inside);
          total = v128.andnot(total, f64x2.lt(total, zero));
          total = choose(solved, old, total);
          put(q, impulse, total);
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
      const c = torqueResponse;
      slipT = add(slipT, add(mul(get(p, c), torqueT), mul(get(p, c + 1), torqueB)));
      slipB = add(slipB, add(mul(get(p, c + 2), torqueT), mul(get(p, c + 3), torqueB)));
      spinN = add(dot(wx, nx, wy, ny, wz, nz), mul(get(p, c + 4), force));
      spinN = add(add(spinN, mul(get(p, c + 5), torqueT)), mul(get(p, c + 6), torqueB));
      limit = mul(get(p, friction), load0);
    } else {
      const mass = get(p, shortHead);
      const old = get(p, shortHead + impulse);
      const gap = add(get(p, shortHead + separation), shift);
      const across = sub(old, mul(mass, add(approach, mul(gap, perTime))));
      const inside = soft
        ? sub(sub(old, mul(mul(mass, massScale), add(approach, mul(rate, gap)))), mul(impulseScale, old))
        : sub(old, mul(mass, approach));
      let total = choose(f64x2.gt(gap, zero), across, inside);
      total = v128.andnot(total, f64x2.lt(total, zero));
      put(p, shortHead + impulse, total);
      force = sub(total, old);
      limit = mul(get(p, friction), total);
    }

    // Friction. If there is none before and after, nothing changes.
    const oldT = get(p, frictionImpulse);
    const oldB = get(p, frictionImpulse + 1);
    slipT = add(slipT, mul(get(p, slipResponse), force));
    slipB = add(slipB, mul(get(p, slipResponse + 1), force));
    const m1 = get(p, tangentMass + 1);
    let newT = sub(sub(oldT, mul(get(p, tangentMass), slipT)), mul(m1, slipB));
    let newB = sub(sub(oldB, mul(m1, slipT)), mul(get(p, tangentMass + 2), slipB));
    const most = mul(limit, limit);
    const slides = f64x2.gt(add(mul(newT, newT), mul(newB, newB)), most);
    if (v128.any_true(slides)) {
      const m3 = get(p, tangentMass + 3);
      const nearT = sub(oldT, mul(m3, slipT));
      const nearB = sub(oldB, mul(m3, slipB));
      const squared = add(mul(nearT, nearT), mul(nearB, nearB));
      const beyond = f64x2.gt(squared, most);
      const s = div(limit, f64x2.sqrt(squared));
      newT = choose(slides, choose(beyond, mul(nearT, s), nearT), newT);
      newB = choose(slides, choose(beyond, mul(nearB, s), nearB), newB);
    }
    const changeT = sub(newT, oldT);
    const changeB = sub(newB, oldB);
    put(p, frictionImpulse, newT);
    put(p, frictionImpulse + 1, newB);
    const px = dot(force, nx, changeT, tx, changeB, bx);
    const py = dot(force, ny, changeT, ty, changeB, by);
    const pz = dot(force, nz, changeT, tz, changeB, bz);
    let mx = zero;
    let my = zero;
    let mz = zero;
    if (points > 1) {
      spinN = add(spinN, add(mul(get(p, twistResponse), changeT), mul(get(p, twistResponse + 1), changeB)));
      const oldTwist = get(p, twistImpulse);
      const twistLimit = mul(limit, get(p, twistRadius));
      const newTwist = f64x2.max(
        f64x2.neg(twistLimit),
        f64x2.min(twistLimit, sub(oldTwist, mul(get(p, twistMass), spinN))),
      );
      const twist = sub(newTwist, oldTwist);
      put(p, twistImpulse, newTwist);
      mx = dot(twist, nx, torqueT, tx, torqueB, bx);
      my = dot(twist, ny, torqueT, ty, torqueB, by);
      mz = dot(twist, nz, torqueT, tz, torqueB, bz);
    }

    // Back to the bodies.
    let w = get(p, massA);
    let xx = get(p, massA + 1);
    let yy = get(p, massA + 2);
    let zz = get(p, massA + 3);
    let xy = get(p, massA + 4);
    let xz = get(p, massA + 5);
    let yz = get(p, massA + 6);
    let gx = sub(add(mx, mul(ry, pz)), mul(rz, py));
    let gy = sub(add(my, mul(rz, px)), mul(rx, pz));
    let gz = sub(add(mz, mul(rx, py)), mul(ry, px));
    scatter(a0, a1, sub(ax, mul(w, px)));
    scatter(a0 + yAt, a1 + yAt, sub(ay, mul(w, py)));
    scatter(a0 + zAt, a1 + zAt, sub(az, mul(w, pz)));
    scatter(a0 + angularVelocityAt, a1 + angularVelocityAt, sub(cx, dot(xx, gx, xy, gy, xz, gz)));
    scatter(a0 + angularVelocityAt + yAt, a1 + angularVelocityAt + yAt, sub(cy, dot(xy, gx, yy, gy, yz, gz)));
    scatter(a0 + angularVelocityAt + zAt, a1 + angularVelocityAt + zAt, sub(cz, dot(xz, gx, yz, gy, zz, gz)));
    w = get(p, massB);
    xx = get(p, massB + 1);
    yy = get(p, massB + 2);
    zz = get(p, massB + 3);
    xy = get(p, massB + 4);
    xz = get(p, massB + 5);
    yz = get(p, massB + 6);
    gx = sub(add(mx, mul(sy, pz)), mul(sz, py));
    gy = sub(add(my, mul(sz, px)), mul(sx, pz));
    gz = sub(add(mz, mul(sx, py)), mul(sy, px));
    scatter(b0, b1, add(dx, mul(w, px)));
    scatter(b0 + yAt, b1 + yAt, add(dy, mul(w, py)));
    scatter(b0 + zAt, b1 + zAt, add(dz, mul(w, pz)));
    scatter(
      b0 + angularVelocityAt,
      b1 + angularVelocityAt,
      add(add(add(ox, mul(xx, gx)), mul(xy, gy)), mul(xz, gz)),
    );
    scatter(
      b0 + angularVelocityAt + yAt,
      b1 + angularVelocityAt + yAt,
      add(add(add(oy, mul(xy, gx)), mul(yy, gy)), mul(yz, gz)),
    );
    scatter(
      b0 + angularVelocityAt + zAt,
      b1 + angularVelocityAt + zAt,
      add(add(add(oz, mul(xz, gx)), mul(yz, gy)), mul(zz, gz)),
    );
    p += slotSize(points);
  }
}
