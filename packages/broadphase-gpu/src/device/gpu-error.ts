/** Why something could not be done on the GPU, in a form that a program can act on. */

/** What went wrong on the GPU. */
export type GpuErrorReason = 'no-adapter' | 'device-lost' | 'out-of-memory' | 'limits' | 'validation';

/**
 * An error with a reason: the adapter is missing, the device is lost or full, or its limits are too small.
 */
export class GpuError extends Error {
  /** What went wrong. */
  readonly reason: GpuErrorReason;

  constructor(reason: GpuErrorReason, message: string) {
    super(message);
    this.name = 'GpuError';
    this.reason = reason;
  }
}
