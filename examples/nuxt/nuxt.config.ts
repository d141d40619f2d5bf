export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  modules: ['auth-widget/nuxt'],
  authWidget: { baseUrl: '/' },
  css: ['~/assets/style.css'],
  app: { head: { title: 'Nuxt with auth-widget', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
  typescript: { strict: true, tsConfig: { vueCompilerOptions: { strictTemplates: true } } },
  // Only the browser has the session, so the guarded page is rendered there.
  routeRules: { '/account': { ssr: false } },
});
