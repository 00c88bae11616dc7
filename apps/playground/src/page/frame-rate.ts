/**
 * Frames per second as the visitor sees them: counted over a whole second, however long single frames take.
 */

/** Counts the frames of the last second. */
export class FrameRate {
  /** Frames per second; 0 until a second has passed. */
  value = 0;
  private frames = 0;
  private since = -1;

  /** Counts a frame that is drawn at a time in ms; tells whether {@link value} is a new one. */
  count(now: number): boolean {
    if (this.since < 0) this.since = now;
    else this.frames++;
    const time = now - this.since;
    if (time < 1000) return false;
    this.value = (1000 * this.frames) / time;
    this.frames = 0;
    this.since = now;
    return true;
  }
}
