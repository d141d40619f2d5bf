import { parseArgs } from 'node:util';
import { Unreachable } from './answer.js';
import { line, summary, tally, toJson } from './report.js';
import { runChecks } from './runner.js';
import type { CheckOptions, TestNumber } from './verdict.js';

const usage = `Checks a server against the contract of auth-widget, from outside.

  auth-widget-check https://server.example \\
    --test-number 79990000001 --test-code 111111 \\
    --test-number 79990000002 --test-code 222222 \\
    [--origin https://page.example] [--no-password] [--json]

  --test-number, --test-code   two numbers of the server that have fixed codes and get no SMS. The second one is
                               blocked at the end, for 15 minutes or more.
  --origin                     origin of a page that may call the server; without it CORS is not asked about
  --no-password                makes no account by password; otherwise one with a random login is made
  --json                       prints a report for programs

Takes two minutes, most of it waiting for the second SMS. Ends with 0 where the contract holds or the widget copes,
with 1 where it fails, with 2 where it could not be asked.
`;

/** A command line that can't be used. */
class UsageError extends Error {}

function readOptions(args: readonly string[]): CheckOptions & { json: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'test-number': { type: 'string', multiple: true, default: [] },
      'test-code': { type: 'string', multiple: true, default: [] },
      origin: { type: 'string' },
      'no-password': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0) throw new UsageError('One server is needed.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new UsageError(`${url} is no address.`);
  const codes = values['test-code'];
  const numbers = values['test-number'].map((tel, index): TestNumber => ({ tel, code: codes[index] ?? '' }));
  const [first, second] = numbers;
  const bad = numbers.find(({ tel, code }) => !/^7\d{10}$/.test(tel) || !/^\d{1,6}$/.test(code));
  if (!first || !second || numbers.length > 2 || codes.length !== 2 || bad || first.tel === second.tel) {
    throw new UsageError('Two different test numbers are needed, 11 digits starting with 7, each with its code.');
  }
  return {
    url,
    numbers: [first, second],
    origin: values.origin,
    password: !values['no-password'],
    json: values.json,
  };
}

/**
 * The command.
 * @param write where the report goes
 * @param complain where everything else goes
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  write: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    write(usage);
    return 0;
  }
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(args);
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const { json, url } = options;
  try {
    const results = await runChecks(options, {
      result: result => json || write(`${line(result)}\n`),
      wait: seconds => {
        complain(`… waiting ${Math.ceil(seconds)} s for the next SMS\n`);
        return new Promise(resolve => setTimeout(resolve, seconds * 1000));
      },
    });
    write(json ? `${toJson(url, results)}\n` : `\n${summary(results)}\n`);
    return tally(results).fails > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    complain(`${error.message}\n`);
    return 2;
  }
}
