export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  withoutData: number;
}
export function readCounts(path: string): TestCounts;
export function lastLines(counts: TestCounts, failures: readonly string[]): string;
