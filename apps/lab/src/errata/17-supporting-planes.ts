/** Erratum 17: which particles lie beyond the other body's plane. */
import { defineErratum } from '../harness/erratum.ts';

/** Heights of the corners of two unit boxes along the normal N, from A to B; they overlap by `depth`. */
const boxes = (depth: number) => ({ a: [0, 0, 1, 1], b: [1 - depth, 1 - depth, 2 - depth, 2 - depth] });

/** Moves the chosen particles onto the other body's plane and returns the longest move. */
function respond(depth: number, sign: 1 | -1): number {
  const { a, b } = boxes(depth);
  // Support vertices: of A along N, of B along −N.
  const planeA = Math.max(...a);
  const planeB = Math.min(...b);
  let longest = 0;
  for (const p of a) if (sign * (p - planeB) > 0) longest = Math.max(longest, Math.abs(p - planeB));
  for (const q of b) if (sign * (q - planeA) < 0) longest = Math.max(longest, Math.abs(q - planeA));
  return longest;
}

export const erratum = defineErratum({
  number: 17,
  source: 'S0 §3.7',
  title: "Which particles lie beyond the other body's plane",
  printed: 'particles of A with (p − b)·N < 0 and of B with (q − a)·N > 0 are projected',
  corrected: 'particles of A with (p − b)·N > 0 and of B with (q − a)·N < 0',
  explanation:
    'N points from A to B, a and b are the support vertices. As printed the far sides are moved, which squeezes the bodies flat; the particles that really penetrate, and that the figure shows moving, stay where they are.',
  run: () =>
    [0.01, 0.2, 0.5].map(depth => ({
      label: `unit boxes that overlap by ${depth}: longest move of a particle`,
      printed: respond(depth, -1),
      corrected: respond(depth, 1),
      truth: depth,
    })),
});
