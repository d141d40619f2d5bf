export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  css: ['~/assets/style.css'],
  app: { head: { title: 'Nuxt with auth-widget', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
  typescript: { strict: true, tsConfig: { vueCompilerOptions: { strictTemplates: true } } },
  // The session is in the browser: a server would render the page for nobody.
  routeRules: { '/account': { ssr: false } },
  // The reference server, for `npm run dev`.
  nitro: { devProxy: { '/v1': 'http://127.0.0.1:5173/v1' } },
});
