/** The number of digits that a character of a template in `CountryPlan.groups` stands for: 10 for `a`, and 0 for a separator. */
export const groupSize = (character: string): number => parseInt(character, 16) || 0;
