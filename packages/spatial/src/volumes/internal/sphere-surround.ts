/** Smallest spheres around a triangle and around two spheres, four numbers each: centre and radius. */

/** The factor by which radii are enlarged against rounding. */
export const widening = 1 + 1e-12;

/**
 * Writes to `spheres[at]` the smallest sphere around the triangle `corners`: through two of its corners or
 * all three.
 */
export function surroundTriangle(spheres: Float64Array, at: number, corners: Float64Array): void {
  let longest = 0;
  let pick = 0;
  for (let j = 0; j < 3; j++) {
    const d = squaredDistance(corners, 3 * j, corners, 3 * ((j + 1) % 3));
    if (d > longest) {
      longest = d;
      pick = j;
    }
  }
  const a = 3 * pick;
  const b = 3 * ((pick + 1) % 3);
  const c = 3 * ((pick + 2) % 3);
  for (let k = 0; k < 3; k++) spheres[at + k] = 0.5 * corners[a + k] + 0.5 * corners[b + k];
  const toB = squaredDistance(corners, b, corners, c);
  const toA = squaredDistance(corners, a, corners, c);
  if (toA + toB > longest) {
    // Acute: the centre is that of the circle through the corners, by its weights.
    const wa = toB * (toA + longest - toB);
    const wb = toA * (toB + longest - toA);
    const wc = longest * (toA + toB - longest);
    const scale = 1 / (wa + wb + wc);
    for (let k = 0; k < 3; k++)
      spheres[at + k] = (wa * corners[a + k] + wb * corners[b + k] + wc * corners[c + k]) * scale;
  }
  const squared = Math.max(
    squaredDistance(spheres, at, corners, 0),
    squaredDistance(spheres, at, corners, 3),
    squaredDistance(spheres, at, corners, 6),
  );
  spheres[at + 3] = Math.sqrt(squared) * widening;
}

/** Writes to `spheres[at]` the smallest sphere around those at `i` and `j`. */
export function surroundSpheres(spheres: Float64Array, at: number, i: number, j: number): void {
  const a = spheres[j + 3] > spheres[i + 3] ? j : i;
  const b = a === i ? j : i;
  const distance = Math.sqrt(squaredDistance(spheres, a, spheres, b));
  const large = spheres[a + 3];
  const small = spheres[b + 3];
  const radius = Math.max(large, 0.5 * (distance + large + small));
  // From the centre of the larger towards the smaller.
  const shift = radius === large || distance === 0 ? 0 : (radius - large) / distance;
  for (let k = 0; k < 3; k++) spheres[at + k] = spheres[a + k] + shift * (spheres[b + k] - spheres[a + k]);
  spheres[at + 3] = radius * widening;
}

function squaredDistance(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  return x * x + y * y + z * z;
}
