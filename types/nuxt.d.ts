// Entry `auth-widget/nuxt`: the module, its option in nuxt.config.ts, and what its plugin provides.
import type { NuxtAuthOptions } from '../dist/types/frameworks/nuxt/module.js';
import type { Auth } from '../dist/types/frameworks/vue.js';

export * from '../dist/types/frameworks/nuxt/module.js';
export { default } from '../dist/types/frameworks/nuxt/module.js';

declare module 'nuxt/schema' {
  interface NuxtConfig {
    authWidget?: NuxtAuthOptions;
  }
}

declare module 'nuxt/app' {
  interface NuxtApp {
    $auth: Auth;
  }
}
