/**
 * Overlap tests of axis-aligned boxes, six f32 each. The sign of the largest coordinates is reversed, so that
 * all six comparisons of a box are "less than or equal". Two boxes are three vectors, so nothing has to be
 * rearranged. O(count).
 */

/**
 * Writes the indices of the first `count` boxes at `boxes` that touch the box at `box` to `out`, and one more
 * number after them; returns how many there are. Reads up to the end of the next box.
 */
export function queryBoxes(out: usize, boxes: usize, count: i32, box: usize): i32 {
  const minX = load<f32>(box);
  const minY = load<f32>(box, 4);
  const minZ = load<f32>(box, 8);
  const maxX = load<f32>(box, 12);
  const maxY = load<f32>(box, 16);
  const maxZ = load<f32>(box, 20);
  const most0 = f32x4(maxX, maxY, maxZ, -minX);
  const most1 = f32x4(-minY, -minZ, maxX, maxY);
  const most2 = f32x4(maxZ, -minX, -minY, -minZ);
  const sign0 = f32x4(0, 0, 0, -0.0);
  const sign1 = f32x4(-0.0, -0.0, 0, 0);
  const sign2 = f32x4(0, -0.0, -0.0, -0.0);
  let found = 0;
  for (let i = 0, at = boxes; i < count; i += 2, at += 48) {
    const hits =
      i32x4.bitmask(f32x4.le(v128.xor(v128.load(at), sign0), most0)) |
      (i32x4.bitmask(f32x4.le(v128.xor(v128.load(at, 16), sign1), most1)) << 4) |
      (i32x4.bitmask(f32x4.le(v128.xor(v128.load(at, 32), sign2), most2)) << 8);
    // Every index is written, and the next one overwrites it unless it was a hit.
    store<i32>(out + ((<usize>found) << 2), i);
    found += i32((hits & 0x3f) === 0x3f);
    store<i32>(out + ((<usize>found) << 2), i + 1);
    found += i32((hits & 0xfc0) === 0xfc0) & i32(i + 1 < count);
  }
  return found;
}

/**
 * Writes a byte per pair to `out`, 1 if box i at `a` touches box i at `b` and otherwise 0; returns how many
 * do. Reads up to four bytes past the last boxes.
 */
export function overlapBoxes(out: usize, a: usize, b: usize, count: i32): i32 {
  let found = 0;
  for (let i = 0; i < count; i++, a += 24, b += 24) {
    const hits = i32x4.bitmask(
      v128.and(f32x4.le(v128.load(a), v128.load(b, 12)), f32x4.le(v128.load(b), v128.load(a, 12))),
    );
    const hit = i32((hits & 7) === 7);
    store<u8>(out + i, hit);
    found += hit;
  }
  return found;
}
