import { parseArgs } from 'node:util';
import { UnreachableError } from './api-client.js';
import type { CheckOptions, TestNumber } from './check.js';
import { countOutcomes, formatJson, formatResult, formatSummary } from './report.js';
import { runChecks } from './runner.js';

const USAGE = `Checks from outside whether a server follows the protocol of auth-widget (docs/protocol.md).

  auth-widget-check https://server.example \\
    --test-number 79990000001 --test-code 111111 \\
    --test-number 79990000002 --test-code 222222 \\
    [--origin https://page.example] [--no-password] [--challenge] [--json] \\
    [--unserved-number 70000000000] [--unused-number 79480000000]

  --test-number, --test-code   two phone numbers of the server that have fixed codes and get no SMS. The second one is
                               blocked at the end, for 15 minutes or more.
  --origin                     origin of a page that may call the server; without it CORS is not checked
  --no-password                skips the checks of passwords, which create an account with a random login
  --challenge                  checks challenges, too: the server has to ask for one with each request for a code and each
                               sign-in (CHALLENGE=always). Takes five minutes more, the life of a challenge.
  --unserved-number            a number that the server sends no SMS to: of another country, a landline, or nobody's. Without
                               it, one after +7 that nobody has.
  --unused-number              with --challenge: a number of a country that the server serves, which nobody has. It gets no
                               SMS, because its challenge is left unsolved. Without it, one check is skipped, unless the first test
                               number is a Russian mobile one.
  --json                       prints the report as JSON

Takes a few seconds, or about four minutes if a test number has to wait a minute between two codes. Exit code: 0 if no check
fails, 1 if one does, 2 if the server doesn't respond or the command line is wrong.
`;

/**
 * Wire form of a number: docs/protocol.md#field-rules. No country code begins with 0 or 89; Russian mobile numbers begin with 89 in
 * their national form.
 */
const PHONE_PATTERN = /^(?:8[0-8]|[1-79]\d)\d{5,13}$/;

/** The command line is incomplete or invalid. */
class UsageError extends Error {}

function parseOptions(args: readonly string[]): CheckOptions & { json: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'test-number': { type: 'string', multiple: true, default: [] },
      'test-code': { type: 'string', multiple: true, default: [] },
      origin: { type: 'string' },
      'no-password': { type: 'boolean', default: false },
      challenge: { type: 'boolean', default: false },
      'unserved-number': { type: 'string' },
      'unused-number': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0) throw new UsageError('Give the address of one server.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${url} is not an http or https address.`);
  const codes = values['test-code'];
  const numbers = values['test-number'].map((phone, index): TestNumber => ({ phone, code: codes[index] ?? '' }));
  const [first, second] = numbers;
  const areValid = numbers.every(({ phone, code }) => PHONE_PATTERN.test(phone) && /^\d{1,6}$/.test(code));
  if (!first || !second || numbers.length > 2 || codes.length !== 2 || !areValid || first.phone === second.phone) {
    throw new UsageError('Give two different test numbers, with their country codes, and the code of each.');
  }
  const { origin } = values;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== origin))
    throw new UsageError(`${origin} is not an origin, such as https://example.com: no path, and no slash at the end.`);
  const { 'unserved-number': unservedNumber, 'unused-number': unusedNumber } = values;
  for (const phone of [unservedNumber, unusedNumber]) {
    if (phone !== undefined && !PHONE_PATTERN.test(phone)) {
      throw new UsageError(
        `${phone} is not an international number: give its country code and the rest, 7 to 15 digits without +.`,
      );
    }
  }
  return {
    url,
    numbers: [first, second],
    unservedNumber,
    unusedNumber,
    origin,
    password: !values['no-password'],
    challenge: values.challenge,
    json: values.json,
  };
}

/**
 * Runs the command. Rejects only with an unexpected error of the checks themselves.
 * @param args the command line, without the program
 * @param writeOutput gets the report
 * @param writeError gets errors, and a line before each wait
 * @returns the exit code: 0, 1 or 2, as the usage says
 */
export async function runCommand(
  args: readonly string[],
  writeOutput: (text: string) => void,
  writeError: (text: string) => void,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    writeOutput(USAGE);
    return 0;
  }
  let options: ReturnType<typeof parseOptions>;
  try {
    options = parseOptions(args);
  } catch (error) {
    writeError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  const { json, url } = options;
  try {
    const results = await runChecks(options, {
      onResult: result => {
        if (!json) writeOutput(`${formatResult(result)}\n`);
      },
      wait: seconds => {
        writeError(
          `… waiting ${Math.ceil(seconds)} s until the server allows the next code, or a challenge has expired\n`,
        );
        return new Promise(resolve => setTimeout(resolve, seconds * 1000));
      },
    });
    writeOutput(json ? `${formatJson(url, results)}\n` : `\n${formatSummary(results)}\n`);
    return countOutcomes(results).fails > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    writeError(`${error.message}\n`);
    return 2;
  }
}
