/**
 * What a contact has of the values of its two surfaces: friction and restitution are combined by such a rule
 * each.
 */
export type CombineRule = 'geometricMean' | 'average' | 'minimum' | 'maximum' | 'multiply';
