// Packages that bring no types.
declare module 'eslint-plugin-lit-a11y' {
  import type { ESLint, Linter } from 'eslint';
  const plugin: ESLint.Plugin & { configs: { recommended: { rules: Linter.RulesRecord } } };
  export default plugin;
}

declare module 'pngjs' {
  export class PNG {
    constructor(size: { width: number; height: number });
    width: number;
    height: number;
    data: Buffer;
    static sync: { read(file: Buffer): PNG; write(image: PNG): Buffer };
  }
}
