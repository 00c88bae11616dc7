/** Generated descriptions: of decisions and of the API reference. */
import { describe, expect, it } from 'vitest';
import { decisionDescription, referenceDescription, summaryDescription } from '../.vitepress/descriptions.ts';

describe('the description of a decision', () => {
  it('is what it is, its title and the beginning of the choice, as plain text', () => {
    const source =
      '# 0042 One `thing`\n\n**Context.** No.\n\n**Choice.** We take [this](that.md),\n*not* that.\n\nNo.';
    expect(decisionDescription(source)).toBe('Design decision: One thing. We take this, not that.');
  });

  it('ends with a whole sentence', () => {
    const source = `# 0042 One\n\n**Choice.** Two: ${'x'.repeat(100)}. Three ${'y'.repeat(190)}.\n`;
    expect(decisionDescription(source)).toBe(`Design decision: One. Two: ${'x'.repeat(100)}.`);
  });
});

describe('the description of a page with a summary', () => {
  it('is its title and the summary', () => {
    expect(summaryDescription('The `sort`', 'by digits')).toBe('The sort: by digits.');
  });
});

describe('the description of a page of the reference', () => {
  it('names the package and ends with one full stop', () => {
    expect(referenceDescription('@colide/a', 'Does a.')).toBe('API reference of @colide/a. Does a.');
    expect(referenceDescription('@colide/a', 'Does a')).toBe('API reference of @colide/a. Does a.');
  });
});
