/** The particle of a deformable body that a ray points at. */
import { createRayHit, rayTriangle, type SoftBodies, type SoftBody } from 'colide';

/** A particle, and the parameter of the hit along the ray. */
export interface PickedParticle {
  /** Index in the bodies of the `SoftBodies`. */
  readonly body: number;
  /** Counted from the first of the body. */
  readonly particle: number;
  readonly t: number;
}

type Vector = readonly [number, number, number];

const hit = createRayHit();
const corners: [number, number, number][] = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];
/** The radius by which ropes are thickened for picking. */
const grasp = 0.08;

/**
 * The nearest surface or rope on the ray, before `maxT`: of a triangle the corner with the largest weight.
 */
export function pickParticle(
  soft: SoftBodies,
  origin: Vector,
  direction: Vector,
  maxT = Infinity,
): PickedParticle | undefined {
  let best: PickedParticle | undefined;
  for (const [index, body] of soft.bodies.entries()) {
    const picked = body.triangleCount > 0 ? pickOnSurface : pickOnRope;
    const found = picked(soft.positions, body, origin, direction);
    if (found && found.t < (best?.t ?? maxT)) best = { body: index, ...found };
  }
  return best;
}

type Found = Omit<PickedParticle, 'body'> | undefined;

function pickOnSurface(positions: Float64Array, body: SoftBody, origin: Vector, direction: Vector): Found {
  const { triangles, triangleCount, first } = body;
  let best: Found;
  for (let t = 0; t < 3 * triangleCount; t += 3) {
    for (let c = 0; c < 3; c++)
      for (let k = 0; k < 3; k++) corners[c][k] = positions[3 * (first + triangles[t + c]) + k];
    if (!(rayTriangle(hit, origin, direction, corners[0], corners[1], corners[2]) < (best?.t ?? Infinity)))
      continue;
    const weights = [1 - hit.u - hit.v, hit.u, hit.v];
    const corner = weights.indexOf(Math.max(...weights));
    best = { particle: triangles[t + corner], t: hit.t };
  }
  return best;
}

function pickOnRope(positions: Float64Array, body: SoftBody, origin: Vector, direction: Vector): Found {
  const reach = body.thickness + grasp;
  const squared = direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2;
  let least = reach * reach;
  let best: Found;
  for (let particle = 0; particle < body.count; particle++) {
    const at = 3 * (body.first + particle);
    const away = [0, 1, 2].map(k => positions[at + k] - origin[k]);
    const t = (away[0] * direction[0] + away[1] * direction[1] + away[2] * direction[2]) / squared;
    const apart = away.reduce((sum, x, k) => sum + (x - t * direction[k]) ** 2, 0);
    if (!(t > 0 && apart < least)) continue;
    least = apart;
    best = { particle, t };
  }
  return best;
}
