/**
 * The section of READMEs about sizes: the budgets of a package's exports, which
 * `testing/repo/budgets.test.ts` keeps. They are between two marks, written by `pnpm size --write`.
 * `testing/repo/readme.test.ts` allows for a tenth, so that not every change of a budget is one of a README.
 */
const section = /<!-- sizes -->[\s\S]*?<!-- \/sizes -->/;

/** The text of a README with its sizes as in the budget (bytes by export name); throws if it has no marks. */
export function withSizes(readme, budget) {
  if (!section.test(readme)) throw new Error('a README needs <!-- sizes --> and <!-- /sizes -->');
  const rows = Object.entries(budget).map(([name, bytes]) => `\`${name}\` ${bytes}`);
  return readme.replace(
    section,
    () => `<!-- sizes -->
<details><summary>Bytes of each export bundled alone, with all it needs, minified and gzipped</summary>

${rows.join(' · ')}

</details>
<!-- /sizes -->`,
  );
}
