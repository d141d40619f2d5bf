// The server of a plain HTML site with `<phone-input>` and `<code-input>`. It serves one page at a time and records the form
// submissions.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { listen } from './listen.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the elements and all countries from `src`: an entry for each, and the chunks that they share. Returns the code by path. */
async function buildModules() {
  const define = (/** @type {string} */ name) => `${root}src/define/${name}.ts`;
  const builds = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      write: false,
      lib: {
        entry: {
          'phone-input': define('phone-input'),
          'code-input': define('code-input'),
          countries: `${root}src/countries/all.ts`,
        },
        formats: ['es'],
        fileName: (_, name) => `${name}.js`,
      },
    },
  });
  const chunks = [builds].flat().flatMap(result => ('output' in result ? result.output : []));
  return new Map(chunks.flatMap(chunk => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [])));
}

/**
 * A page loads the countries if it names some.
 * @param {string} body
 */
const renderPage = body => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Form</title>
    <link rel="icon" href="data:," />
    ${body.includes(' countries=') ? '<script type="module" src="/countries.js"></script>' : ''}
    <script type="module" src="/phone-input.js"></script>
    <script type="module" src="/code-input.js"></script>
  </head>
  <body>${body}</body>
</html>`;

/**
 * A form submission.
 * @typedef {object} Post
 * @property {string} path with the query
 * @property {string} type content type
 * @property {Buffer} body
 */

/** @typedef {Awaited<ReturnType<typeof startFormServer>>} FormServer */

/** Starts the server on a free port of the loopback interface. */
export async function startFormServer() {
  const scripts = await buildModules();
  let body = '';
  /** @type {Post[]} */
  let posts = [];
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const respond = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST') {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      posts.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', body: Buffer.concat(chunks) });
      response.writeHead(303, { location: '/thanks' }).end();
    } else if (scripts.has(pathname)) {
      response.setHeader('content-type', 'text/javascript').end(scripts.get(pathname));
    } else {
      const html = pathname === '/thanks' ? '<!doctype html><title>Thanks</title>' : renderPage(body);
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  const { url, close } = await listen(server);
  return {
    url,
    /**
     * Sets the body of the page, and forgets the submissions.
     * @param {string} html
     */
    show(html) {
      body = html;
      posts = [];
    },
    /** The submissions since `show()`, in order. */
    get posts() {
      return posts;
    },
    close,
  };
}
