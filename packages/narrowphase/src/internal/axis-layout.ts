/**
 * A candidate of a separating-axis test in one array, as V8 would box the gap in a variable that crosses
 * calls.
 *
 * | from | what |
 * | ---: | --- |
 * | 0 | the gap along the axis; negative: the overlap |
 * | 1 | the axis, a unit vector from A to B |
 */
export const gapAt = 0;
export const axisAt = 1;
export const axisSize = 4;
