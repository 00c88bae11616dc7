/** A small chart of the time of steps, stage by stage, and the numbers beside it. */
import type { RunningTimings } from './runner.ts';

/** The stages of a step, from the first to the last, with their colours. */
const stages = [
  ['broad', 'broad phase', 'var(--pg-1)'],
  ['narrow', 'narrow phase', 'var(--pg-2)'],
  ['islands', 'islands', 'var(--pg-3)'],
  ['solve', 'solver', 'var(--pg-4)'],
  ['volumes', 'volumes', 'var(--pg-5)'],
  ['parts', 'cloth and soft', 'var(--pg-6)'],
] as const;

const history = 150;

/** Stacked areas of the last steps. */
export class Chart {
  readonly element = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private readonly values: HTMLElement[] = [];
  private readonly total: HTMLElement;
  private readonly samples = new Float32Array(stages.length * history);
  private readonly means = new Float64Array(stages.length);
  private next = 0;
  private count = 0;
  private colors: string[] = [];

  constructor() {
    this.element.className = 'pg-chart';
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute(
      'aria-label',
      'Milliseconds of the last steps, by stage; the numbers are in the list below',
    );
    const list = document.createElement('dl');
    const row = (label: string, color: string) => {
      const name = document.createElement('dt');
      const value = document.createElement('dd');
      name.textContent = label;
      name.style.setProperty('--swatch', color);
      value.textContent = '–';
      list.append(name, value);
      return value;
    };
    for (const [, label, color] of stages) this.values.push(row(label, color));
    this.total = row('step', 'transparent');
    this.element.append(this.canvas, list);
  }

  /** Forgets the last scene. */
  clear(): void {
    this.samples.fill(0);
    this.means.fill(0);
    this.count = 0;
  }

  /** Takes the timings of a step. */
  add(timings: RunningTimings): void {
    const share = Math.max(0.05, 1 / ++this.count);
    stages.forEach(([stage], i) => {
      const time = timings[stage];
      this.samples[stages.length * this.next + i] = time;
      this.means[i] += share * (time - this.means[i]);
    });
    this.next = (this.next + 1) % history;
  }

  /** Reads the colours of the page again. */
  paint(): void {
    const style = getComputedStyle(this.element);
    this.colors = stages.map((_, i) => style.getPropertyValue(`--pg-${i + 1}`).trim());
  }

  /** Draws the chart and writes the numbers. */
  draw(): void {
    const { canvas, samples, colors } = this;
    const width = Math.round(canvas.clientWidth * devicePixelRatio);
    const height = Math.round(canvas.clientHeight * devicePixelRatio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    let most = 0.5;
    for (let s = 0; s < history; s++) {
      let sum = 0;
      for (let i = 0; i < stages.length; i++) sum += samples[stages.length * s + i];
      most = Math.max(most, sum);
    }
    const each = width / history;
    for (let s = 0; s < history; s++) {
      let y = height;
      const at = stages.length * ((this.next + s) % history);
      for (let i = 0; i < stages.length; i++) {
        const tall = (0.95 * height * samples[at + i]) / most;
        context.fillStyle = colors[i] ?? '#888';
        context.fillRect(s * each, y - tall, each + 0.5, tall);
        y -= tall;
      }
    }
    let sum = 0;
    this.values.forEach((value, i) => {
      sum += this.means[i];
      write(value, `${this.means[i].toFixed(2)} ms`);
    });
    write(this.total, `${sum.toFixed(2)} ms`);
  }
}

/** Sets a text if it has changed. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
