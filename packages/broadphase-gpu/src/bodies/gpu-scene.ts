/**
 * Measures a scene of volumes on the GPU: the box and the covariance of their centres, the extents of the
 * volumes, and from these the sweep axis. The axis is the direction of the volumes' own set that lies nearest
 * to the principal axis of the centres: along it they are spread most, and fewest intervals overlap.
 *
 * Covariance by reduction about the first centre, so that scenes far from the origin lose nothing;
 * eigenvectors by Jacobi's method. Two dispatches; nothing is read back: the result stays on the GPU for the
 * searches.
 */

import type { GpuCompute } from '../device/gpu-compute.ts';
import {
  axisAt,
  diagonalAt,
  highAt,
  largestExtentAt,
  liveAt,
  lowAt,
  meanExtentAt,
  offDiagonalAt,
  principalAt,
  sceneBytes,
  scenePartBytes,
} from '../internal/gpu-layouts.ts';
import { kernelsByKind } from '../internal/kernels-by-kind.ts';
import { groupsFor, tileSize } from '../internal/lanes-wgsl.ts';
import type { GpuVolumes } from '../searches/gpu-volume-kind.ts';
import { measureSceneWgsl } from './internal/scene-wgsl.ts';

const measureTiles = /* @__PURE__ */ kernelsByKind(measureSceneWgsl, 'measureTiles');
const measureScene = /* @__PURE__ */ kernelsByKind(measureSceneWgsl, 'measureScene');

/** Bytes per measured scene. */
export const gpuSceneBytes = sceneBytes;

/** The measurements of a scene, as read back from the GPU. */
export interface GpuSceneReport {
  /** Index of the sweep axis among the directions of the volumes; those of a 26-DOP for spheres. */
  readonly axis: number;
  /** Volumes that take part. */
  readonly live: number;
  /** The mean of the longest sides of the volumes. */
  readonly meanExtent: number;
  /** The longest side of all. */
  readonly largestExtent: number;
  /** Box of the centres: min x, y, z, max x, y, z. */
  readonly box: Float32Array;
  /** Covariance of the centres: xx, yy, zz, xy, xz, yz. */
  readonly covariance: Float32Array;
  /** Unit vector along which the centres spread most. */
  readonly principal: Float32Array;
}

/**
 * Records the measurement of `volumes`. The result goes to `scene`, {@link gpuSceneBytes} long.
 *
 * @param axis the direction to sweep along; by default, the measurement chooses it
 */
export function gpuMeasureScene(
  compute: GpuCompute,
  volumes: GpuVolumes,
  scene: GPUBuffer,
  axis = 0xffffffff,
): void {
  const tiles = groupsFor(volumes.count, tileSize);
  const parts = compute.pool.acquire(scenePartBytes * Math.max(1, tiles));
  const params = [volumes.count, tiles, axis];
  compute.dispatch(measureTiles[volumes.kind], params, [volumes.volumes, volumes.filters, parts], tiles);
  compute.dispatch(measureScene[volumes.kind], params, [undefined, undefined, parts, scene], 1);
  compute.pool.release(parts);
}

/** The bytes of a scene as a readable report. */
export function gpuSceneReport(bytes: ArrayBuffer): GpuSceneReport {
  const words = new Uint32Array(bytes);
  const floats = new Float32Array(bytes);
  const vector = (at: number): Float32Array => floats.slice(at, at + 3);
  return {
    axis: words[axisAt],
    live: words[liveAt],
    meanExtent: floats[meanExtentAt],
    largestExtent: floats[largestExtentAt],
    box: Float32Array.of(...vector(lowAt), ...vector(highAt)),
    covariance: Float32Array.of(...vector(diagonalAt), ...vector(offDiagonalAt)),
    principal: vector(principalAt),
  };
}
