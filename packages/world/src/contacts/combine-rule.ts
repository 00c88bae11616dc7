/**
 * How a contact combines the values of its two surfaces: friction and restitution have such a rule each.
 */
export type CombineRule = 'geometricMean' | 'average' | 'minimum' | 'maximum' | 'multiply';
