// npm run settings: writes the table of settings into server/README.md.
import { readFile, writeFile } from 'node:fs/promises';
import { formatText } from '../../scripts/generate/format-text.mjs';
import { withSettingsTable } from './settings-table.js';

const file = new URL('../README.md', import.meta.url);
const page = withSettingsTable(await readFile(file, 'utf8'));
await writeFile(file, await formatText('README.md', page));
