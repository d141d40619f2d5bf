import type { ApiResponse } from '../api-client.js';
import { type Check, fail, widgetCopes } from '../check.js';
import { describe, expectAll, expectError } from '../expectations.js';

const path = '/v1/creds/tel';

/**
 * Returns a number with a trunk prefix in place of its country code: 8 for +7, or else 0 in place of two digits. No number in wire form
 * begins with 0 or 89.
 */
const nationalForm = (tel: string) => (tel.startsWith('7') ? `8${tel.slice(1)}` : `0${tel.slice(2)}`);

/** Requests that a server has to refuse. A server that refuses them sends no SMS. */
export const requestChecks: readonly Check[] = [
  {
    id: 'malformed-send',
    title: 'A malformed POST is refused with 400 and sends nothing',
    citation: 'docs/protocol.md#field-rules',
    async run({ client, options }) {
      const { phone: tel } = options.numbers[0];
      const bodies = [
        '{',
        '[]',
        {},
        { tel },
        { tel, op: 'del' },
        { tel: nationalForm(tel), op: 'add' },
        { tel: `+${tel}`, op: 'add' },
      ];
      for (const body of bodies) expectError(await client.call('POST', path, { body }), 400, undefined);
    },
  },
  {
    id: 'country',
    title: 'A number that can get no SMS is refused with 400 "country"',
    citation: 'docs/protocol.md#numbers-that-get-no-sms',
    async run({ client, options }) {
      // Nobody can have the default: no area code of Russia or Kazakhstan begins with 0.
      const { unservedNumber: tel = '70000000000' } = options;
      const response = await client.call('POST', path, { body: { tel, op: 'add' } });
      if (response.status === 200) fail(`${describe(response)}: it sends SMS to numbers that nobody has`);
      if (response.status !== 400) widgetCopes(`${describe(response)}: it is refused with another code`);
      expectError(response, 400, 'country');
    },
  },
  {
    id: 'exact-bodies',
    title: 'The credential calls refuse members that are not listed for them',
    citation: 'docs/protocol.md#envelope',
    async run({ client, options }) {
      // A server that ignores such members may send a code. The checks of the first number begin without one.
      const { phone: tel, code } = options.numbers[1];
      const extra = { displayName: 'Anna' };
      const send = await client.call('POST', path, { body: { tel, op: 'add', ...extra } });
      const verification = await client.call('PUT', path, { body: { tel, val: code, op: 'add', ...extra } });
      const expectRefusal = (response: ApiResponse) => {
        if (response.status !== 400 && response.status < 500)
          widgetCopes(`${describe(response)}: 400 was expected, but the widget sends no such members`);
        expectError(response, 400, undefined);
      };
      expectAll(
        () => expectRefusal(send),
        () => expectRefusal(verification),
      );
    },
  },
  {
    id: 'body-size',
    title: 'A body above 4 KiB is refused with 413',
    citation: 'docs/protocol.md#envelope',
    async run({ client }) {
      const body = { tel: '7'.repeat(5000), val: '111111', op: 'add' };
      const response = await client.call('PUT', path, { body });
      if (response.status === 400 || response.status === 422)
        widgetCopes(`${describe(response)}: it is refused with another code`);
      expectError(response, 413, undefined);
    },
  },
  {
    id: 'not-found',
    title: 'An unknown path is answered 404 in the envelope, without a redirect',
    citation: 'docs/protocol.md#errors',
    async run({ client }) {
      expectError(await client.call('GET', '/v1/no-such-path'), 404, undefined);
    },
  },
  {
    id: 'method',
    title: 'A method that a path does not have is refused with 405',
    citation: 'docs/protocol.md#errors',
    async run({ client }) {
      const response = await client.call('PATCH', path, { body: {} });
      if (response.status === 404) widgetCopes(`${describe(response)}: 405 was expected`);
      expectError(response, 405, undefined);
    },
  },
];
