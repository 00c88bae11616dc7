/**
 * A reporter of Vitest that names slow files and tests while they run: a test that hangs in an endless loop
 * never fails and is in no other report.
 */
const minute = 60_000;

/** Minutes after which a file is named, and again after as many more. */
const patience = 5;

export default class StillRunning {
  /** Files that have begun and not ended: when, and which of their tests is being run. */
  #running = new Map();
  #timer;

  onTestRunStart() {
    this.#timer = setInterval(() => this.#report(), minute);
    this.#timer.unref();
  }

  onTestModuleStart({ moduleId }) {
    this.#running.set(moduleId, { since: performance.now(), test: '(its top level)', named: 0 });
  }

  onTestCaseReady({ module, fullName }) {
    const file = this.#running.get(module.moduleId);
    if (file) file.test = fullName;
  }

  onTestModuleEnd({ moduleId }) {
    this.#running.delete(moduleId);
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  #report() {
    for (const [moduleId, file] of this.#running) {
      const minutes = Math.floor((performance.now() - file.since) / minute);
      if (minutes < file.named + patience) continue;
      file.named = minutes;
      console.error(`still running after ${minutes} minutes: ${moduleId} > ${file.test}`);
    }
  }
}
