// What the plugin and the middleware import from an app. Nuxt itself is installed in the apps of its users.
declare module 'nuxt/app' {
  import type { App } from 'vue';

  interface Route {
    readonly fullPath: string;
    readonly meta: { readonly middleware?: unknown };
    /** The page with the pages around it, from the outermost on. */
    readonly matched: readonly Pick<Route, 'meta'>[];
  }
  interface Location {
    readonly path: string;
    readonly query: Record<string, string>;
  }

  export function defineNuxtPlugin<T>(plugin: (app: { vueApp: App }) => T): (app: { vueApp: App }) => T;
  export function defineNuxtRouteMiddleware(middleware: (to: Route) => unknown): (to: Route) => unknown;
  export function navigateTo(to: Location): unknown;
  export function useNuxtApp(): unknown;
  export function useRouter(): {
    readonly currentRoute: { readonly value: Route };
    afterEach(listener: (to: Route, from: Route, failure?: unknown) => void): void;
    replace(path: string): Promise<void>;
  };
  export function useRuntimeConfig(): { readonly public: Record<string, unknown> };
}

// module.ts writes this file. With the option `firstScreen`, the file also imports `auth-widget/html/takeover`.
declare module '#build/auth-widget-options.mjs' {
  /** An `AuthBackend`, if the option `backend` names a module. */
  export const backend: unknown;
}
