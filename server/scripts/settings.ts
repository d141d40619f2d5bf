// npm run settings: writes the table of settings into server/README.md.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { withSettingsTable } from './settings-table.js';

const file = new URL('../README.md', import.meta.url);
const page = withSettingsTable(await readFile(file, 'utf8'));
await writeFile(file, await format(page, { ...(await resolveConfig(file)), parser: 'markdown' }));
