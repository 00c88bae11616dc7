/**
 * Instances of one mesh that follow bodies of a world: one pass over the flat arrays of poses writes straight
 * into the instance matrices that three.js uploads. No object per body, no allocation per frame.
 *
 * The frame of a rigid body is at its centre of mass, along its principal axes; a mesh is in the frame of the
 * shape. The transformation between the two is computed once, when a body is added.
 */
import { grown } from '@colide/core';
import { InstancedBufferAttribute, type InstancedMesh, type Matrix4 } from 'three';
import { localAppend, localOfMatrix, localOfShape, type PoseSource } from './internal/local-matrix.ts';
import {
  type BodyPoses,
  createInterpolation,
  localSize,
  matrixSize,
  poseMatrix,
  setInterpolation,
} from './internal/pose-matrix.ts';
import type { PoseHistory } from './pose-history.ts';

export type { PoseSource } from './internal/local-matrix.ts';
export type { BodyPoses } from './internal/pose-matrix.ts';

const scratch = /* @__PURE__ */ new Float64Array(localSize);

/** Keeps the instances of a mesh at the poses of bodies. */
export class BodyInstances {
  /**
   * The mesh that is drawn. Its count is the number of bodies. Culling is off: it would have to visit all
   * instances.
   */
  readonly mesh: InstancedMesh;
  /** The body of each instance. Replaced when it grows. */
  bodies: Int32Array;
  /** Number of instances. */
  count = 0;
  private locals: Float64Array;
  private readonly between = createInterpolation();
  private readonly range = { start: 0, count: 0 };

  /** @param mesh an instanced mesh; it grows when more bodies are added than it was made for */
  constructor(mesh: InstancedMesh) {
    this.mesh = mesh;
    const room = Math.max(1, mesh.instanceMatrix.count);
    this.bodies = new Int32Array(room);
    this.locals = new Float64Array(localSize * room);
    mesh.count = 0;
    mesh.frustumCulled = false;
  }

  /**
   * Adds a body of `world`: the mesh is placed in the frame of its shape, or at `matrix` in that frame.
   * Returns the instance.
   */
  add(world: PoseSource, body: number, matrix?: Matrix4): number {
    localOfShape(scratch, world, body);
    return this.append(body, matrix);
  }

  /**
   * Adds an instance fixed to `body` that is now at `pose` in the world: three columns of a 3×3 matrix and a
   * position, as in `Posed`. The mesh is placed there, or at `matrix` in that frame.
   */
  addPosed(bodies: BodyPoses, body: number, pose: ArrayLike<number>, matrix?: Matrix4): number {
    localOfMatrix(scratch, bodies, body, pose);
    return this.append(body, matrix);
  }

  /** Removes all instances of a body. The last instances take their indices. */
  remove(body: number): void {
    for (let i = this.count - 1; i >= 0; i--) {
      if (this.bodies[i] !== body) continue;
      const last = --this.count;
      this.bodies[i] = this.bodies[last];
      this.locals.copyWithin(localSize * i, localSize * last, localSize * (last + 1));
    }
    this.mesh.count = this.count;
  }

  /** Removes all instances. */
  clear(): void {
    this.count = this.mesh.count = 0;
  }

  /**
   * Writes the matrices of all instances from the poses of the bodies. With a `history`, poses are
   * interpolated from those before the last step by `factor`, which `world.advance` returns.
   */
  update(bodies: BodyPoses, factor = 1, history?: PoseHistory): void {
    const { bodies: ids, locals, count } = this;
    const { instanceMatrix } = this.mesh;
    const out = instanceMatrix.array as Float32Array;
    setInterpolation(this.between, bodies, factor, history);
    for (let i = 0; i < count; i++) poseMatrix(out, matrixSize * i, this.between, ids[i], locals, i);
    this.range.count = matrixSize * count;
    // One range, reused: `addUpdateRange` would make a new one every time.
    if (instanceMatrix.updateRanges.length === 0) instanceMatrix.updateRanges.push(this.range);
    instanceMatrix.needsUpdate = true;
  }

  private append(body: number, matrix: Matrix4 | undefined): number {
    if (matrix) localAppend(scratch, matrix.elements);
    const index = this.count++;
    if (index >= Math.min(this.bodies.length, this.mesh.instanceMatrix.count)) this.grow();
    this.bodies[index] = body;
    this.locals.set(scratch, localSize * index);
    this.mesh.count = this.count;
    return index;
  }

  private grow(): void {
    const { mesh } = this;
    const room = 2 * this.bodies.length;
    this.bodies = grown(this.bodies, room);
    this.locals = grown(this.locals, localSize * room);
    // Frees the buffers of the attributes that are replaced; the mesh stays.
    mesh.dispose();
    const { usage } = mesh.instanceMatrix;
    mesh.instanceMatrix = new InstancedBufferAttribute(new Float32Array(matrixSize * room), matrixSize);
    mesh.instanceMatrix.setUsage(usage);
    if (mesh.instanceColor) {
      const colors = new Float32Array(3 * room).fill(1);
      colors.set(mesh.instanceColor.array);
      mesh.instanceColor = new InstancedBufferAttribute(colors, 3);
    }
  }
}
