// Parcel, which reads `exports` once package.json says so: docs/starting.md. FULL=1 installs it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { launch } from '../e2e/support/browser.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { isFull } from '../support/full.mjs';
import { installPackage, root } from './support/package.mjs';
import { run } from './support/run.mjs';

const SETTING = /`(?<setting>"@parcel\/resolver-default": \{[^`]*\})`/;

if (isFull)
  test(
    'Parcel finds the entries with the setting in docs/starting.md, and not without it',
    { timeout: 600_000 },
    async t => {
      const { modules, remove } = await installPackage(['parcel@2.16.4'], process.execPath);
      t.after(remove);
      const cwd = path.dirname(modules);
      await mkdir(path.join(cwd, 'src'));
      await writeFile(path.join(cwd, 'src/main.js'), "import 'auth-widget/demo';\n");
      const html =
        '<!doctype html><script type="module" src="main.js"></script><auth-widget demo lang="en"></auth-widget>';
      await writeFile(path.join(cwd, 'src/index.html'), html);
      const build = () =>
        run(process.execPath, [path.join(modules, 'parcel/lib/bin.js'), 'build', 'src/index.html', '--no-cache'], {
          cwd,
        });

      await assert.rejects(build(), /Failed to resolve 'auth-widget\/demo'/);
      const { setting } = SETTING.exec(await readFile(path.join(root, 'docs/starting.md'), 'utf8'))?.groups ?? {};
      await writeFile(path.join(cwd, 'package.json'), `{ "private": true, ${setting} }`);
      await build();

      const files = new Map(
        await Promise.all(
          (await readdir(path.join(cwd, 'dist'))).map(
            async name => /** @type {[string, Buffer]} */ ([`/${name}`, await readFile(path.join(cwd, 'dist', name))]),
          ),
        ),
      );
      const server = await listen(
        createServer(({ url = '' }, response) => {
          response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
          response.end(files.get(url) ?? '');
        }),
      );
      t.after(() => server.close());
      const browser = await launch();
      t.after(() => browser.close());
      const page = await browser.newPage();
      await page.goto(`${server.url}/index.html`);
      await page.locator('phone-input input').waitFor();
    },
  );
