/**
 * How fast bodies are kept from passing through others: swept as they move and turn; swept along a straight
 * line without turning; by the path of their centre alone; or not at all.
 */
export type ContinuousMethod = 'sweep' | 'straight' | 'center' | 'none';
