import type { ApiResponse } from '../api-client.js';
import { type Check, fail, skip, widgetCopes } from '../check.js';
import { describe, expectSuccess } from '../expectations.js';

/** The members that hold numbers and identifiers of the protocol. Their values may equal a code by chance. */
const PROTOCOL_MEMBERS = /^(?:user|retryAfter|resendIn|expiresIn|attemptsLeft|codeLength|cost|keyLength|expiresAt)$/;

/** The length from which a code is searched for as a word. A shorter one may appear in a sentence or in a random value by chance. */
const MIN_WORD_LENGTH = 4;

/** Returns the body of a response. An envelope comes without its `code` and without the members of PROTOCOL_MEMBERS, at any depth. */
function withoutProtocolValues({ envelope, rawBody }: ApiResponse): string {
  if (!envelope) return rawBody;
  const { code: _, ...rest } = JSON.parse(rawBody) as Record<string, unknown>;
  return JSON.stringify(rest, (name, value: unknown) => (PROTOCOL_MEMBERS.test(name) ? undefined : value));
}

/** Whether a JSON text contains a code or a password as a word. A short one counts only if it is a whole JSON string. */
const exposes = (text: string, secret: string): boolean =>
  secret.length < MIN_WORD_LENGTH ? text.includes(`"${secret}"`) : new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text);

/** Checks of all responses that the checks before have recorded. Only `still-well` makes a call of its own. */
export const responseChecks: readonly Check[] = [
  {
    id: 'envelope',
    title: 'Every response is a JSON envelope {code, text, params} whose code is the status',
    citation: 'docs/protocol.md#envelope',
    run({ client }) {
      const tolerated: string[] = [];
      for (const response of client.responses) {
        const { method, status, headers, envelope } = response;
        // Only the browser reads the answer to a preflight. The check `cors-preflight` has its status and headers.
        if (method === 'OPTIONS') continue;
        const isSuccess = status >= 200 && status <= 299;
        if (!envelope) {
          if (isSuccess) fail(`${describe(response)}: the widget takes a success without an envelope for an error`);
          if (status === 401) fail(`${describe(response)}: the widget treats it as a proxy's response`);
          tolerated.push(`${describe(response)}: the widget can only go by the status`);
          continue;
        }
        if (isSuccess && envelope.code !== 200) fail(`${describe(response)}: the widget takes it for an error`);
        if (envelope.code !== status) tolerated.push(`${describe(response)}: status and code differ`);
        if (envelope.text === undefined) tolerated.push(`${describe(response)}: the envelope has no text`);
        if (!/^application\/json\b/i.test(headers.get('Content-Type') ?? ''))
          fail(`${describe(response)}: Content-Type is not application/json`);
      }
      if (tolerated[0] !== undefined) widgetCopes(tolerated[0]);
    },
  },
  {
    id: 'no-store',
    title: 'No response may be cached',
    citation: 'docs/protocol.md#envelope',
    run({ client }) {
      for (const response of client.responses.filter(({ method }) => method !== 'OPTIONS')) {
        if (!/\bno-store\b/.test(response.headers.get('Cache-Control') ?? '')) {
          fail(`${describe(response)}: no Cache-Control: no-store`);
        }
      }
    },
  },
  {
    id: 'no-cookies',
    title: 'No response sets a cookie',
    citation: 'docs/protocol.md#envelope',
    run({ client }) {
      const found = client.responses.find(({ headers }) => headers.has('Set-Cookie'));
      if (found) fail(`${describe(found)}: a cookie was set`);
    },
  },
  {
    id: 'no-state-in-429',
    title: 'No 429 has a state',
    citation: 'docs/protocol.md#who-asked-for-a-code',
    run({ client }) {
      const refused = client.responses.filter(({ status }) => status === 429);
      if (refused.length === 0) skip('the server refused no call with 429');
      const found = refused.find(({ envelope }) => envelope?.params['state'] !== undefined);
      if (found) fail(`${describe(found)}: it has a state`);
    },
  },
  {
    id: 'no-innards',
    title: 'No response has a stack trace, a code or a password, and none is a server error',
    citation: 'docs/protocol.md#errors',
    run({ client, options, shared }) {
      const secrets = [...options.numbers.map(({ code }) => code), shared.credentials?.password];
      for (const response of client.responses) {
        if (response.status >= 500) fail(describe(response));
        if (/(?:\n|\\n)\s+at .*:\d+:\d+|Traceback|SQLSTATE|node_modules/.test(response.rawBody))
          fail(`${describe(response)}: it contains a stack trace`);
        const text = withoutProtocolValues(response);
        if (secrets.some(secret => secret !== undefined && exposes(text, secret)))
          fail(`${describe(response)}: it contains a code or a password`);
      }
    },
  },
  {
    id: 'still-well',
    title: 'The server still works after all other checks',
    citation: 'docs/protocol.md#errors',
    async run({ client }) {
      const response = await client.call('DELETE', '/v1/session', { token: 'z'.repeat(43) });
      // The check `sign-out-unknown` reports a 401.
      if (response.status !== 401) expectSuccess(response);
    },
  },
];
