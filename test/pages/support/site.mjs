// The pages of a site: an HTML page with the widget and one script, and the files of the packed package.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '../../e2e/support/listen.mjs';

/**
 * Serves `/?script=<name>`: a page with the one file, the widget and a script.
 * @param {object} options
 * @param {string} options.dist of the package
 * @param {(name: string) => string | undefined} options.readScript the text of a script that isn't part of the package
 * @param {string} [options.attributes] of the widget
 * @param {import('node:http').RequestListener} [options.handler] answers what is below /api/
 */
export function serveSite({ dist, readScript, attributes = '', handler }) {
  const html = (/** @type {string | null} */ script) => `<!doctype html>
<html lang="en">
<title>Sign in</title>
<auth-widget ${attributes}></auth-widget>
<div id="captcha"></div>
<script type="module" src="/auth-widget.min.js"></script>
<script type="module" src="/${script}"></script>
</html>`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (handler && pathname.startsWith('/api/')) {
      handler(request, response);
      return;
    }
    const name = pathname.slice(1);
    const content = name ? (readScript(name) ?? readFile(path.join(dist, name))) : html(searchParams.get('script'));
    Promise.resolve(content).then(
      body => response.writeHead(200, { 'content-type': name ? 'text/javascript' : 'text/html' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  return listen(server);
}
