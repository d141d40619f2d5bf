// Modules without types for tests in TypeScript.
declare module 'google-libphonenumber' {
  interface GoogleNumber {
    getCountryCode(): number;
  }
  interface Util {
    parse(text: string): GoogleNumber;
    format(number: GoogleNumber, format: number): string;
  }
  const google: {
    PhoneNumberUtil: { getInstance(): Util };
    PhoneNumberFormat: { INTERNATIONAL: number };
  };
  export default google;
}

declare module '*/scripts/generate/digit-pattern.mjs' {
  type Part = { digits: string } | { alternatives: { part: Part; min: number; max: number }[][] };
  export function parsePattern(source: string): Part;
  export function drawDigits(part: Part, random: (below: number) => number): string;
  export function seeded(seed: number): (below: number) => number;
}

declare module '*/scripts/checks/native-tsc.mjs' {
  /** The path of the compiler of TypeScript 7. */
  export const nativeTsc: string;
}

declare module '*/scripts/generate/results.mjs' {
  export function describeRun(...paths: string[]): { date: string; commit: string };
  export function writeResult(name: string, text: string): Promise<void>;
}
