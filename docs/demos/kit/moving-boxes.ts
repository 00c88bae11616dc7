/** Boxes that move in the plane of the picture and turn back at its walls. */

/**
 * Moves boxes of four or six numbers each, and turns velocities of two numbers around at the walls: min x, y,
 * max x, y.
 */
export function moveBoxes(
  boxes: Float64Array,
  velocities: Float64Array,
  walls: readonly [number, number, number, number],
  seconds: number,
): void {
  const size = (2 * boxes.length) / velocities.length;
  for (let v = 0; v < velocities.length; v++) {
    const axis = v % 2;
    const minAt = size * (v >> 1) + axis;
    const maxAt = minAt + size / 2;
    if (boxes[minAt] < walls[axis]) velocities[v] = Math.abs(velocities[v]);
    if (boxes[maxAt] > walls[2 + axis]) velocities[v] = -Math.abs(velocities[v]);
    boxes[minAt] += seconds * velocities[v];
    boxes[maxAt] += seconds * velocities[v];
  }
}
