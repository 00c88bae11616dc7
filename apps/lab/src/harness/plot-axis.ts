/**
 * Ticks and their labels: numbers as people write them, powers of ten on logarithmic axes, counts where they
 * were taken.
 */

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `10⁻⁸` for far powers of ten, `20 000` and `0.05` for what is near. */
export function formatTick(value: number): string {
  const magnitude = Math.abs(value);
  if (value === 0 || (magnitude >= 0.9e-3 && magnitude < 1e7)) {
    const [whole, fraction] = String(Number(value.toPrecision(6))).split('.');
    // Thin spaces between groups of three, from five digits on; a true minus.
    const digits = whole.replace(/^-/, '−');
    const grouped = magnitude >= 1e4 ? digits.replace(/\B(?=(\d{3})+$)/g, '\u202f') : digits;
    return fraction === undefined ? grouped : `${grouped}.${fraction}`;
  }
  const exponent = Math.floor(Math.log10(magnitude) + 1e-9);
  const mantissa = Number((value / 10 ** exponent).toPrecision(3));
  const power = `10${exponent < 0 ? '⁻' : ''}${[...String(Math.abs(exponent))].map(digit => superscripts[Number(digit)]).join('')}`;
  return mantissa === 1 ? power : `${mantissa} · ${power}`;
}

/** An axis: which values it spans, and where the ticks are. */
export interface Axis {
  readonly domain: [number, number];
  readonly ticks: number[];
}

/**
 * The largest of 1, 2, 5 times a power of ten that is at most `value`, or the least that is at least `value`.
 */
function roundTo125(value: number, up: boolean): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const steps = [1, 2, 5, 10].map(factor => factor * power);
  return up
    ? steps.find(step => step >= value * (1 - 1e-9))!
    : steps.findLast(step => step <= value * (1 + 1e-9))!;
}

/** A logarithmic axis over positive values. */
export function logAxis(values: readonly number[]): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const domain: [number, number] = [roundTo125(least, false), roundTo125(most, true)];
  if (domain[0] === domain[1]) domain[1] *= 10;
  const first = Math.ceil(Math.log10(domain[0]) - 1e-9);
  const last = Math.floor(Math.log10(domain[1]) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first) / 7));
  const decades: number[] = [];
  for (let exponent = first; exponent <= last; exponent += every) decades.push(10 ** exponent);
  if (decades.length > 3) return { domain, ticks: decades };
  // Few decades: 1, 2 and 5 of each.
  const ticks: number[] = [];
  for (let exponent = first - 1; exponent <= last; exponent++)
    for (const factor of [1, 2, 5]) {
      const tick = Number((factor * 10 ** exponent).toPrecision(2));
      if (tick >= domain[0] * (1 - 1e-9) && tick <= domain[1] * (1 + 1e-9)) ticks.push(tick);
    }
  return { domain, ticks };
}

/** The values themselves as ticks where they are few and far enough apart for their labels. */
export function ticksAt(values: readonly number[], isLog: boolean): number[] | undefined {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  if (distinct.length < 2 || distinct.length > 12) return undefined;
  const places = isLog ? distinct.map(Math.log) : distinct;
  const range = places.at(-1)! - places[0];
  const near = places.some((place, i) => i > 0 && place - places[i - 1] < 0.055 * range);
  return near ? undefined : distinct;
}
