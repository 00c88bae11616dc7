/**
 * Descriptions of pages for search engines and previews of links: the `description` or `summary`, the choice
 * of a decision, or the description of a package.
 */

/** Longer descriptions are cut off by search engines. */
const longest = 280;

/** Markdown as plain text on one line. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`|(?<!\/)\*(?!\/)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** As many whole sentences as fit, at least one. */
function sentences(text: string): string {
  const [first = '', ...others] = text.split(/(?<=[.:;]) (?=[A-Z\d])/);
  let result = first;
  for (const sentence of others) {
    if (`${result} ${sentence}`.length > longest) break;
    result += ` ${sentence}`;
  }
  return result.replace(/[:;]$/, '.');
}

/**
 * What kind of page it is, the title of a decision without its number, and the beginning of the choice.
 */
export function decisionDescription(source: string): string {
  const title = plain(/^# (?:\d+ )?(.+)$/m.exec(source)?.[1] ?? '');
  const [, choice = ''] = /^\*\*Choice\.\*\* ((?:.+\n?)*)/m.exec(source) ?? [];
  return sentences(`Design decision: ${title}. ${plain(choice)}`.trim());
}

/** The title of a page and its summary, which lists show after the title. */
export function summaryDescription(title: string, summary: string): string {
  return `${plain(title)}: ${summary.replace(/\.?$/, '.')}`;
}

/** The description of a page of the API reference. */
export function referenceDescription(name: string, summary: string): string {
  return `API reference of ${name}. ${summary.replace(/\.?$/, '.')}`;
}
