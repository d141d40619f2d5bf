// What Vite gives the modules of the demo.
declare module '*?url' {
  const url: string;
  export default url;
}

interface ImportMeta {
  readonly env: { readonly MODE: string };
  glob<Module>(pattern: string): Readonly<Record<string, () => Promise<Module>>>;
}
