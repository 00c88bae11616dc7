/** The text of a README with its sizes as in the budget (bytes by export name); throws if it has no marks. */
export function withSizes(readme: string, budget: Record<string, number>): string;
