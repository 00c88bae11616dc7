import { expect, it } from 'vitest';
import { counted } from '../demos/kit/counted.ts';

it('says one thing and several things', () => {
  expect([0, 1, 2].map(count => counted(count, 'pair'))).toEqual(['0 pairs', '1 pair', '2 pairs']);
  expect([1, 12].map(count => counted(count, 'body', 'bodies'))).toEqual(['1 body', '12 bodies']);
});
