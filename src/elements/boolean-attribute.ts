/**
 * Converter for a boolean attribute whose name differs from its property's. Vue and Svelte then set an attribute, and
 * write `false` into it where they mean none.
 */
export const booleanAttribute = (value: string | null): boolean => value !== null && value !== 'false';
