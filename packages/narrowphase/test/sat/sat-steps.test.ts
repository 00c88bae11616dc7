/** The separating axes of two boxes, one at a time. */
import { createObb, obbFromBox } from '@colide/bounds';
import { Random } from '@colide/math';
import { createSatObbSteps, createSatResult, satObbObb, satObbStart, satObbStep } from '@colide/narrowphase';
import { expectHitRate } from '@colide/testing';
import { expect, it } from 'vitest';

it('satObbStep comes to the verdict, depth and normal of satObbObb', () => {
  const random = new Random(15);
  const out = createSatResult();
  const steps = createSatObbSteps();
  const box = () =>
    obbFromBox(
      createObb(),
      [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)],
      [random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)],
      random.rotation([0, 0, 0, 1]),
    );
  const count = 2000;
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const [a, b] = [box(), box()];
    const overlap = satObbObb(out, a, b);
    satObbStart(steps, a, b);
    let tried = 1;
    while (!satObbStep(steps)) tried++;
    expect(steps.overlaps[1] >= 0).toBe(overlap);
    expect(tried).toBe(out.steps);
    expect(steps.index).toBe(tried - 1);
    if (!overlap) continue;
    hits++;
    expect(steps.overlaps[1]).toBeCloseTo(out.depth, 8);
    for (let k = 0; k < 3; k++) expect(steps.normal[k]).toBeCloseTo(out.normal[k], 6);
  }
  expectHitRate(hits, count);
});

it('parallel edges have no axis of their own', () => {
  const steps = createSatObbSteps();
  const a = obbFromBox(createObb(), [0, 0, 0], [1, 1, 1], [0, 0, 0, 1]);
  const b = obbFromBox(createObb(), [1.5, 0.2, 0.1], [1, 1, 1], [0, 0, 0, 1]);
  satObbStart(steps, a, b);
  while (!satObbStep(steps))
    if (steps.index === 6) expect([...steps.axis, steps.overlaps[0]]).toEqual([0, 0, 0, Infinity]);
  expect(steps.index).toBe(14);
  expect(steps.overlaps[1]).toBeCloseTo(0.5, 12);
  expect([...steps.normal]).toEqual([1, 0, 0]);
});
