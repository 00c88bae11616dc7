/**
 * The method that keeps fast bodies from passing through others: swept with translation and rotation; swept
 * along a straight line without rotation; by the path of their centre alone; or not at all.
 */
export type ContinuousMethod = 'sweep' | 'straight' | 'center' | 'none';
