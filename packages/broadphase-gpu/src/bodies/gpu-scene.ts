/**
 * Measures a scene of volumes on the GPU: where their centres are and how they spread, how large the volumes are, and from
 * that the sweep axis. The axis is the direction of the volumes' own set that lies nearest to the principal axis of
 * the centres: along it they are spread most, and fewest intervals overlap.
 *
 * Covariance by reduction about the first centre, so that scenes far from the origin lose nothing; eigenvectors by
 * Jacobi's method. Two dispatches, nothing is read back. The result stays on the GPU for the searches.
 */
import type { GpuCompute } from '../device/gpu-compute.ts';
import { kernelsByKind } from '../internal/kernels-by-kind.ts';
import { groupsFor, tileSize } from '../internal/lanes-wgsl.ts';
import type { GpuVolumes } from '../searches/gpu-volume-kind.ts';
import { measureSceneWgsl } from './internal/scene-wgsl.ts';

const measureTiles = /* @__PURE__ */ kernelsByKind(measureSceneWgsl, 'measureTiles');
const measureScene = /* @__PURE__ */ kernelsByKind(measureSceneWgsl, 'measureScene');

/** How many bytes a measured scene takes. */
export const gpuSceneBytes = 128;

/** What is known of a scene, as read back from the GPU. */
export interface GpuSceneReport {
  /** Index of the sweep axis among the directions of the volumes; those of a 26-DOP for spheres. */
  readonly axis: number;
  /** Volumes that take part. */
  readonly live: number;
  /** Mean over the volumes of their longest side. */
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
 * @param axis direction to sweep along whatever the measurement says; chosen by it when absent
 */
export function gpuMeasureScene(
  compute: GpuCompute,
  volumes: GpuVolumes,
  scene: GPUBuffer,
  axis = 0xffffffff,
): void {
  const tiles = groupsFor(volumes.count, tileSize);
  const parts = compute.pool.acquire(96 * Math.max(1, tiles));
  const params = [volumes.count, tiles, axis];
  compute.dispatch(measureTiles[volumes.kind], params, [volumes.volumes, volumes.filters, parts], tiles);
  compute.dispatch(measureScene[volumes.kind], params, [undefined, undefined, parts, scene], 1);
  compute.pool.release(parts);
}

/** Makes a readable report of the bytes of a scene. */
export function gpuSceneReport(bytes: ArrayBuffer): GpuSceneReport {
  const words = new Uint32Array(bytes);
  const floats = new Float32Array(bytes);
  return {
    axis: words[0],
    live: words[1],
    meanExtent: floats[2],
    largestExtent: floats[3],
    box: Float32Array.of(...floats.subarray(4, 7), ...floats.subarray(8, 11)),
    covariance: Float32Array.of(...floats.subarray(20, 23), ...floats.subarray(24, 27)),
    principal: floats.slice(28, 31),
  };
}
