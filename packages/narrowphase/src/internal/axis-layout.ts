/**
 * A candidate of a separating-axis test in one array, because V8 would box the gap as an argument.
 *
 * | from | what |
 * | ---: | --- |
 * | 0 | the gap along the axis; negative: the overlap |
 * | 1 | the axis, a unit vector from A to B |
 */
export const gapAt = 0;
export const axisAt = 1;
export const axisSize = 4;
