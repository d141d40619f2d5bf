import { client, watchAccount } from './session.js';

/** Keeps the page's header up to date. The header stays empty until it is known who is signed in. */
export function startHeader(): void {
  const person = document.querySelector<HTMLElement>('#person')!;
  const leave = document.querySelector<HTMLButtonElement>('#leave')!;
  watchAccount(account => {
    person.textContent = account ? `Signed in as ${account.displayName}` : 'Signed out';
    leave.hidden = account === null;
  });
  leave.addEventListener('click', () => void client.logout());
}
