import { testGuardedRoute, testMistakes } from './support/app-stories.mjs';
import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('vue', { testsMistakes: true, files: 'dist' });

testGuardedRoute(appTest);

const MISTAKES = `<script setup lang="ts">
import { AuthWidget, PhoneInput } from 'auth-widget/vue';
</script>
<template>
  <AuthWidget @auth-signedin="() => {}" />
  <AuthWidget @auth-signed-in="event => event.token" />
  <AuthWidget mode="admin" />
  <PhoneInput :model-value="7" />
  <auth-widget @auth-signedin="() => {}" />
  <auth-widget mode="admin" />
</template>
`;

testMistakes(
  appTest,
  'src/Mistakes.vue',
  MISTAKES,
  [
    /Mistakes\.vue\(5,\d+\): error TS\d+: .*onAuthSignedin/,
    /Mistakes\.vue\(6,\d+\): error TS2339: Property 'token'/,
    /Mistakes\.vue\(7,\d+\): error TS2322: Type '"admin"'/,
    /Mistakes\.vue\(8,\d+\): error TS2322: Type 'number'/,
    /Mistakes\.vue\(9,\d+\): error TS\d+: .*onAuthSignedin/,
    /Mistakes\.vue\(10,\d+\): error TS2322: Type '"admin"'/,
  ],
  /^(?:.*\/)?([\w.-]+)\(\d+,\d+\): error/gm,
);
