/** WGSL of the record of a body, laid out as `gpu-layouts.ts` says. */

/**
 * Offsets and number of the body's vertices and points; the radius about the origin of its frame, and the
 * ball around the vertices, in that frame.
 */
export const bodyWgsl = /* wgsl */ `
struct Body { firstVertex: u32, vertexCount: u32, firstPoint: u32, radius: f32, ball: vec4f }
`;
