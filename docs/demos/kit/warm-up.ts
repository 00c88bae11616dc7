/** Times of the first frames are those of code that is still being compiled. */

/** A function that passes a text on once it has been called so many times, and is silent before. */
export function createWarmUp(calls = 60): (text: string) => string {
  let left = calls;
  return text => (left > 0 && left-- > 0 ? '' : text);
}
