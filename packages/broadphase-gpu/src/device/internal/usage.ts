/**
 * Flags of `GPUBufferUsage`, as numbers: the object of that name exists in browsers only, and this package
 * also works on a device that was made in Node.
 */

/** May be mapped for reading. */
export const usageMapRead = 0x0001;
/** May be the source of a copy. */
export const usageCopySource = 0x0004;
/** May be the destination of a copy or of an upload. */
export const usageCopyDestination = 0x0008;
/** May be bound as uniform. */
export const usageUniform = 0x0040;
/** May be bound as storage. */
export const usageStorage = 0x0080;
/** May hold the size of a dispatch. */
export const usageIndirect = 0x0100;
/** May receive timestamps. */
export const usageQueryResolve = 0x0200;
/** The usage of every working buffer. */
export const usageWork = usageStorage | usageCopySource | usageCopyDestination | usageIndirect;
