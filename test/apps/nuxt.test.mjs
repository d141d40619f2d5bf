import { testGuardedRoute, testMistakes, testServedScreen, testServerGuard } from './support/app-stories.mjs';
import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('nuxt', { testsMistakes: true, command: ['.output/server/index.mjs'], rendersPerson: true });

testGuardedRoute(appTest);

testServerGuard(appTest, '/?next=%2Faccount');

testServedScreen(appTest);

const MISTAKES = `<script setup lang="ts">
import { AuthWidget } from 'auth-widget/vue';
</script>
<template>
  <AuthWidget @auth-signedin="() => {}" />
  <AuthWidget mode="admin" />
</template>
`;

testMistakes(
  appTest,
  'app/pages/mistakes.vue',
  MISTAKES,
  [/mistakes\.vue\(5,\d+\): error TS\d+: .*onAuthSignedin/, /mistakes\.vue\(6,\d+\): error TS2322: Type '"admin"'/],
  /^(?:.*\/)?([\w.-]+)\(\d+,\d+\): error/gm,
);
