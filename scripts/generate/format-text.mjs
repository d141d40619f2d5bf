import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

/** `format` of oxfmt reads no configuration. */
const options = JSON.parse(readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'));
delete options.ignorePatterns; // `format` knows no files

/**
 * Formats a text as `npm run format` formats the file.
 * @param {string} file its name says which language the text is
 * @param {string} text
 * @returns {Promise<string>} rejects if the text has a syntax error
 */
export async function formatText(file, text) {
  const { code, errors } = await format(file, text, options);
  const [error] = errors;
  if (error) throw new SyntaxError(`${file}: ${error.message}`);
  return code;
}
