export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  modules: ['auth-widget/nuxt'],
  authWidget: { baseUrl: '/' },
  css: ['~/assets/style.css'],
  app: { head: { title: 'Nuxt with auth-widget', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
  typescript: { strict: true, tsConfig: { vueCompilerOptions: { strictTemplates: true } } },
  // The session is kept in the browser, so the server can't tell whom it renders the page for.
  routeRules: { '/account': { ssr: false } },
});
