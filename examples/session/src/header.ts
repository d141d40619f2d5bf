import { client, watchAccount } from './session.js';

/** Keeps the header of the page up to date. Until it is known who is signed in, it says nothing. */
export function startHeader(): void {
  const person = document.querySelector<HTMLElement>('#person')!;
  const leave = document.querySelector<HTMLButtonElement>('#leave')!;
  watchAccount(account => {
    person.textContent = account ? `Signed in as ${account.displayName}` : 'Signed out';
    leave.hidden = account === null;
  });
  leave.addEventListener('click', () => void client.logout());
}
