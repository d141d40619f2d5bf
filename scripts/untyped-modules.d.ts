// Packages that bring no types.
declare module 'eslint-plugin-lit-a11y' {
  import type { ESLint, Linter } from 'eslint';
  const plugin: ESLint.Plugin & { configs: { recommended: { rules: Linter.RulesRecord } } };
  export default plugin;
}

// They are installed in bench/peers/, by npm run bench peers.
declare module 'vega' {
  export function parse(spec: unknown): unknown;
  export class View {
    constructor(runtime: unknown, options: { renderer: 'none' });
    toSVG(): Promise<string>;
  }
}

declare module 'vega-lite' {
  export function compile(spec: unknown): { spec: unknown };
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
