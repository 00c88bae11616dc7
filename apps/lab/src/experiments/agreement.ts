/**
 * All algorithms on 100 000 pairs of convex sets, against each other and against an exhaustive oracle.
 *
 * The pairs and checks are those of the unit test of @colide/narrowphase, which runs a slice of them; here
 * the oracle judges every pair, hulls of 200 vertices included.
 */
import { Random } from '@colide/math';
import { Agreement } from '../../../../packages/narrowphase/test/support/agreement.ts';
import { defineExperiment } from '../harness/experiment.ts';

export const experiment = defineExperiment({
  id: 'agreement',
  title: 'GJK, EPA, SAT, MPR and Chung–Wang on 100 000 pairs',
  timed: false,
  run(report) {
    const pairs = report.size(200, 100_000);
    const run = new Agreement(new Random(2026), 1100);
    const { tally } = run;
    for (let i = 0; i < pairs; i++) {
      run.step();
      if (i % 1000 === 999) process.stderr.write(`\r${i + 1} pairs, ${tally.findings.length} findings`);
    }
    process.stderr.write('\n');
    const rate = tally.overlaps / pairs;
    if (!(rate > 0.2 && rate < 0.8)) throw new Error(`hit rate ${rate} is outside 0.2 to 0.8`);
    report.note(
      `${pairs} seeded pairs of sizes 1e-3 to 1e3, a quarter of them up to a hundred times larger or smaller than each other, ` +
        'at offsets 0, 1e3 and 1e6; a third moved until they nearly touch, a tenth with parallel faces and edges. ' +
        `${((100 * tally.overlaps) / pairs).toFixed(1)} % overlap; ${tally.touching} are so close to touching that no verdict is asked for.`,
    );
    report.note(
      'The oracle tries all pairs of features and all axes; it shares no code with the algorithms. Allowed is 1e-9 of the larger size and 16 ε of the coordinates, ' +
        'for MPR and for the depth of boxes 1e-6, for Johnson 1e-6 (slivers: 1e-4), ' +
        'and for the direction of the normal of a sliver the rounding of the coordinates over its thickness. ' +
        '“Worst” is the largest difference as a part of what is allowed.',
    );
    report.table(
      ['check', 'made', 'disagree', 'worst'],
      [...tally.checks].map(([check, { made, failed, worst }]) => [check, made, failed, worst]),
    );
    report.table(
      ['shape A', 'pairs', 'overlap, %'],
      [...tally.byKind].map(([kind, { pairs: made, overlaps }]) => [kind, made, (100 * overlaps) / made]),
    );
    report.claim('no algorithm disagrees with the oracle', tally.findings.length === 0);
    if (tally.findings.length === 0) return;
    report.note('The largest disagreements:');
    report.table(
      ['check', 'shapes', 'pair', 'over the allowance', 'numbers'],
      tally.findings
        .toSorted((a, b) => b.excess - a.excess)
        .slice(0, 30)
        .map(({ check, kinds, pair, excess, text }) => [check, kinds, pair, excess, text]),
    );
  },
});
