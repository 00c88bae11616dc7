/** Bodies of all kinds thrown at ground of all kinds, see `support/throws.ts`. */
import { soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { createThrow, goesThrough, groundForms, grounds } from '../../support/throws.ts';

describe('no body goes through', () => {
  it.each(groundForms.filter(form => form !== 'moving').map((form, i) => [form, 70_000 + 1000 * i] as const))(
    'ground that is a mesh (%s)',
    (form, first) => {
      const through: string[] = [];
      for (let seed = first; seed < first + soak(12, 400); seed++) {
        const thrown = createThrow(seed, { form });
        if (goesThrough(thrown)) through.push(thrown.label);
      }
      expect(through).toEqual([]);
    },
  );

  it.each(Object.keys(grounds).map((ground, i) => [ground, 80_000 + 1000 * i] as const))(
    '%s as wide as the body',
    (ground, first) => {
      const through: string[] = [];
      for (let seed = first; seed < first + soak(6, 200); seed++) {
        const thrown = createThrow(seed, { ground, ratio: 1, form: 'mesh' });
        if (goesThrough(thrown)) through.push(thrown.label);
      }
      expect(through).toEqual([]);
    },
  );
});
