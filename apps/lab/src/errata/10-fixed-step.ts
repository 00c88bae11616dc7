/** Erratum 10: the loop of the fixed step. */
import { defineErratum } from '../harness/erratum.ts';

const fixed = 1 / 50;
const givenUp = 1000;

/**
 * Steps that a second of frames of equal length takes, each with its length; `never ends` beyond a thousand.
 */
function simulate(frameRate: number, isPrinted: boolean): { steps: string; uneven: boolean } {
  const lengths: number[] = [];
  let accumulator = 0;
  for (let frame = 0; frame < frameRate; frame++) {
    const dt = 1 / frameRate;
    accumulator += dt;
    if (isPrinted) {
      while (accumulator <= fixed && lengths.length <= givenUp) {
        lengths.push(dt);
        accumulator -= fixed;
      }
      if (lengths.length > givenUp) return { steps: 'never ends', uneven: true };
      lengths.push(dt);
    } else {
      // Half a billionth of a step of slack: the frames of one second do not sum to exactly one.
      while (accumulator >= fixed * (1 - 5e-10)) {
        lengths.push(fixed);
        accumulator -= fixed;
      }
    }
  }
  return { steps: String(lengths.length), uneven: lengths.some(length => length !== fixed) };
}

export const erratum = defineErratum({
  number: 10,
  source: 'S4 algorithm 13',
  title: 'The loop of the fixed step',
  printed: 'while (accumulator ≤ fixed) { step(dt); accumulator −= fixed }, then step(dt) again',
  corrected: 'while (accumulator ≥ fixed) { step(fixed); accumulator −= fixed }',
  explanation:
    'The loop runs while there is too little time for a step, and takes more away: once entered it never ends. Where frames are longer than a step it is not entered at all, and the world moves by frames of whatever length.',
  run: () =>
    [25, 30, 60, 144].flatMap(frameRate => [
      {
        label: `steps of 1/50 s in one second at ${frameRate} frames per second`,
        printed: simulate(frameRate, true).steps,
        corrected: simulate(frameRate, false).steps,
        truth: '50',
      },
      {
        label: `steps of another length at ${frameRate} frames per second?`,
        printed: simulate(frameRate, true).uneven,
        corrected: simulate(frameRate, false).uneven,
        truth: false,
      },
    ]),
});
