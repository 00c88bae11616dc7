/** WGSL of poses: two vectors of four floats per body, position and unit quaternion. */

/** Position, rotation and how to apply them; the shader declares the storage array `poses`. */
export const poseWgsl = /* wgsl */ `
fn rotate(q: vec4f, v: vec3f) -> vec3f { return v + 2 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
fn rotateBack(q: vec4f, v: vec3f) -> vec3f { return rotate(vec4f(-q.xyz, q.w), v); }
fn positionOf(body: u32) -> vec3f { return poses[2u * body].xyz; }
fn rotationOf(body: u32) -> vec4f { return poses[2u * body + 1u]; }
`;
