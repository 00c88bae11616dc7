/** Floats among the parameters of a dispatch, which are 32-bit words. */

const floats = /* @__PURE__ */ new Float32Array(1);
const words = /* @__PURE__ */ viewWords(floats);

function viewWords(array: Float32Array): Uint32Array {
  return new Uint32Array(array.buffer);
}

/** The bits of `value`, rounded to a 32-bit float. */
export function floatWord(value: number): number {
  floats[0] = value;
  return words[0];
}
