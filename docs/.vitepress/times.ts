/**
 * Times of the stored benchmarks in the text of pages: `<!-- times of worlds -->` becomes a table of all
 * scenes, `<!-- faster without SIMD -->` one of those in which another engine needs less time, `<!-- times
 * with kernels -->` one of what kernels save. So no page keeps figures that a later run contradicts.
 */
import type { MarkdownRenderer } from 'vitepress';

/** One case of a benchmark, as far as tables show it. */
export interface StoredCase {
  name: string;
  unit: string;
  rows: readonly { contender: string; nsPerItem: number }[];
}

/** What a stored benchmark of worlds has. */
export interface StoredTimes {
  machine: { date: string; node: string; cpu: string };
  results: readonly StoredCase[];
}

/** The names of contenders in tables and charts: those of engines, not of their packages. */
export function engineName(contender: string): string {
  return contender.replace(/^rapier\b/, 'Rapier');
}

/** Contenders in the table of all scenes, and the headings of their columns. */
const columns = [
  ['colide', 'colide'],
  ['colide with SIMD', 'colide SIMD'],
  ['crashcat', 'crashcat'],
  ['rapier (WASM)', 'Rapier'],
  ['Jolt (WASM)', 'Jolt'],
  ['rapier (WASM, SIMD)', 'Rapier SIMD'],
  ['Havok (WASM, SIMD)', 'Havok SIMD'],
];

/** A time in ms per step, or in µs per anything else. */
function timeText(nanoseconds: number, unit: string): string {
  const isStep = unit === 'step';
  const value = nanoseconds / (isStep ? 1e6 : 1e3);
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)}${isStep ? '' : ' µs'}`;
}

/** Numbers of bodies as the text writes them: 10 000. */
export const spaced = (name: string): string => name.replace(/\b(\d{1,3})(\d{3})\b/g, '$1 $2');

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');

/** The scenes of worlds, in ms per step; the shortest time of a row is bold. */
function allScenes({ results }: StoredTimes): string {
  const rows = results
    .filter(({ unit, rows }) => unit === 'step' && rows.length > 0)
    .map(({ name, unit, rows }) => {
      const shortest = Math.min(...rows.map(({ nsPerItem }) => nsPerItem));
      const cells = columns.map(([column]) => {
        const row = rows.find(({ contender }) => contender === column);
        if (!row) return '';
        const text = timeText(row.nsPerItem, unit);
        return row.nsPerItem === shortest ? `**${text}**` : text;
      });
      return [spaced(name), ...cells];
    });
  return table(['scene', ...columns.map(([, heading]) => heading)], rows);
}

/** The cases in which an engine without SIMD takes less time than ours without SIMD. */
function fasterWithoutSimd({ results }: StoredTimes): string {
  const rows = results.flatMap(({ name, unit, rows }) => {
    const ours = rows.find(({ contender }) => contender === 'colide');
    const others = rows.filter(({ contender }) => !/\bSIMD\b|^colide\b/.test(contender));
    if (!ours || others.length === 0) return [];
    const best = others.reduce((a, b) => (b.nsPerItem < a.nsPerItem ? b : a));
    if (best.nsPerItem >= ours.nsPerItem) return [];
    const ratio = (ours.nsPerItem / best.nsPerItem).toFixed(2);
    const [slow, fast] = [ours, best].map(({ nsPerItem }) => timeText(nsPerItem, unit));
    const engine = engineName(best.contender).replace(' (WASM)', '');
    return [[spaced(name), slow, fast, engine, ratio]];
  });
  return table(['scene', 'colide', 'fastest', 'engine', 'ratio'], rows);
}

/** The scenes with and without kernels, in ms per step. */
function withKernels({ results }: StoredTimes): string {
  const rows = results.flatMap(({ name, unit, rows }) => {
    const [plain, simd] = ['colide', 'colide with SIMD'].map(
      build => rows.find(({ contender }) => contender === build)?.nsPerItem,
    );
    if (unit !== 'step' || plain === undefined || simd === undefined) return [];
    const saved = Math.round(100 * (1 - simd / plain));
    return [[spaced(name), timeText(plain, unit), timeText(simd, unit), `${saved} %`.replace('-', '−')]];
  });
  return table(['scene', 'JavaScript', 'with kernels', 'less by'], rows);
}

/** A text with tables in place of its marks. */
export function replaceTimes(text: string, stored: StoredTimes): string {
  const { date, node, cpu } = stored.machine;
  return text
    .replace('<!-- times of worlds -->', () => allScenes(stored))
    .replace('<!-- times with kernels -->', () => withKernels(stored))
    .replace('<!-- faster without SIMD -->', () => fasterWithoutSimd(stored))
    .replaceAll('<!-- machine -->', () => `${date}, Node ${node.slice(1)}, ${cpu}`);
}

/** Teaches a Markdown renderer to replace the marks. */
export function withTimes(markdown: MarkdownRenderer, stored: StoredTimes): void {
  markdown.core.ruler.before('normalize', 'times', state => {
    state.src = replaceTimes(state.src, stored);
  });
}
