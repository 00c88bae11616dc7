/** Erratum 5: the velocity of velocity Verlet. */
import { defineErratum } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

type Rule = (v: number, a: number, next: number, dt: number) => number;
const printed: Rule = (v, a, next, dt) => v + 0.5 * next + a * dt;
const corrected: Rule = (v, a, next, dt) => v + 0.5 * (a + next) * dt;

/** Integrates x'' = acceleration(x) from x = 1 at rest, and reports every step. */
function integrate(
  rule: Rule,
  acceleration: (x: number) => number,
  dt: number,
  seconds: number,
  report?: (time: number, x: number) => void,
): { x: number; v: number } {
  let x = 1;
  let v = 0;
  let a = acceleration(x);
  for (let n = 1; n <= Math.round(seconds / dt); n++) {
    x += v * dt + 0.5 * a * dt * dt;
    const next = acceleration(x);
    v = rule(v, a, next, dt);
    a = next;
    report?.(n * dt, x);
  }
  return { x, v };
}

const fall = () => -9.81;
const spring = (x: number) => -x;

export const erratum = defineErratum({
  number: 5,
  source: 'S0 eq. 2.7',
  title: 'The velocity of velocity Verlet',
  printed: "v' = v + ½a' + aΔt",
  corrected: "v' = v + ½(a + a')Δt",
  explanation:
    'The bracket and the Δt of one half are lost: a term without the step length adds an acceleration to a velocity, so the error grows as the step shrinks. With the unit step of S0 it is half as much again as it should be.',
  run: () => [
    ...[1, 0.1, 0.01].map(dt => ({
      label: `free fall, speed after 1 s in steps of ${dt} s`,
      printed: integrate(printed, fall, dt, 1).v,
      corrected: integrate(corrected, fall, dt, 1).v,
      truth: -9.81,
    })),
    {
      label: 'spring with ω = 1, deflection after 5 s in steps of 0.01 s',
      printed: integrate(printed, spring, 0.01, 5).x,
      corrected: integrate(corrected, spring, 0.01, 5).x,
      truth: Math.cos(5),
      tolerance: 1e-4,
    },
  ],
  plot: () => {
    const curve = (rule: Rule) => {
      const points: [number, number][] = [[0, 1]];
      integrate(rule, spring, 0.1, 10, (time, x) => points.push([time, x]));
      return points;
    };
    return plotLines(
      [
        { name: 'printed', points: curve(printed) },
        { name: 'corrected', points: curve(corrected) },
        {
          name: 'cos t',
          points: Array.from({ length: 101 }, (_, i) => [i / 10, Math.cos(i / 10)]),
          dashed: true,
        },
      ],
      { title: 'A spring, steps of 0.1 s', xLabel: 'time, s', yLabel: 'deflection' },
    );
  },
});
