/** What `FormControl` uses of the browser's internals. */
export type Internals = Pick<
  ElementInternals,
  | 'checkValidity'
  | 'form'
  | 'labels'
  | 'reportValidity'
  | 'setFormValue'
  | 'setValidity'
  | 'states'
  | 'validationMessage'
  | 'validity'
  | 'willValidate'
>;

/**
 * Stands in where apps are tested in a DOM of Node: jsdom 26 has internals without forms, validity and states, and
 * happy-dom 21 has none. The host works; a form around it knows neither its value nor its validity.
 */
class StandInInternals implements Internals {
  readonly states = new Set<string>();
  readonly #host: HTMLElement;
  #flags: ValidityStateFlags = {};
  validationMessage = '';

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  get form(): HTMLFormElement | null {
    return this.#host.closest('form');
  }

  get labels(): NodeList {
    const isOwn = (label: HTMLLabelElement) =>
      label.htmlFor ? label.htmlFor === this.#host.id : label.contains(this.#host);
    return [...this.#host.ownerDocument.querySelectorAll('label')].filter(isOwn) as Iterable<Node> as NodeList;
  }

  get willValidate(): boolean {
    return !this.#host.matches('[disabled], [readonly]');
  }

  get validity(): ValidityState {
    return { valid: !Object.keys(this.#flags).length, ...this.#flags } as ValidityState;
  }

  setFormValue(): void {}

  setValidity(flags: ValidityStateFlags = {}, message = ''): void {
    this.#flags = flags;
    this.validationMessage = message;
  }

  checkValidity(): boolean {
    const isValid = !this.willValidate || this.validity.valid;
    if (!isValid) this.#host.dispatchEvent(new Event('invalid', { cancelable: true }));
    return isValid;
  }

  reportValidity(): boolean {
    return this.checkValidity();
  }
}

/** The browser's internals of a form control, or what stands in for them. */
export function createInternals(host: HTMLElement): Internals {
  const internals = (host as Partial<HTMLElement>).attachInternals?.() as Partial<ElementInternals> | undefined;
  return internals?.states && internals.setFormValue ? (internals as ElementInternals) : new StandInInternals(host);
}
