export const isFull: boolean;
export function sample<T>(items: readonly T[], turn?: number): readonly T[];
