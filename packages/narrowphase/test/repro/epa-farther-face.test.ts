/**
 * EPA popped a face farther out than the depth it already knew, since rounding had cost it the nearest one,
 * and took that face's normal and points: the depth was right, the normal was not. Found by the agreement
 * test on a plate and a sliver.
 */
import { BoxShape, HullShape, Posed } from '@colide/geometry';
import { createPenetrationResult, penetration } from '@colide/narrowphase';
import { expect, it } from 'vitest';

// Five corners of a plate 1 : 10⁴, and a box as thin.
const plate = [
  -188.23279361538695, -0.07449398774972672, 121.32804724958376, 611.9155733607815, -0.014779197636501117,
  -456.9511609876525, 426.77465594069326, 0.06162439175740614, 207.83245133272564, -452.9139219816407,
  0.03996528824311796, 490.13677026616926, 359.23040728523847, -0.021984917570561105, 653.9933907544774,
];

it('the normal and the points show the depth', () => {
  const a = new Posed(
    HullShape.fromPoints(plate),
    [0, 0, 0],
    [0.35670768806712716, -0.6496093956757614, 0.6691313099805922, 0.055050416231249184],
  );
  const b = new Posed(
    new BoxShape([596.7841218790353, 0.059678412187903526, 249.39899177329096]),
    [42.49327402116046, 644.9508452170049, 169.58396714539361],
    [0.4697431661993925, 0.49040270435583455, 0.6292139017674673, 0.37806932061728293],
  );
  const result = createPenetrationResult();
  expect(penetration(result, a, b)).toBe(true);
  expect(result.depth).toBeCloseTo(0.042870461651112635, 8);
  const { normal, pointA, pointB } = result;
  let apart = 0;
  for (let i = 0; i < 3; i++) apart += (pointA[i] - pointB[i]) * normal[i];
  expect(apart).toBeCloseTo(result.depth, 8);
});
