/**
 * How far bodies of a world overlap: while they move, beyond what they may come in a step; and at rest, by
 * their shapes.
 */
import { createPenetrationResult, type Posed, signedDistance, type World } from 'colide';
import { colliderNumbers } from '../../src/collider-numbers.ts';

/** The part of its highest speed that a body may still have come by in the step before, per step since. */
const decay = 0.8;

/**
 * Overlap that contacts have let happen. Contacts are found where bodies are: a flying body moves by v dt
 * into its obstacle before a contact can stop it. This overlap is undone within some steps; any further
 * overlap is an error.
 */
export class OverlapWatch {
  private readonly world: World;
  private readonly dt: number;
  private readonly radii: Float64Array;
  /** Highest speed of a point of each body, lately. */
  private readonly speeds: Float64Array;
  private steps = 0;

  /** @param dt seconds per step */
  constructor(world: World, dt: number) {
    this.world = world;
    this.dt = dt;
    this.radii = new Float64Array(world.bodies.count);
    this.speeds = new Float64Array(world.bodies.count);
    const { colliders, bodies } = world;
    for (let c = 0; c < colliders.count; c++) {
      const posed = colliders.convexes[c];
      const body = colliders.bodies[c];
      if (posed && body >= 0)
        this.radii[body] = Math.max(this.radii[body], reachOf(posed, bodies.positions, body));
    }
  }

  /** The deepest overlap in the last step beyond what both bodies may have come; called after every step. */
  excess(): number {
    const { world, dt, speeds, radii } = this;
    const { separations, bodies, count } = world.contacts;
    let most = 0;
    for (let c = 0; c < count; c++) {
      const [a, b] = [bodies[2 * c], bodies[2 * c + 1]];
      // What overlaps from the start is undone like what has come.
      if (this.steps === 0)
        for (const body of [a, b]) speeds[body] = Math.max(speeds[body], -separations[c] / dt);
      most = Math.max(most, -separations[c] - dt * (speeds[a] + speeds[b]));
    }
    this.steps++;
    const { velocities, angularVelocities } = world.bodies;
    for (let body = 0; body < speeds.length; body++) {
      const speed = lengthAt(velocities, body) + radii[body] * lengthAt(angularVelocities, body);
      speeds[body] = Math.max(speed, decay * speeds[body]);
    }
    return most;
  }
}

/**
 * The deepest overlap of a dynamic body with another body or a half-space, by GJK and EPA; meshes are left
 * out.
 */
export function shapeOverlap(world: World): number {
  const { convexes, bodies, count } = world.colliders;
  const isDynamic = (c: number) => world.bodies.inverseMasses[bodies[c]] > 0;
  const result = createPenetrationResult();
  let most = 0;
  for (let i = 0; i < count; i++) {
    const a = convexes[i];
    if (!a || !(bodies[i] >= 0) || !isDynamic(i)) continue;
    for (const id of world.planes) most = Math.max(most, depthBelow(a, colliderNumbers(world.colliders, id)));
    for (let j = 0; j < count; j++) {
      const b = convexes[j];
      if (b && bodies[j] >= 0 && bodies[j] !== bodies[i] && (i < j || !isDynamic(j)))
        most = Math.max(most, -signedDistance(result, a, b));
    }
  }
  return most;
}

/** How far a shape reaches from the centre of mass of its body. */
function reachOf(posed: Posed, positions: Float64Array, body: number): number {
  const { shape, position } = posed as Posed & { shape: { boundingRadius?: number } };
  const offset = [0, 1, 2].map(k => position[k] - positions[3 * body + k]);
  return Math.hypot(...offset) + (shape.boundingRadius ?? 0);
}

function depthBelow(shape: Posed, [x, y, z, offset]: Float64Array): number {
  const [px, py, pz] = shape.support([0, 0, 0], [-x, -y, -z]);
  return offset - x * px - y * py - z * pz;
}

function lengthAt(vectors: Float64Array, i: number): number {
  return Math.hypot(vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]);
}
