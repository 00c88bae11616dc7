/** Progress on stderr: one line that updates itself on a terminal, one plain line per step elsewhere. */
export class Progress {
  private readonly live = process.stderr.isTTY === true;
  private shown = '';

  /** A new step; always visible. */
  step(text: string): void {
    this.write(text, true);
  }

  /** The progress of the current step; visible on a terminal only. */
  detail(text: string): void {
    this.write(text, false);
  }

  /** Clears the updating line. */
  clear(): void {
    if (this.live && this.shown !== '') process.stderr.write('\r\x1b[K');
    this.shown = '';
  }

  private write(text: string, always: boolean): void {
    if (text === this.shown) return;
    if (this.live) process.stderr.write(`\r\x1b[K${text}`);
    else if (always) process.stderr.write(`${text}\n`);
    this.shown = text;
  }
}
