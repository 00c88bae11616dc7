/** Bars that a radix sort puts in order digit by digit; negative floats become keys that sort as integers. */
import { floatToKey, RadixScratch, Random, radixSort } from '@colide/math';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const count = 48;
const digitBits = 11;
const secondsForPass = 1.6;
const pauseAtEnd = 1.5;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const values = new Float32Array(count);
  /** Orders after 0, 1, 2 and 3 passes: which value stands at each place. */
  let orders: Uint32Array[] = [];
  let time = 0;
  let seed = 1;

  const restart = () => {
    const random = new Random(seed++);
    for (let i = 0; i < count; i++) values[i] = random.normal();
    orders = passesOf(values);
    time = 0;
  };

  const surface = new Surface(stage, {
    label: 'Bars being sorted by one digit after another',
    halfHeight: 1.25,
    aspect: 2.1,
    draw(surface) {
      const { colors } = surface;
      const pass = Math.min(2, Math.floor(time / secondsForPass));
      const share = Math.min(1, time / secondsForPass - pass);
      const [from, to] = [placesOf(orders[pass]), placesOf(orders[pass + 1])];
      const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const step = (2 * surface.halfWidth - 0.2) / count;
      surface.line(-surface.halfWidth, 0, surface.halfWidth, 0, colors.grid, 2);
      for (let i = 0; i < count; i++) {
        // Bars set off in the order in which the pass moves them.
        const start = (0.6 * from[i]) / count;
        const moved = smooth(Math.max(0, Math.min(1, (share - start) / 0.4)));
        const place = from[i] + moved * (to[i] - from[i]);
        const x = -surface.halfWidth + 0.1 + (place + 0.5) * step;
        const height = values[i] / largest;
        const width = 0.38 * step;
        const bar = [x - width, 0, x + width, 0, x + width, height, x - width, height];
        surface.polygon(bar, values[i] < 0 ? colors.b : colors.a, 0.3 + 0.6 * digitShare(values[i], pass), 1);
      }
      const low = pass * digitBits;
      const done = time >= 3 * secondsForPass;
      controls.status(
        done
          ? 'In order: three passes, no comparison.'
          : `Pass ${pass + 1} of 3 orders by bits ${low} to ${Math.min(31, low + digitBits - 1)} of the key; strong colour: large digit.`,
      );
    },
  });

  restart();
  controls.animate(seconds => {
    time += seconds;
    if (time > 3 * secondsForPass + pauseAtEnd) restart();
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}

function digitOf(value: number, pass: number): number {
  return (floatToKey(value) >>> (pass * digitBits)) & (pass === 2 ? 1023 : 2047);
}

function digitShare(value: number, pass: number): number {
  return digitOf(value, pass) / (pass === 2 ? 1023 : 2047);
}

/** The order after each pass: what `radixSort` gives for the keys cut off above the digit. */
function passesOf(values: Float32Array): Uint32Array[] {
  const scratch = new RadixScratch(values.length);
  return [0, digitBits, 2 * digitBits, 32].map(bits => {
    const mask = bits === 32 ? 0xffffffff : 2 ** bits - 1;
    const keys = Uint32Array.from(values, value => floatToKey(value) & mask);
    const order = Uint32Array.from(values, (_, i) => i);
    radixSort(keys, order, scratch);
    return order;
  });
}

/** The place at which each value stands. */
function placesOf(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  order.forEach((value, place) => {
    places[value] = place;
  });
  return places;
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}
