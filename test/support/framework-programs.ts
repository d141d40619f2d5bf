/** For each entry of a framework, a program that compiles against the package, and mistakes with the error codes of the compiler. */
export const FRAMEWORKS = {
  'auth-widget/react': {
    program: `
      import { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth, type CodeInputProps } from 'auth-widget/react';
      import { AuthClient, type AuthState } from 'auth-widget';
      import { useRef } from 'react';
      export function Tags() {
        const ref = useRef<AuthWidget>(null);
        return <>
          <auth-widget key="a" ref={ref} className="card" lang="ru" base-url="/" mode="login" modes="login" theme="dark"
            no-auto-login client={ref.current?.client} onauth-signed-in={event => event.displayName?.trim()}
            onauth-signed-out={({ reason }) => reason === 'other-tab'} onauth-error={({ code }) => code === 'blocked'}>
            <p slot="footer">Terms</p>
          </auth-widget>
          <phone-input name="phone" label="Phone" required onInput={event => event.currentTarget.value} />
          <code-input length={4} alphabet="alphanumeric" phone="79161234567" title="Code" isLoading error={null}
            oncode-complete={({ code }) => code.trim()} oncode-back={() => ref.current?.focus()} />
        </>;
      }
      const client = new AuthClient({ baseUrl: '/' });
      const codeProps: CodeInputProps = { length: 4, onBack: undefined };
      function Status() {
        const { state, getToken, logout, client }: { state: AuthState; getToken(): Promise<string | null>; logout(): Promise<void>; client: AuthClient } = useAuth();
        return <button onClick={() => void logout()} onFocus={() => void getToken()}>{state.displayName} {client.flow.screen}</button>;
      }
      export function Components() {
        const widget = useRef<AuthWidget>(null);
        const field = useRef<PhoneInput>(null);
        return <>
          <AuthProvider baseUrl="/" texts={undefined}><Status /></AuthProvider>
          <AuthProvider client={client}>
            <AuthWidget key="a" ref={widget} className="card" style={{ margin: 0 }} lang="ru" id="sign-in" data-test="a"
              baseUrl="/" mode="login" modes="login" theme="dark" noAutoLogin client={client} store={undefined}
              onAuthSignedIn={event => event.displayName?.trim()} onAuthSignedOut={({ reason }) => reason === 'other-tab'}
              onAuthError={({ code }) => code === 'blocked'} onAuthCodeSent={({ phone }) => phone.trim()}
              onAuthChange={({ state }) => state.isAuthenticated} onClick={event => event.currentTarget.client}>
              <p slot="footer">Terms</p>
            </AuthWidget>
          </AuthProvider>
          <PhoneInput ref={field} name="phone" label="Phone" required value="" onInput={event => event.currentTarget.value} />
          <CodeInput {...codeProps} alphabet="alphanumeric" phone="79161234567" title="Code" isLoading error={null}
            onCodeComplete={({ code }) => code.trim()} onCodeBack={() => widget.current?.focus()} onComplete={code => code.trim()} />
        </>;
      }`,
    mistakes: [
      [`export const wrong = <auth-widget mode="admin" />;`, 'TS2322'],
      [`export const wrong = <auth-widget baseURL="/" />;`, 'TS2322'],
      [`export const wrong = <auth-widget onauth-signed-in={event => event.token} />;`, 'TS2339'],
      // TypeScript accepts any name with a hyphen in JSX. If it doesn't know the name, the parameter has no type.
      [`export const wrong = <auth-widget onauth-signd-in={event => event.userId} />;`, 'TS7006'],
      // React treats it as a listener for an event called `Complete`, which never fires.
      [`export const wrong = <code-input onComplete={() => {}} />;`, 'TS2322'],
      [`export const wrong = <phone-input length={4} />;`, 'TS2322'],
      [`import { AuthWidget } from 'auth-widget/react'; export const wrong = <AuthWidget mode="admin" />;`, 'TS2322'],
      [
        `import { AuthWidget } from 'auth-widget/react'; export const wrong = <AuthWidget onAuthSigndIn={() => {}} />;`,
        'TS2322',
      ],
      [
        `import { AuthWidget } from 'auth-widget/react'; export const wrong = <AuthWidget onAuthSignedIn={e => e.token} />;`,
        'TS2339',
      ],
      [
        `import { CodeInput } from 'auth-widget/react'; export const wrong = <CodeInput onComplete={(code: number) => code} />;`,
        'TS2322',
      ],
      [`import { PhoneInput } from 'auth-widget/react'; export const wrong = <PhoneInput length={4} />;`, 'TS2322'],
      [`import { AuthProvider as P } from 'auth-widget/react'; export const wrong = <P baseURL="/" />;`, 'TS2322'],
      [
        `import { AuthProvider as P } from 'auth-widget/react'; import { AuthClient } from 'auth-widget'; export const wrong = <P client={new AuthClient()} baseUrl="/" />;`,
        'TS2322',
      ],
      [`import { useAuth } from 'auth-widget/react'; export const wrong = useAuth().displayName;`, 'TS2339'],
    ],
  },
  'auth-widget/preact': {
    jsxImportSource: 'preact',
    program: `
      import type { AuthWidget } from 'auth-widget';
      import 'auth-widget/preact';
      import { AuthProvider, useAuth } from 'auth-widget/preact';
      import { createRef } from 'preact';
      export function App() {
        return (
          <AuthProvider baseUrl="/">
            <Header />
            <auth-widget base-url="/" mode="phone-login" />
          </AuthProvider>
        );
      }
      function Header() {
        const { state, logout } = useAuth();
        if (state.isLoading) return <header />;
        return (
          <header>{state.isAuthenticated ? <button onClick={logout}>{state.displayName}</button> : 'Signed out'}</header>
        );
      }
      const ref = createRef<AuthWidget>();
      export const tags = <>
        <auth-widget key="a" ref={ref} class="card" lang="ru" base-url="/" mode="login" no-auto-login
          onauth-signed-in={event => event.displayName?.trim()} onauth-error={({ code }) => code === 'blocked'}>
          <p slot="footer">Terms</p>
        </auth-widget>
        <phone-input name="phone" label="Phone" required onInput={event => event.currentTarget.value} />
        <code-input length={4} phone="79161234567" error={null} oncode-complete={({ code }) => code.trim()} />
      </>;`,
    mistakes: [
      [`export const wrong = <auth-widget mode="admin" />;`, 'TS2322'],
      [`export const wrong = <auth-widget baseURL="/" />;`, 'TS2322'],
      [`export const wrong = <auth-widget onauth-signed-in={event => event.token} />;`, 'TS2339'],
      [`export const wrong = <auth-widget onauth-signd-in={event => event.userId} />;`, 'TS7006'],
      [`export const wrong = <code-input onComplete={() => {}} />;`, 'TS2322'],
      [`export const wrong = <phone-input length={4} />;`, 'TS2322'],
      [`import { useAuth } from 'auth-widget/preact'; export const wrong = useAuth().displayName;`, 'TS2339'],
    ],
  },
  'auth-widget/solid': {
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
    program: `
      import { AuthClient, type AuthWidget } from 'auth-widget';
      import { AuthProvider, useAuth } from 'auth-widget/solid';
      export function App() {
        return (
          <AuthProvider baseUrl="/">
            <Header />
            <SignIn />
          </AuthProvider>
        );
      }
      function Header() {
        const { state, logout } = useAuth();
        const person = () =>
          state().isAuthenticated ? <button onClick={logout}>{state().displayName}</button> : 'Signed out';
        return <header>{state().isLoading ? '' : person()}</header>;
      }
      const SignIn = () => (
        <auth-widget client={useAuth().client} mode="phone-login" on:auth-signed-in={event => event.displayName} />
      );
      const client = new AuthClient({ baseUrl: '/' });
      let widget: AuthWidget | undefined;
      export const tags = <>
        <auth-widget ref={widget} class="card" lang="ru" base-url="/" mode="login" no-auto-login client={client}
          on:auth-signed-in={event => event.displayName?.trim()} on:auth-error={({ code }) => code === 'blocked'}>
          <p slot="footer">Terms</p>
        </auth-widget>
        <auth-widget prop:client={client} prop:baseUrl="/" />
        <phone-input name="phone" label="Phone" required prop:isLoading={true} onInput={event => event.currentTarget.value} />
        <code-input length={4} phone="79161234567" error={null} on:code-complete={({ code }) => code.trim()} />
      </>;`,
    mistakes: [
      [`export const wrong = <auth-widget mode="admin" />;`, 'TS2322'],
      // Solid would write an attribute with that name.
      [`export const wrong = <auth-widget baseUrl="/" />;`, 'TS2322'],
      [`export const wrong = <auth-widget on:auth-signed-in={event => event.token} />;`, 'TS2339'],
      [`export const wrong = <auth-widget on:auth-signd-in={event => event.userId} />;`, 'TS7006'],
      [`export const wrong = <phone-input length={4} />;`, 'TS2322'],
      [`export const wrong = <auth-widget prop:client={5} />;`, 'TS2322'],
      [`import { useAuth } from 'auth-widget/solid'; export const wrong = useAuth().state.displayName;`, 'TS2339'],
    ],
  },
  'auth-widget/vue': {
    program: `
      import { AuthSignedInEvent } from 'auth-widget';
      import 'auth-widget/vue';
      import type { GlobalComponents } from 'vue';
      type Tag<T extends keyof GlobalComponents> = InstanceType<GlobalComponents[T]>;
      export const widget: Tag<'auth-widget'>['$props'] = { baseUrl: '/', 'no-auto-login': true, mode: 'login', class: 'a' };
      export const phone: Tag<'phone-input'>['$props'] = { name: 'phone', required: true };
      export const code: Tag<'code-input'>['$props'] = { length: 4, phone: '79161234567', isLoading: true };
      declare const emit: Tag<'auth-widget'>['$emit'];
      emit('auth-signed-in', new AuthSignedInEvent('user-1', null));`,
    mistakes: [
      [
        `import type { GlobalComponents as G } from 'vue'; export const wrong: InstanceType<G['auth-widget']>['$props'] = { mode: 'admin' };`,
        'TS2322',
      ],
      [
        `declare const widget: InstanceType<import('vue').GlobalComponents['auth-widget']>; widget.$emit('auth-signed-in', new Event('a'));`,
        'TS2769',
      ],
    ],
  },
  'auth-widget/svelte': {
    program: `
      import 'auth-widget/svelte';
      import type { SvelteHTMLElements } from 'svelte/elements';
      export const widget: SvelteHTMLElements['auth-widget'] = {
        'base-url': '/', lang: 'ru', mode: 'login', 'onauth-signed-in': event => event.displayName?.trim(),
      };
      export const phone: SvelteHTMLElements['phone-input'] = { name: 'phone', required: true, class: 'wide' };
      export const code: SvelteHTMLElements['code-input'] = { length: 4, 'oncode-complete': ({ code }) => code.trim() };`,
    mistakes: [
      [
        `import type { SvelteHTMLElements as S } from 'svelte/elements'; export const wrong: S['auth-widget'] = { mode: 'admin' };`,
        'TS2322',
      ],
      [
        `import type { SvelteHTMLElements as S } from 'svelte/elements'; export const wrong: S['code-input'] = { onComplete: () => {} };`,
        'TS2561',
      ],
    ],
  },
} as const;
