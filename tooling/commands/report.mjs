/**
 * The last lines of `npm test`: how many tests passed, failed and were skipped, and why they were skipped.
 */
import { readFileSync } from 'node:fs';

/**
 * The counts of one Vitest run, from its JSON report; all zero where there is none. `withoutData` are those
 * of the skipped tests that need the real cases.
 */
export function readCounts(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const skipped = report.testResults
      .flatMap(file => file.assertionResults)
      .filter(test => test.status === 'skipped');
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      withoutData: skipped.filter(test => test.meta?.realCases).length,
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0, withoutData: 0 };
  }
}

/**
 * The last lines, of which the last is `N passed, N failed`, followed by `, N skipped` if tests were skipped.
 */
export function lastLines({ passed, failed, skipped, withoutData }, failures) {
  const lines = [];
  if (failures.length > 0) lines.push(`failed: ${failures.join('; ')}`, '');
  if (withoutData > 0)
    lines.push(
      `${withoutData} tests on real cases were left out: the cases are not part of the repository.`,
      'CONTRIBUTING.md ("Real cases") says what they are and where to put them; COLIDE_DATA names their folder.',
      '',
    );
  lines.push(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return lines.join('\n');
}
