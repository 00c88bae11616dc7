/** A wavy square of `side` by `side` cells in the plane y ≈ 0, two triangles each. */
export function gridMesh(side: number): { positions: Float32Array; indices: Uint32Array } {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let z = 0; z <= side; z++)
    for (let x = 0; x <= side; x++) positions.push(x, ((7 * x + 3 * z) % 5) / 5, z);
  for (let z = 0; z < side; z++)
    for (let x = 0; x < side; x++) {
      const a = z * (side + 1) + x;
      indices.push(a, a + side + 1, a + 1, a + 1, a + side + 1, a + side + 2);
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
