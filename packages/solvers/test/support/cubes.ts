/** A row of `n` cubes of 8 particles; with `overlap`, neighbours share a face. */
export function cubes(n: number, overlap: boolean) {
  const positions: number[] = [];
  const ids: number[] = [];
  const starts = [0];
  for (let b = 0; b <= (overlap ? n : 2 * n - 1); b++)
    for (let k = 0; k < 4; k++) positions.push(b, k & 1, k >> 1);
  for (let b = 0; b < n; b++) {
    const first = overlap ? 4 * b : 8 * b;
    for (let k = 0; k < 8; k++) ids.push(first + k);
    starts.push(ids.length);
  }
  return { positions: Float64Array.from(positions), ids, starts, count: positions.length / 3 };
}
