import { BoxShape, CapsuleShape, CylinderShape, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { hashState, type SolverKernels } from '@colide/solvers';
import { World, WorldJoints } from '@colide/world';

/** A heap of boxes, balls, cylinders and capsules on a floor, two of them joined. */
function createHeap(kernels: SolverKernels | undefined, restitution: number): World {
  const world = new World({ kernels });
  const joints = new WorldJoints(world);
  const random = new Random(9);
  const shapes = [
    new BoxShape([0.5, 0.4, 0.3]),
    new SphereShape(0.4),
    new CylinderShape(0.4, 0.4),
    new CapsuleShape(0.3, 0.3),
  ];
  world.add({ shape: new BoxShape([5, 0.5, 5]), position: [0, -0.5, 0], type: 'static' });
  const ids = Array.from({ length: 60 }, (_, i) =>
    world.add({
      shape: shapes[i % shapes.length],
      position: [random.uniform(-1.5, 1.5), 1 + 0.5 * i, random.uniform(-1.5, 1.5)],
      restitution,
    }),
  );
  joints.ball(ids[3], ids[4], { anchor: [0, 3, 0] });
  return world;
}

/** The state of the heap after four seconds, to the last bit. */
export function heapHash(kernels: SolverKernels | undefined, restitution: number): number {
  const world = createHeap(kernels, restitution);
  for (let n = 0; n < 240; n++) world.step(1 / 60);
  const { positions, rotations, velocities } = world.bodies;
  return hashState(velocities, hashState(rotations, hashState(positions)));
}
