/** The unit normal of a triangle, nine numbers, by the winding of its corners; 0 if it has no area. */
export function triangleNormal(out: Float64Array, p: Float64Array): void {
  const ax = p[3] - p[0];
  const ay = p[4] - p[1];
  const az = p[5] - p[2];
  const bx = p[6] - p[0];
  const by = p[7] - p[1];
  const bz = p[8] - p[2];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const inverse = length > 0 ? 1 / length : 0;
  out[0] = x * inverse;
  out[1] = y * inverse;
  out[2] = z * inverse;
}
