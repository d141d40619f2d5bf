import assert from 'node:assert/strict';
import test from 'node:test';
import { packManifest, packPage } from '../../../scripts/release/packed-files.mjs';

const REPOSITORY = 'https://github.com/owner/auth-widget';
const CDN = 'https://cdn.jsdelivr.net/npm/auth-widget@1.2.3';
const manifest = { name: 'auth-widget', version: '1.2.3' };
const files = ['README.md', 'docs/client.md', 'docs/backend.md', 'docs/demo.webp'];

/**
 * @param {string} file
 * @param {string} page
 * @param {string} [repository]
 */
const pack = (file, page, repository) => packPage(page, { file, files, manifest, repository });

test('without a repository, README.md leads to the CDN, and names what is not in the package', () => {
  assert.equal(pack('README.md', '[a](docs/client.md#errors)'), `[a](${CDN}/docs/client.md#errors)`);
  assert.equal(pack('README.md', '![A page](docs/demo.webp)'), `![A page](${CDN}/docs/demo.webp)`);
  assert.equal(pack('README.md', 'the [server](server) and [`a`](server/README.md)'), 'the server and `a`');
  assert.equal(pack('README.md', 'x ![A page](demo/other.png)'), 'x ');
});

test('without a repository, other pages keep the links within the package', () => {
  assert.equal(
    pack('docs/client.md', '[b](backend.md#errors), [start](../README.md)'),
    '[b](backend.md#errors), [start](../README.md)',
  );
  assert.equal(pack('docs/client.md', '[server](../server/)'), 'server');
});

test('with a repository, links lead to the tag of the version', () => {
  assert.equal(
    pack('README.md', '[a](docs/client.md#errors)', REPOSITORY),
    `[a](${REPOSITORY}/blob/v1.2.3/docs/client.md#errors)`,
  );
  assert.equal(pack('README.md', '![A](docs/demo.webp)', REPOSITORY), `![A](${REPOSITORY}/raw/v1.2.3/docs/demo.webp)`);
  assert.equal(pack('docs/client.md', '[s](../server)', REPOSITORY), `[s](${REPOSITORY}/blob/v1.2.3/server)`);
  assert.equal(pack('docs/client.md', '[b](backend.md)', REPOSITORY), '[b](backend.md)');
});

test('links to other sites and within the page, and code, stay', () => {
  const page = '[a](https://example.com/a) [b](#b)\n\n```md\n[c](server/README.md)\n```\n';
  for (const repository of [undefined, REPOSITORY]) assert.equal(pack('README.md', page, repository), page);
});

test('package.json loses the fields that only concern the repository, and gets its address once that is known', () => {
  const whole = { ...manifest, scripts: {}, devDependencies: {}, workspaces: [], overrides: {} };
  assert.deepEqual(packManifest(whole, undefined), manifest);
  assert.deepEqual(packManifest(whole, REPOSITORY), {
    ...manifest,
    repository: { type: 'git', url: `git+${REPOSITORY}.git` },
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
  });
});
