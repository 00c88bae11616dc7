/** Errors of the GPU, with reasons that a program can act on. */

/** The kind of failure on the GPU. */
export type GpuErrorReason = 'no-adapter' | 'device-lost' | 'out-of-memory' | 'limits' | 'validation';

/**
 * An error with a reason: the adapter is missing, the device is lost or full, or its limits are too small.
 */
export class GpuError extends Error {
  /** The kind of failure. */
  readonly reason: GpuErrorReason;

  constructor(reason: GpuErrorReason, message: string) {
    super(message);
    this.name = 'GpuError';
    this.reason = reason;
  }
}
