// Until the package is published, `npx auth-widget…` runs it only where it is installed: docs/starting.md.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const SECTION = 'until-the-package-is-published';

test('a page with a command of the package says what npx does until the package is published', () => {
  const pages = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`);
  const withCommand = [...pages, 'README.md', 'contract-check/README.md', 'server/README.md'].filter(page =>
    /npx (?:-p )?(?:create-)?auth-widget/.test(readFileSync(new URL(page, ROOT), 'utf8')),
  );
  assert.ok(withCommand.includes('docs/starting.md'));
  for (const page of withCommand) {
    if (page === 'docs/starting.md') continue; // it has the section
    assert.ok(readFileSync(new URL(page, ROOT), 'utf8').includes(SECTION), page);
  }
});
