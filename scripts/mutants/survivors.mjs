// The mutants that no test notices, and why no test can. `npm run mutants` fails if one survives that is not listed here. A mutant
// is recognised by its file, the line on which it begins, and what it changes there, as the command prints them.

/** @typedef {{ readonly line: string, readonly mutants: readonly string[], readonly why: string }} Entry */

/** @type {Entry} */
const TAG = {
  line: "return 'auth-widget';",
  mutants: ['\'auth-widget\' → ""'],
  why: 'Vue makes proxies of objects with the tags Object, Array, Map, Set, WeakMap and WeakSet; any other tag keeps it off, the empty one too.',
};

/** @type {Readonly<Record<string, readonly Entry[]>>} */
export const survivors = {
  'src/client/auth-client.ts': [
    TAG,
    {
      line: "return this.#verifier.isRejected(this.#view.snapshot.context.verification.phone ?? '', code);",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Rejected codes are remembered by number; a text that is no number has none.',
    },
    {
      line: 'this.#operations.settle({ operationId: -1, isBusy: false, failure: null }, Infinity);',
      mutants: ['{ operationId: -1, isBusy: false, failure: null } → {}', 'false → true'],
      why: 'No operation has the id -1, or undefined: each is cancelled or ignored before `isBusy` and `failure` are read.',
    },
  ],
  'src/elements/code-input/code-input.ts': [
    {
      line: 'const isScheduled = input?.selectionStart === this.#scheduledStart && input.selectionEnd === this.#scheduledEnd;',
      mutants: ['input.selectionEnd === this.#scheduledEnd → input.selectionEnd !== this.#scheduledEnd'],
      why: 'If a selection changes without a key, the event `select` follows a moment later, and draws the cells too.',
    },
  ],
  'src/elements/control/form-control.ts': [
    {
      line: "const labels = isOnServer ? '' : [...this.#internals.labels].map(label => label.textContent).join(' ');",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The case of a server, which `test/elements/control/form-control.node.test.ts` tests in Node.',
    },
    {
      line: "this.addEventListener('invalid', () => this.#updateShownValidity(true), { signal });",
      mutants: ['{ signal } → {}'],
      why: 'After a move the listener is called twice, and the second call shows what is shown already.',
    },
  ],
  'src/client/storage/change-notices.ts': [
    {
      line: '} catch {',
      mutants: ['{ return undefined; } → {}'],
      why: 'A function without `return` returns undefined.',
    },
  ],
  'src/client/flow/client-texts.ts': [
    {
      line: "const language = fallbacks(texts?.lang ?? 'en')",
      mutants: ['\'en\' → ""'],
      why: 'English lies below every language: without one it comes twice, or once.',
    },
    {
      line: 'this.#rules = hasReferenceRules ? this.#messages : mergeTexts<RuleTexts>([], [texts]);',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'The letters of a text become members named 0, 1, 2 …: no rule has such a name.',
    },
  ],
  'src/client/storage/fallback-store.ts': [TAG],
  'src/client/calls/http.ts': [
    {
      line: 'if (!value) return undefined;',
      mutants: ['!value → false'],
      why: '`Date.parse` makes NaN of a header that is missing or empty, and `toAmount` makes undefined of NaN.',
    },
  ],
  'src/client/platform/json.ts': [
    {
      line: '} catch {',
      mutants: ['{ return undefined; } → {}'],
      why: 'A function without `return` returns undefined.',
    },
  ],
  'src/client/arguments.ts': [
    {
      line: "const digits = read('digits');",
      mutants: ['\'digits\' → ""'],
      why: '`sanitizeCode` compares the alphabet with `alphanumeric` alone: any other one means digits.',
    },
  ],
  'src/client/calls/rest-backend.ts': [
    {
      line: "const code = ERROR_CODES[`${status}${what ?? ''}`] ?? toErrorCode(status, call);",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Each key of the table has a `what`: a status alone is none, and neither is one with this text.',
    },
    TAG,
  ],
  'src/client/session/session-record.ts': [
    {
      line: 'this.#removalCount++;',
      mutants: ['this.#removalCount++ → this.#removalCount--'],
      why: 'Only whether the number has changed is asked.',
    },
    {
      line: 'expiresIn: expiresIn > MAX_SECONDS ? MAX_SECONDS : expiresIn,',
      mutants: ['expiresIn > MAX_SECONDS → expiresIn >= MAX_SECONDS'],
      why: 'Where the two are equal, both branches give the same number.',
    },
  ],
  'src/core/code.ts': [
    {
      line: 'if (isDigit(text)) return text;',
      mutants: ['isDigit(text) → false'],
      why: 'One digit is the result of the rest, too. The line saves two regular expressions at each key.',
    },
  ],
  'src/core/text-template.ts': [
    {
      line: "return typeof value === 'number' ? formatNumber(value, lang) : value;",
      mutants: ["typeof value === 'number' → true"],
      why: '`toLocaleString` of a text is the text.',
    },
  ],
  'src/core/phone-verification.ts': [
    {
      line: 'register: false,',
      mutants: ['false → true'],
      why: 'Each request for a code sets it, and before the first request nothing reads it.',
    },
  ],
  'src/machine/machine-context.ts': [
    {
      line: "endReason: 'logout',",
      mutants: ['\'logout\' → ""'],
      why: 'Each transition that ends a session sets the reason (`startOperation`, `replaceAccount`, `setSessionEnded`): the one of the start is never reported.',
    },
  ],
};
