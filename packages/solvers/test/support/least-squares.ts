/**
 * Least-squares fits by other methods than the package's: Horn's quaternion eigenproblem and normal
 * equations.
 */

/**
 * Eigenvector of the largest eigenvalue of a symmetric n×n matrix (rows), by Jacobi rotations; and the gap
 * below it.
 */
function largestEigenvector(matrix: number[][]): { vector: number[]; gap: number } {
  const n = matrix.length;
  const m = matrix.map(row => row.slice());
  const v: number[][] = m.map((_, i) => m.map((__, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 40; sweep++)
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        if (m[p][q] === 0) continue;
        const angle = 0.5 * Math.atan2(2 * m[p][q], m[q][q] - m[p][p]);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (let k = 0; k < n; k++) {
          const [a, b] = [m[k][p], m[k][q]];
          m[k][p] = c * a - s * b;
          m[k][q] = s * a + c * b;
        }
        for (let k = 0; k < n; k++) {
          const [a, b] = [m[p][k], m[q][k]];
          m[p][k] = c * a - s * b;
          m[q][k] = s * a + c * b;
          const [d, e] = [v[k][p], v[k][q]];
          v[k][p] = c * d - s * e;
          v[k][q] = s * d + c * e;
        }
      }
  const order = m.map((_, i) => i).sort((i, j) => m[j][j] - m[i][i]);
  const [first, second] = [order[0], order[1]];
  return { vector: v.map(row => row[first]), gap: m[first][first] - m[second][second] };
}

/** Goals of the best rigid motion (Horn 1987), and how far the second best rotation is away, relative. */
export function rigidGoals(
  rest: ArrayLike<number>,
  positions: ArrayLike<number>,
  masses: ArrayLike<number>,
): { goals: number[]; gap: number } {
  const n = masses.length;
  let total = 0;
  const c = [0, 0, 0];
  const c0 = [0, 0, 0];
  for (let i = 0; i < n; i++) total += masses[i];
  for (let i = 0; i < n; i++)
    for (let k = 0; k < 3; k++) {
      c[k] += (masses[i] * positions[3 * i + k]) / total;
      c0[k] += (masses[i] * rest[3 * i + k]) / total;
    }
  const s = [0, 1, 2].map(() => [0, 0, 0]);
  let size = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++) {
        const term = masses[i] * (rest[3 * i + j] - c0[j]) * (positions[3 * i + k] - c[k]);
        s[j][k] += term;
        size += Math.abs(term);
      }
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = s;
  const { vector, gap } = largestEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]);
  const [w, x, y, z] = vector;
  const r = [
    [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
  ];
  const goals: number[] = [];
  for (let i = 0; i < n; i++)
    for (let k = 0; k < 3; k++) {
      let goal = c[k];
      for (let j = 0; j < 3; j++) goal += r[k][j] * (rest[3 * i + j] - c0[j]);
      goals.push(goal);
    }
  return { goals, gap: gap / size };
}

/** Weighted squared distance between two sets of points. */
export function squaredDistance(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  masses: ArrayLike<number>,
): number {
  let sum = 0;
  for (let k = 0; k < 3 * masses.length; k++) sum += masses[Math.floor(k / 3)] * (a[k] - b[k]) ** 2;
  return sum;
}

/**
 * Goals of the best map `x ≈ Σ cⱼ φⱼ(x⁰)` by elimination in the normal equations; `basis` includes the
 * constant.
 */
export function polynomialGoals(
  rest: ArrayLike<number>,
  positions: ArrayLike<number>,
  masses: ArrayLike<number>,
  basis: (x: number, y: number, z: number) => number[],
): number[] {
  const phi = Array.from(masses, (_, i) => basis(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]));
  const n = phi[0].length;
  const rows = Array.from({ length: n }, () => new Array<number>(n + 3).fill(0));
  phi.forEach((f, i) => {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) rows[j][k] += masses[i] * f[j] * f[k];
      for (let k = 0; k < 3; k++) rows[j][n + k] += masses[i] * f[j] * positions[3 * i + k];
    }
  });
  for (let p = 0; p < n; p++) {
    let best = p;
    for (let j = p; j < n; j++) if (Math.abs(rows[j][p]) > Math.abs(rows[best][p])) best = j;
    [rows[p], rows[best]] = [rows[best], rows[p]];
    for (let j = 0; j < n; j++) {
      if (j === p) continue;
      const factor = rows[j][p] / rows[p][p];
      for (let k = p; k < n + 3; k++) rows[j][k] -= factor * rows[p][k];
    }
  }
  return phi.flatMap(f =>
    [0, 1, 2].map(axis => f.reduce((sum, value, j) => sum + (value * rows[j][n + axis]) / rows[j][j], 0)),
  );
}
