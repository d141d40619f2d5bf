import { renderFirstScreen } from 'auth-widget/html';
import { ServedWidget } from './served-widget';
import { auth } from './server-session';

/** The form as HTML, which people type into before any script has arrived. */
const { html } = renderFirstScreen({ lang: 'en', mode: 'phone-login', attributes: { 'defer-hydration': '' } });

// A server component.
export default async function Home() {
  // A person who is signed in needs no form.
  const person = await auth();
  return <ServedWidget html={person ? undefined : html} />;
}
