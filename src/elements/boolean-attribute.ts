/** A boolean attribute for frameworks, too: Vue and Svelte write `false` where it is not named like its property. */
export const booleanAttribute = (value: string | null): boolean => value !== null && value !== 'false';
