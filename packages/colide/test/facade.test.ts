import * as core from '@colide/core';
import * as colide from 'colide';
import { expect, it } from 'vitest';

it('re-exports the very objects of the packages', () => {
  for (const [name, value] of Object.entries(core)) expect(colide).toHaveProperty(name, value);
});
