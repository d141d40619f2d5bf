import { testGuardedRoute, testMistakes, testServedScreen, testServerGuard } from './support/app-stories.mjs';
import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('sveltekit', {
  testsMistakes: true,
  command: ['build/index.js'],
  headers: {},
  rendersPerson: true,
});

testGuardedRoute(appTest);

testServerGuard(appTest, '/?next=/account');

testServedScreen(appTest);

const MISTAKES = `<script lang="ts">
  import { authWidget, type AuthSignedInEvent } from 'auth-widget/svelte';
  const log = (event: AuthSignedInEvent) => console.log(event);
</script>

<auth-widget onauth-signedin={log}></auth-widget>
<auth-widget onauth-signed-in={event => event.token}></auth-widget>
<auth-widget mode="admin"></auth-widget>
<auth-widget {@attach authWidget({ client: {} })}></auth-widget>
<phone-input {@attach authWidget({ mode: 'login' })}></phone-input>
`;

testMistakes(
  appTest,
  'src/lib/Mistakes.svelte',
  MISTAKES,
  [
    /Mistakes\.svelte:6:\d+[^]*onauth-signedin/,
    /Mistakes\.svelte:7:\d+[^]*Property 'token'/,
    /Mistakes\.svelte:8:\d+[^]*"admin"/,
    /Mistakes\.svelte:9:\d+/,
    /Mistakes\.svelte:10:\d+/,
  ],
  /^(?:.*\/)?([\w.-]+):\d+:\d+$/gm,
);
