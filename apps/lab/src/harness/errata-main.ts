/** The command behind `pnpm lab errata`: runs all errata, prints them, and stores text and pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { drawPlot } from './draw-plot.ts';
import { type Erratum, erratumName, formatErratum } from './erratum.ts';

/** Runs the errata and writes results/errata/. Same sources, same bytes: nothing in them is timed. */
export function errataMain(errata: readonly Erratum[]): void {
  mkdirSync('results/errata', { recursive: true });
  const text = errata.map(formatErratum).join('\n\n');
  console.log(text);
  writeFileSync('results/errata/errata.md', `# Errata of the sources\n\n${text}\n`);
  for (const { number, plot } of errata)
    if (plot) writeFileSync(`results/errata/${erratumName(number)}.svg`, drawPlot(plot()));
}
