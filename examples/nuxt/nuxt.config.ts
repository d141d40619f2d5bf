export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  modules: ['auth-widget/nuxt'],
  authWidget: { baseUrl: '/', firstScreen: true },
  css: ['~/assets/style.css'],
  app: { head: { title: 'Nuxt with auth-widget', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
  typescript: { strict: true, tsConfig: { vueCompilerOptions: { strictTemplates: true } } },
  // The guarded page is rendered in the browser, which has the session.
  routeRules: { '/account': { ssr: false } },
});
