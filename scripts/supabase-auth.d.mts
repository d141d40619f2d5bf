/** The path of the program. Rejects with an `Error` whose message says what is missing. */
export function provideSupabaseAuth(): Promise<string>;
