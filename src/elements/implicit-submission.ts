/**
 * Submits a form as Enter in a native input does ("implicit submission" in the HTML standard): by a click on its first
 * submit button, or without one where it has none.
 */
export function submitImplicitly(form: HTMLFormElement | null): void {
  const button = [...(form?.elements ?? [])].find(element => (element as HTMLButtonElement).type === 'submit');
  // Not `requestSubmit(button)`: it throws for a button that is a form-associated custom element.
  if (button) (button as HTMLElement).click();
  else form?.requestSubmit();
}
