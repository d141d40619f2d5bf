// The mutants that survive `npm run mutants`, and why. The command fails if any other one survives, and prints those that no
// longer do. Most change nothing. Some change what is too rare to test or what nobody sees, and others need another browser, system or version
// than the run has, or a test outside of the group.
// A mutant is recognised by its file, the line on which it begins, and what it changes there, as the command prints them.

/** @typedef {{ readonly line: string, readonly mutants: readonly string[], readonly why: string }} Entry */

/** @type {Readonly<Record<string, readonly Entry[]>>} */
export const survivors = {
  'src/elements/code-input/type-ahead.ts': [
    {
      line: "const { key = '', repeat, ctrlKey, metaKey, altKey } = event as Partial<KeyboardEvent>;",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Neither is one character.',
    },
  ],
  'src/client/calls/connected-backend.ts': [
    {
      line: 'return this.#send(options, () => Promise.resolve());',
      mutants: ['() => Promise.resolve() → () => undefined'],
      why: 'Both resolve to undefined.',
    },
  ],
  'src/testing/conformance/answer-rules.ts': [
    {
      line: 'if (!outcome.error) continue;',
      mutants: ['!outcome.error → false'],
      why: 'Nothing was thrown, and the text of undefined contains no secret.',
    },
  ],
  'src/testing/conformance/answer-types.ts': [
    {
      line: 'default:',
      mutants: ['default: return undefined; → default:'],
      why: 'The function ends without it too, and returns undefined.',
    },
  ],
  'src/testing/conformance/context.ts': [
    {
      line: 'readonly secrets: string[] = [];',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'No text contains this secret.',
    },
    {
      line: 'readonly phones: string[] = [];',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'No text contains this number.',
    },
  ],
  'src/testing/conformance/lifetime-rules.ts': [
    {
      line: 'if (lifetime !== undefined && Math.abs(expiresIn - lifetime) > TOLERANCE)',
      mutants: ['lifetime !== undefined → true'],
      why: 'NaN is not greater than anything.',
    },
  ],
  'src/testing/conformance/network-rules.ts': [
    {
      line: "['answered 200 with nothing', { status: 200, body: '' }],",
      mutants: ["{ status: 200, body: '' } → {}"],
      why: 'A `Response` has the status 200 and an empty body by default.',
    },
  ],
  'src/testing/dom.ts': [
    {
      line: "`The widget does not show ${String(text)}. It shows: ${normalize([...(widget.shadowRoot?.children ?? [])].map(textOf).join(' '))}`,",
      mutants: ['[] → ["Stryker was here"]'],
      why: '`textOf` of a string, which is no node, is undefined, and `join` leaves that out.',
    },
  ],
  'src/testing/memory-server/memory-accounts.ts': [
    {
      line: '(wirePhone !== undefined && this.#byPhone.has(wirePhone)) || (folded !== undefined && this.#byLogin.has(folded));',
      mutants: ['wirePhone !== undefined → true', 'folded !== undefined → true'],
      why: 'No account has undefined as its number or login.',
    },
    {
      line: 'if (wirePhone !== undefined) this.#byPhone.set(wirePhone, account);',
      mutants: ['wirePhone !== undefined → true'],
      why: 'Nobody looks for the number undefined.',
    },
    {
      line: "if (folded !== undefined) this.#byLogin.set(folded, { account, password: password?.normalize('NFKC') });",
      mutants: ['folded !== undefined → true'],
      why: 'Nobody looks for the login undefined.',
    },
    {
      line: "if (user !== undefined && this.#byUser.has(user)) throw new TypeError('There is an account with this identifier');",
      mutants: ['user !== undefined → true'],
      why: 'No account has undefined as its identifier.',
    },
  ],
  'src/testing/memory-server/memory-backend.ts': [
    {
      line: 'if (key !== undefined) this.#replays.set(key, { code, session, endsAt: this.clock.now() + REPLAY_MS, uses: 0 });',
      mutants: ['key !== undefined → true'],
      why: 'Nobody looks for the key undefined.',
    },
    {
      line: 'const replay = key === undefined ? undefined : this.#replays.get(key);',
      mutants: ['key === undefined → false'],
      why: 'No sign-in has undefined as its key.',
    },
  ],
  'src/testing/memory-server/memory-devices.ts': [
    {
      line: 'const known = device === undefined ? undefined : this.#known.get(device);',
      mutants: ['device === undefined → false'],
      why: 'No memory is undefined.',
    },
  ],
  'src/testing/memory-server/memory-phones.ts': [
    {
      line: "const digits = number?.hasPlus ? cleanPhone(number.text) : '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Neither is a number.',
    },
    {
      line: 'const plans = [...(importedCountries()?.plans.values() ?? [])].map(({ code, mobile }) => [code, mobile]);',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'A plan without a code and numbers matches none.',
    },
  ],
  'src/testing/mock-server.ts': [
    {
      line: "const text = typeof body === 'string' ? body : null;",
      mutants: ["typeof body === 'string' → true"],
      why: 'As text, no other body of `fetch` is JSON, so the answer is 400 too.',
    },
    {
      line: '/^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;',
      mutants: ['/^(?:delete|get|head|options|post|put)$/i → /^(?:delete|get|head|options|post|put)/i'],
      why: 'The answer to such a method is 405, in capitals too.',
    },
  ],
  'src/core/editing/phone-format.ts': [
    {
      line: "const [content = '', dropped = ''] = whole.split(DROPPED);",
      mutants: ['\'\' → "Stryker was here!"'],
      why: '`split` always returns a first part. Tests notice the other default.',
    },
  ],
  'src/client/session/session-keeper.ts': [
    {
      line: 'const settled = () => null;',
      mutants: ['() => null → () => undefined'],
      why: 'The caller only distinguishes a session from none.',
    },
  ],
  'src/client/flow/flow-runner.ts': [
    {
      line: "return this.#verifier.isRejected(this.#snapshot.context.verification.phone ?? '', code);",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Rejected codes are stored by number. None is stored for a text that is not a number.',
    },
    {
      line: 'this.#operations.settle({ operationId: -1, isBusy: false, failure: null }, Infinity);',
      mutants: ['{ operationId: -1, isBusy: false, failure: null } → {}', 'false → true'],
      why: 'No operation has the id -1, or undefined: each is cancelled or ignored before `isBusy` and `failure` are read.',
    },
  ],
  'src/client/platform/unproxied.ts': [
    {
      line: "return 'auth-widget';",
      mutants: ['\'auth-widget\' → ""'],
      why: 'Vue makes proxies of objects with the tags Object, Array, Map, Set, WeakMap and WeakSet. Any other tag prevents that, even an empty one.',
    },
  ],
  'src/elements/control/field-editor.ts': [
    {
      line: "#renderedText = '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The first rendering replaces it.',
    },
    {
      line: 'if (input && input.value !== this.#renderedText) input.value = this.#renderedText;',
      mutants: ['input.value !== this.#renderedText → true'],
      why: 'Setting the value that an input has changes nothing.',
    },
  ],
  'src/elements/code-input/code-cells.ts': [
    {
      line: "signal.addEventListener('abort', () => clearTimeout(this.#blinkTimer));",
      mutants: ['\'abort\' → ""', '() => clearTimeout(this.#blinkTimer) → () => undefined'],
      why: 'The timer then runs once more, and changes nothing in the cells of a removed element.',
    },
    {
      line: "this.#editor.moveCaret(type === 'click' ? this.#cellAt(event as MouseEvent) : this.#host.length);",
      mutants: ["type === 'click' → true"],
      why: 'A `focusin` and a `keyup` have no position, so the caret goes behind the last cell as well.',
    },
    {
      line: 'if (!this.#frame) this.#frame = requestAnimationFrame(this.draw);',
      mutants: ['!this.#frame → true'],
      why: 'The cells are drawn again, as they are.',
    },
    {
      line: 'const isScheduled = input?.selectionStart === this.#scheduledStart && input.selectionEnd === this.#scheduledEnd;',
      mutants: [
        'input?.selectionStart === this.#scheduledStar … = this.#scheduledEnd → input?.selectionStart === this.#scheduledStar … = this.#scheduledEnd',
      ],
      why: 'The cells are drawn again, as they are, or with the event `select`, which follows a moment later.',
    },
    {
      line: "if (type === 'focusin') {",
      mutants: ["type === 'focusin' → type !== 'focusin'", '\'focusin\' → ""'],
      why: 'Only WebKit selects the text after the focus. `code-input-caret.test.ts` runs there too, but not over mutants.',
    },
    {
      line: "input.addEventListener('keyup', this.#handleSelection, { once: true });",
      mutants: ['\'keyup\' → ""'],
      why: 'Only WebKit selects the text after the focus. `code-input-caret.test.ts` runs there too, but not over mutants.',
    },
    {
      line: "input.addEventListener('keyup', this.#handleSelection, { once: true });",
      mutants: ['{ once: true } → {}'],
      why: 'The cells are drawn once more with a key, as they are.',
    },
    {
      line: 'host.shadowRoot!.addEventListener(type, this.#handleSelection, { signal });',
      mutants: ['{ signal } → {}'],
      why: 'A removed field gets none of these events, and the DOM adds the same function only once.',
    },
    {
      line: "for (const type of ['selectionchange', 'select', 'focusin', 'click']) {",
      mutants: ['\'selectionchange\' → ""'],
      why: 'Only Firefox fires it inside the shadow root. `code-input-caret.test.ts` runs there too, but not over mutants.',
    },
    {
      line: "if (type === 'focusin') {",
      mutants: [
        "type === 'focusin' → false",
        '{ // WebKit selects the whole text after the  … , { once: true }); } → {}',
      ],
      why: 'Only WebKit selects the text after the focus. `code-input-caret.test.ts` runs there too, but not over mutants.',
    },
    {
      line: 'const isScheduled = input?.selectionStart === this.#scheduledStart && input.selectionEnd === this.#scheduledEnd;',
      mutants: [
        'input?.selectionStart === this.#scheduledStar … = this.#scheduledEnd → true',
        'input?.selectionStart === this.#scheduledStart → true',
        'input.selectionEnd === this.#scheduledEnd → true',
      ],
      why: 'If a selection changes without a key, the event `select` follows a moment later and draws the cells as well.',
    },
    {
      line: 'const isScheduled = input?.selectionStart === this.#scheduledStart && input.selectionEnd === this.#scheduledEnd;',
      mutants: ['input?.selectionStart → input.selectionStart'],
      why: 'The cells are drawn again, as they are. The input is there as soon as a selection can be.',
    },
    {
      line: "if (type === 'selectionchange') {",
      mutants: ['{ // After most keys, `update` has already sc … isFocused) return; } → {}'],
      why: 'The cells are drawn again, as they are.',
    },
    {
      line: 'if (isScheduled || !this.#editor.isFocused) return;',
      mutants: ['isScheduled || !this.#editor.isFocused → true', '!this.#editor.isFocused → this.#editor.isFocused'],
      why: 'The cells are drawn again, as they are, or with the event `select`, which follows a moment later.',
    },
    {
      line: "if (type === 'click' || type === 'focusin' || (event as KeyboardEvent).code === 'Tab') {",
      mutants: ["(event as KeyboardEvent).code === 'Tab' → false", '\'Tab\' → ""'],
      why: 'Only WebKit selects the text after Tab. The page tests over mutants run in Chromium.',
    },
    {
      line: 'const index = this.#cells.findIndex(cell => clientX < cell.getBoundingClientRect().right);',
      mutants: ['clientX < cell.getBoundingClientRect().right → clientX <= cell.getBoundingClientRect().right'],
      why: 'They differ for a click exactly on the edge of a cell, which belongs to neither side.',
    },
    {
      line: 'return index < 0 || clientY < this.#editor.input!.getBoundingClientRect().top ? length : index;',
      mutants: [
        'clientY < this.#editor.input!.getBoundingClientRect().top → clientY <= this.#editor.input!.getBoundingClientRect().top',
      ],
      why: 'They differ for a click exactly on the edge of the input.',
    },
    {
      line: "if (hasModifier || event.shiftKey) input.addEventListener('keyup', this.#handleSelection, { once: true });",
      mutants: ['{ once: true } → {}', 'true → false'],
      why: 'The listener draws the cells again with later keys, as they are.',
    },
  ],
  'src/elements/code-input/code-input.ts': [
    {
      line: 'length: { type: Number },',
      mutants: ['{ type: Number } → {}'],
      why: 'The first update makes it a number.',
    },
    {
      line: "#reportedCode = '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The first content replaces it.',
    },
    {
      line: '#hasFailed = false;',
      mutants: ['false → true'],
      why: 'It is read only for a reported code, and the report of a code sets it.',
    },
    {
      line: "type: 'text',",
      mutants: ['\'text\' → ""'],
      why: 'An input whose type is empty is one for text.',
    },
  ],
  'src/elements/control/field-validity.ts': [
    {
      line: "#problem: ContentProblem = 'tooShort';",
      mutants: ['\'tooShort\' → ""'],
      why: 'It counts only with a content, which sets it.',
    },
    {
      line: "return flag && flag !== 'customError' ? (this.#element.fieldTexts[flag] ?? '') : this.customMessage;",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Each field has a text for every flag that it can have.',
    },
  ],
  'src/elements/control/key-meaning.ts': [
    {
      line: "const { key = '', code = '' } = event as Partial<KeyboardEvent>;",
      mutants: ['\'\' → "Stryker was here!"', '\'\' → "Stryker was here!"'],
      why: 'Neither text is a digit or Enter, and neither stands for the letter Y or Z.',
    },
    {
      line: "if (!(event.ctrlKey || event.metaKey) || event.altKey) return 'other';",
      mutants: ['\'other\' → ""'],
      why: 'The caller never compares with `other`.',
    },
    {
      line: "if (letter !== 'z') return 'other';",
      mutants: ['\'other\' → ""'],
      why: 'The caller never compares with `other`.',
    },
  ],
  'src/elements/dom.ts': [
    {
      line: "const button = [...(form?.elements ?? [])].find(element => (element as HTMLButtonElement).type === 'submit');",
      mutants: ['[] → ["Stryker was here"]'],
      why: 'A text has no type.',
    },
    {
      line: 'return address && (isRelative || /^https?:$/.test(address.protocol)) ? address.href : undefined;',
      mutants: ['/^https?:$/ → /^https?:/'],
      why: 'A protocol has one colon, at its end.',
    },
    {
      line: '} catch {',
      mutants: ['{ return undefined; } → {}'],
      why: 'A function without `return` returns undefined.',
    },
  ],
  'src/elements/auth-widget/controllers/client-controller.ts': [
    {
      line: '#isPrepared = false;',
      mutants: ['false → true'],
      why: 'Without a client of its own, the host is in no other mode.',
    },
    {
      line: 'if (this.#settings) this.#client?.dispose();',
      mutants: ['this.#client?.dispose → this.#client.dispose'],
      why: 'If there are settings, there is a client.',
    },
  ],
  'src/elements/auth-widget/controllers/offered-modes.ts': [
    {
      line: 'export const wordsIn = (text: unknown): string[] => String(text).split(/[^\\w-]+/);',
      mutants: ['/[^\\w-]+/ → /[^\\w-]/'],
      why: 'An empty word between two separators names no mode, and counts as no mistake.',
    },
  ],
  'src/elements/language-controller.ts': [
    {
      line: "return fallbacks(node?.getAttribute('lang') ?? '');",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Neither is a tag.',
    },
    {
      line: '#unwatch: (() => void)[] = [];',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'Connecting sets it.',
    },
  ],
  'src/elements/auth-widget/controllers/focus-controller.ts': [
    {
      line: 'if (!card) return;',
      mutants: ['!card → false'],
      why: 'Each screen has a card.',
    },
  ],
  'src/elements/auth-widget/controllers/form-controller.ts': [
    {
      line: 'fieldErrors: readonly FieldError[] = [];',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'The first update sets it before anything reads it.',
    },
    {
      line: 'isAccountKept = false;',
      mutants: ['false → true'],
      why: 'The first update sets it before anything reads it.',
    },
    {
      line: "return this.#shownPhone ?? this.drafts.phone ?? this.#host.client.flow.phone ?? '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'No number is blocked under either text.',
    },
    {
      line: 'this.fieldErrors = [];',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'A text is the error of no field.',
    },
    {
      line: '#isSubmitDue = false;',
      mutants: ['false → true'],
      why: 'A click sets it before it is read.',
    },
    {
      line: "if (screen === 'name') return client.verifyRegistrationSms('', displayName);",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'While it asks for a name, the client ignores the code.',
    },
  ],
  'src/elements/auth-widget/view-parts.ts': [
    {
      line: "type=${isSecret && !view.form.isPasswordShown ? 'password' : 'text'}",
      mutants: ['\'text\' → ""'],
      why: 'An input whose type is empty is one for text.',
    },
  ],
  'src/elements/auth-widget/auth-widget.view.ts': [
    {
      line: '.map((part, index) => (index % 2 ? siteLink(part, index < 2 ? termsHref : privacyHref) : text(part)))',
      mutants: ['index < 2 → index <= 2'],
      why: 'Only the parts with an odd index are links.',
    },
    {
      line: 'other === method ? html`${fields}${submitButton(view, submitLabel)}` : nothing,',
      mutants: ['other === method → other !== method'],
      why: 'The forms of the two methods swap their places in the list, which nobody sees.',
    },
    {
      line: "if (notice === 'resent') return `${texts.codeSentTo} ${formatPhone(phone ?? '')}`;",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Another code is only sent to a known number.',
    },
  ],
  'src/elements/auth-widget/auth-widget.ts': [
    {
      line: "#renderedScreenKey = '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'No screen has either key.',
    },
    {
      line: "const message = notice.type === 'auth-error' ? this.#state.errorText(notice.failure) : '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Only the event `auth-error` has a message.',
    },
  ],
  'src/elements/auth-widget/signed-in-listeners.ts': [
    {
      line: "if (event.type === 'auth-signed-in') this.#signInCount++;",
      mutants: ['this.#signInCount++ → this.#signInCount--'],
      why: 'The count only tells one sign-in from another.',
    },
    {
      line: 'const removeOnAbort = (recipient: WeakRef<Recipient>) => () => recipient.deref()?.remove();',
      mutants: ['recipient.deref()?.remove → recipient.deref().remove'],
      why: 'They differ after a garbage collection, for a signal that outlives the element.',
    },
    {
      line: 'if (!this.state.userId) return;',
      mutants: ['!this.state.userId → false'],
      why: 'The microtask that the rest of the method queues asks the same.',
    },
  ],
  'src/backends/better-auth-answers.ts': [
    {
      line: "return readAmount(Math.floor((Date.parse(expiresAt ?? '') - Date.parse(now ?? '')) / 1000)) || undefined;",
      mutants: ['\'\' → "Stryker was here!"', '\'\' → "Stryker was here!"'],
      why: 'Neither text is a date.',
    },
  ],
  'src/backends/kratos.ts': [
    {
      line: "const readDate = (value: unknown) => Date.parse(readText(value) ?? '');",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Neither text is a date.',
    },
    {
      line: "const body = { method: 'profile', traits: { ...traits, [this.#nameTrait ?? '']: displayName } };",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Without a trait for the name, nobody is asked for one.',
    },
    {
      line: "const seconds = (readDate(end) - readDate(headers?.get?.('date') ?? now)) / 1000;",
      mutants: ['headers?.get → headers.get', "headers?.get?.('date') → headers?.get('date')"],
      why: 'Only a `fetch` that a page has replaced answers without headers.',
    },
    {
      line: 'if (status === 204) return { ...answer, json: {} };',
      mutants: ['{ ...answer, json: {} } → {}'],
      why: 'Only a sign-out is answered with 204, and it reads nothing from the answer.',
    },
  ],
  'src/backends/kratos-answers.ts': [
    {
      line: 'export const toArray = (value: unknown) => (Array.isArray(value) ? (value as unknown[]).map(toObject) : []);',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'A text has none of the members that are read.',
    },
    {
      line: "field: code === 'policy' ? fieldOf(first?.name, nameTrait) : undefined,",
      mutants: ['first?.name → first.name'],
      why: '`policy` comes from a message at a field.',
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
      why: 'English texts are the base of every language. Without a language, they are merged once or twice, with the same result.',
    },
    {
      line: 'this.#rules = hasReferenceRules ? this.#errors : mergeTexts<RuleTexts>([], [texts]);',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'The letters of a text become members named 0, 1, 2 …: no rule has such a name.',
    },
  ],
  'src/client/calls/http.ts': [
    {
      line: 'if (!value) return undefined;',
      mutants: ['!value → false'],
      why: '`Date.parse` returns NaN for a header that is missing or empty, and `readAmount` returns undefined for NaN.',
    },
  ],
  'src/client/platform/global-scope.ts': [
    {
      line: '} catch {',
      mutants: ['{ return undefined; } → {}'],
      why: 'A function without `return` returns undefined.',
    },
  ],
  'src/client/arguments.ts': [
    {
      line: "const digits = findCode(text, { length, alphabet: 'digits' });",
      mutants: ['\'digits\' → ""'],
      why: '`findCode` compares the alphabet only with `alphanumeric`. Any other one means digits.',
    },
  ],
  'src/client/calls/errors-by-status.ts': [
    {
      line: "ERROR_CODES[`${status}${what ?? ''}`] ?? codeOfStatus(status, call);",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'Every key of the table has a `what`. Neither a status alone nor one with this text is a key.',
    },
  ],
  'src/client/session/session-record.ts': [
    {
      line: 'this.#removalCount++;',
      mutants: ['this.#removalCount++ → this.#removalCount--'],
      why: 'The number is only compared with an earlier one.',
    },
  ],
  'src/frameworks/react-component.ts': [
    {
      line: 'useImperativeHandle(ref, () => elementRef.current!, []);',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'React adds the ref to this list, so a value that never changes makes no difference.',
    },
    {
      line: 'Object.hasOwn(ATTRIBUTES, name) ? [ATTRIBUTES[name], value === false ? undefined : value] : [name, value],',
      mutants: ['value === false → false'],
      why: 'Only React 18 writes false as a text. The tests use React 19.',
    },
  ],
  'src/frameworks/react.ts': [
    {
      line: 'useImperativeHandle(ref, () => elementRef.current!, []);',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'React adds the ref to this list, so a value that never changes makes no difference.',
    },
    {
      line: "displayName: 'auth-widget',",
      mutants: ['\'auth-widget\' → ""'],
      why: 'Only the developer tools of React show this name.',
    },
    {
      line: "useElementEffect(() => elementRef.current!.removeAttribute('defer-hydration'), []);",
      mutants: ['[] → ["Stryker was here"]'],
      why: 'A list that never changes runs the effect once, whatever is in it.',
    },
    {
      line: 'events: [],',
      mutants: ['[] → ["Stryker was here"]'],
      why: 'There is no such event.',
    },
  ],
  'src/frameworks/nuxt/module.ts': [
    {
      line: "decodeURIComponent(new URL(name, import.meta.url).pathname).replace(/^\\/(?=[A-Za-z]:)/, '');",
      mutants: [
        '/^\\/(?=[A-Za-z]:)/ → /\\/(?=[A-Za-z]:)/',
        '/^\\/(?=[A-Za-z]:)/ → /^\\/(?=[^A-Za-z]:)/',
        '\'\' → "Stryker was here!"',
      ],
      why: 'Only a path of Windows begins with a letter and a colon. The tests run on Linux.',
    },
  ],
  'src/core/code.ts': [
    {
      line: 'if (isDigit(text)) return { code: text, isGuess: false };',
      mutants: ['isDigit(text) → false'],
      why: 'The rest of the function returns the same for one digit. The line saves two regular expressions per key.',
    },
  ],
  'src/core/countries/countries-format.ts': [
    {
      line: "if (kind < '+') return reader.readBare(digits, region, kind === '!');",
      mutants: ["kind < '+' → kind <= '+'"],
      why: 'The line before it returns for the kind `+`.',
    },
    {
      line: "const digits = number.hasPlus ? number.text.replace(/[(（][08][)）]/, '') : number.text;",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The next line removes everything but digits.',
    },
  ],
  'src/core/countries/number-reading.ts': [
    {
      line: 'if (!pattern) patterns.set(source, (pattern = new RegExp(`^(?:${source})`)));',
      mutants: ['!pattern → true'],
      why: 'A pattern that is compiled again matches the same. The condition saves time at each key.',
    },
    {
      line: "const afterCode = digits.startsWith(plan.code) ? digits.slice(plan.code.length) : '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'A text of 17 characters is left out like an empty one, because it is longer than any number.',
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
      why: 'Every request for a code sets it, and nothing reads it before the first one.',
    },
  ],
  'src/machine/machine-context.ts': [
    {
      line: "endReason: 'logout',",
      mutants: ['\'logout\' → ""'],
      why: 'Every transition that ends a session sets the reason (`startOperation`, `replaceAccount`, `setSessionEnded`). The initial one is never reported.',
    },
  ],
  'src/elements/auth-widget/controllers/repeat-guard.ts': [
    {
      line: "#pointerType = '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The first press sets it.',
    },
  ],
  'src/elements/auth-widget/controllers/state-controller.ts': [
    {
      line: "const field = isOwnRefusal && this.#host.shadowRoot?.querySelector('phone-input');",
      mutants: ['this.#host.shadowRoot?.querySelector → this.#host.shadowRoot.querySelector'],
      why: 'The host has had its shadow root since its first update.',
    },
  ],
  'src/elements/control/text-control.ts': [
    {
      line: 'value: { noAccessor: true, attribute: false },',
      mutants: ['false → true'],
      why: 'The attribute `value` belongs to `defaultValue`, which is declared later.',
    },
    {
      line: '#isPointerDown = false;',
      mutants: ['false → true'],
      why: 'Connecting sets it, before any listener is there.',
    },
  ],
  'src/elements/country-field/country-field.ts': [
    {
      line: "return (tag && new Intl.Locale(tag).region) ?? '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'No country has this code.',
    },
    {
      line: "const plan = countryPlans().get(country?.toUpperCase() ?? '');",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'No country has this code.',
    },
    {
      line: 'return true;',
      mutants: ['true → false'],
      why: 'The list shows the chosen country already.',
    },
  ],
  'src/elements/country-field/country-list.ts': [
    {
      line: "#source = '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The first rendering replaces it.',
    },
    {
      line: "#region = '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The first rendering replaces it.',
    },
    {
      line: "this.#region = plan?.region ?? '';",
      mutants: ['\'\' → "Stryker was here!"'],
      why: 'The list has no such line either, so it shows none.',
    },
  ],
  'src/elements/phone-input/extension.ts': [
    {
      line: "const KEY = Symbol.for('auth-widget:phone-input');",
      mutants: ['\'auth-widget:phone-input\' → ""'],
      why: 'Every bundle would use the other name.',
    },
  ],
  'src/elements/tree.ts': [
    {
      line: '} catch {',
      mutants: ['{ // happy-dom 21 throws if the focus is in a … cted. return null; } → {}'],
      why: 'Both mean that no element has the focus.',
    },
  ],
};
