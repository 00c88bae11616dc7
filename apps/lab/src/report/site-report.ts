/**
 * The pages of the site that show the stored results: the sources, the experiments, the errata and the
 * benchmarks. Nothing is measured here. Same results, same bytes, so that a test can tell whether the pages
 * are up to date.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { drawPlot } from '../harness/draw-plot.ts';
import { type Claim, describeClaim, experimentName } from '../harness/experiment.ts';
import type { PlotSpec } from '../harness/plot.ts';
import { describeProvenance, type Provenance } from '../harness/provenance.ts';
import { benchmarksPage, type StoredSuite } from './benchmarks-page.ts';
import { sources } from './sources.ts';

/** A stored experiment. */
interface StoredExperiment extends Provenance {
  readonly id: string;
  readonly title: string;
  readonly source?: string;
  readonly claims: readonly Claim[];
  readonly plots: Readonly<Record<string, PlotSpec>>;
  readonly markdown: string;
}

const generated = '<!-- Written by `pnpm lab report` from apps/lab/results; do not edit. -->';

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** `E0.1` before `E0.2` before `E1.1` …, and our own experiments at the end. */
function order(id: string): string {
  return id.startsWith('E') ? `0${id}` : `1${id}`;
}

function readExperiments(results: string): StoredExperiment[] {
  const folder = join(results, 'experiments');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .map(file => readJson<StoredExperiment>(join(folder, file)))
    .sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1));
}

function readSuites(results: string): StoredSuite[] {
  return readdirSync(results)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => readJson<StoredSuite>(join(results, file)));
}

/** How many results of the source were reproduced. Claims that are not in the source do not count. */
export function verdict(claims: readonly Claim[]): string {
  const published = claims.filter(({ relation }) => relation !== undefined);
  if (published.length === 0) return 'measured';
  const found = published.filter(({ relation, holds }) => relation === 'published' && holds).length;
  if (found === published.length) return 'reproduced';
  return found === 0 ? 'not reproduced' : `${found} of ${published.length} results reproduced`;
}

function frontMatter(title: string, order: number, description: string): string {
  return ['---', `title: ${title}`, `order: ${order}`, `description: ${description}`, '---'].join('\n');
}

function sourcesPage(experiments: readonly StoredExperiment[]): string {
  const rows = experiments.map(
    ({ id, title, claims }) =>
      `| [${id}](./experiments#${anchor(id, title)}) | ${title} | ${verdict(claims)} |`,
  );
  return [
    frontMatter(
      'The sources',
      1,
      'Five theses and papers on collision detection and simplified physics, reproduced and completed.',
    ),
    generated,
    '# The sources',
    'colide began as an attempt to reproduce five theses and papers on collision detection and simplified physics, and to complete them. Every algorithm in them has its place in a package; every experiment is repeated in the lab, and every formula that turned out to be misprinted is shown beside the right one.',
    ...sources.map(({ tag, citation, contents }) => `**${tag}.** ${citation}. ${contents}`),
    '## What was found',
    ['| experiment | what | result |', '| --- | --- | --- |', ...rows].join('\n'),
    'The commands: `pnpm lab` lists the experiments, `pnpm lab e3-2` runs one, `pnpm lab all --quick` has a first look at all of them, `pnpm lab stale` tells which stored results are older than the code, and `pnpm lab rerun` runs these again.',
  ].join('\n\n');
}

/** As VitePress makes it from a heading. */
function anchor(id: string, title: string): string {
  return `${id} ${title}`
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function experimentsPage(experiments: readonly StoredExperiment[]): string {
  const sections = experiments.map(experiment => {
    const { id, title, source, claims, markdown } = experiment;
    const text = markdown.replaceAll('](./', '](/lab/').replaceAll(/^## /gm, '### ').trimEnd();
    return [
      `## ${id} ${title}`,
      ...(source ? [source] : []),
      ...(claims.length > 0
        ? [claims.map(claim => `- **${describeClaim(claim)}:** ${claim.text}.`).join('\n')]
        : []),
      text,
      `<small>${describeProvenance(experiment)}</small>`,
    ].join('\n\n');
  });
  return [
    frontMatter(
      'Experiments',
      2,
      'The experiments of the sources, repeated, with the published numbers beside ours.',
    ),
    generated,
    '# Experiments',
    'The experiments of the sources, repeated, with the published numbers beside ours. *Reproduced* are results of the source; *not reproduced, shown* is what we find where the source finds the contrary; *found* is what the source does not speak of. Times were measured on other machines in other years: compare ratios.',
    ...sections,
  ].join('\n\n');
}

function errataPage(results: string): string {
  const file = join(results, 'errata', 'errata.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, ...sections] = text.split(/\n(?=## )/);
  return [
    frontMatter(
      'Errata',
      3,
      'Misprinted formulas and steps in the sources, run as printed and as corrected.',
    ),
    generated,
    '# Errata',
    'Formulas and steps that are misprinted in the sources. Each is run as printed and as corrected, on cases whose answer is known independently. Wrong answers are crossed out.',
    ...sections.map(section => section.replaceAll('](./', '](/lab/').trimEnd()),
  ].join('\n\n');
}

/** All pages by file name. */
export function makePages(results: string): Map<string, string> {
  const experiments = readExperiments(results);
  const pages: [string, string][] = [
    ['index.md', sourcesPage(experiments)],
    ['experiments.md', experimentsPage(experiments)],
    ['errata.md', errataPage(results)],
    [
      'benchmarks.md',
      [
        frontMatter(
          'Benchmarks',
          4,
          'colide and other libraries on the same data in one process, with everything that was won and lost.',
        ),
        generated,
        benchmarksPage(readSuites(results)),
      ].join('\n\n'),
    ],
  ];
  return new Map(pages.map(([name, text]) => [name, `${text}\n`]));
}

/** The plots that the pages show. */
function listPlots(results: string, pages: ReadonlyMap<string, string>): { folder: string; file: string }[] {
  const text = [...pages.values()].join('');
  return ['experiments', 'errata'].flatMap(name => {
    const folder = join(results, name);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter(file => text.includes(`](/lab/${file})`))
      .sort()
      .map(file => ({ folder, file }));
  });
}

/** Draws the plots of the experiments anew from what is stored. */
function drawStored(results: string): void {
  for (const { id, plots } of readExperiments(results))
    for (const [name, spec] of Object.entries(plots))
      writeFileSync(join(results, 'experiments', `${experimentName(id)}-${name}.svg`), drawPlot(spec));
}

/** Writes pages and plots into the site. */
export function reportMain(): void {
  drawStored('results');
  const docs = join('..', '..', 'docs');
  const [texts, plots] = [join(docs, 'lab'), join(docs, 'public', 'lab')];
  const pages = makePages('results');
  rmSync(plots, { recursive: true, force: true });
  for (const folder of [texts, plots]) mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(join(texts, name), text);
  for (const { folder, file } of listPlots('results', pages))
    copyFileSync(join(folder, file), join(plots, file));
  console.log('written: docs/lab and docs/public/lab');
}
