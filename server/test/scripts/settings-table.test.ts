import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { formatText } from '../../../scripts/generate/format-text.mjs';
import { settings } from '../../src/config/settings.js';
import { withSettingsTable } from '../../scripts/settings-table.js';

const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

describe('the table of settings in the README', () => {
  it('is generated from the schemas and lists all settings', async () => {
    const page = await readFile(readme, 'utf8');
    const current = await formatText('README.md', withSettingsTable(page));
    assert.equal(page, current, 'npm run settings --workspace server writes it');
    for (const name of Object.keys(settings)) assert.ok(page.includes(`| \`${name}\``), name);
  });
});
