/** Bit spreading and quantisation that the Morton code files share. */

/** Spreads the low 10 bits of `x` so that bit i becomes bit 3i. */
export function spreadBits(x: number): number {
  let bits = x & 0x3ff;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

/** Gathers every third bit, from bit 0 on, of a 30-bit code. */
export function compactBits(code: number): number {
  let bits = code & 0x09249249;
  bits = (bits | (bits >>> 2)) & 0x030c30c3;
  bits = (bits | (bits >>> 4)) & 0x0300f00f;
  bits = (bits | (bits >>> 8)) & 0x030000ff;
  return (bits | (bits >>> 16)) & 0x3ff;
}

/** Spreads the low 16 bits of `x` so that bit i becomes bit 2i. */
export function spreadBits2d(x: number): number {
  let bits = x & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/** Gathers every second bit, from bit 0 on, of a 32-bit code. */
export function compactBits2d(code: number): number {
  let bits = code & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}

/** The scale that {@link quantize} takes; 0 for a box without extent, so that everything is in cell 0. */
export function cellsPerLength(min: number, max: number, cells: number): number {
  return max > min ? cells / (max - min) : 0;
}

/** The cell of `value`, from 0 to `cells` − 1; values outside go to the border cells, NaN to 0. */
export function quantize(value: number, min: number, scale: number, cells: number): number {
  const cell = (value - min) * scale;
  return cell >= cells ? cells - 1 : cell > 0 ? Math.floor(cell) : 0;
}
