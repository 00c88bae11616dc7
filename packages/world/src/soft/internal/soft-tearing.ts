/** The triangles of a cloth that are left when threads have torn: those with three intact sides. */
import type { SoftBody } from '../soft-body.ts';
import { ClothHold } from './soft-holds.ts';

/** Makes the triangles of a body follow its threads. */
export function refreshTriangles(body: SoftBody): void {
  const { hold, wholeTriangles, triangles, count } = body;
  if (!(hold instanceof ClothHold)) return;
  const threads = new Set<number>();
  const key = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
  for (let t = 0; t < hold.count; t++) threads.add(key(hold.ids[2 * t], hold.ids[2 * t + 1]));
  let kept = 0;
  for (let t = 0; t < wholeTriangles.length; t += 3) {
    const a = wholeTriangles[t];
    const b = wholeTriangles[t + 1];
    const c = wholeTriangles[t + 2];
    if (!(threads.has(key(a, b)) && threads.has(key(b, c)) && threads.has(key(c, a)))) continue;
    triangles[kept] = a;
    triangles[kept + 1] = b;
    triangles[kept + 2] = c;
    kept += 3;
  }
  body.triangleCount = kept / 3;
}
