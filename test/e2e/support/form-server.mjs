// A small server of a site that knows nothing of the project: it serves pages of plain HTML, with the modules of
// phone-input and code-input, and keeps what their forms post.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The elements as a site loads them: each by its own entry, what they share beside them. Path → code. */
async function modules() {
  const define = name => `${root}src/define/${name}.ts`;
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      write: false,
      lib: {
        entry: { 'phone-input': define('phone-input'), 'code-input': define('code-input') },
        formats: ['es'],
        fileName: (_, name) => `${name}.js`,
      },
    },
  });
  return new Map(output.map(({ fileName, code }) => [`/${fileName}`, code]));
}

const pageOf = body => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Form</title>
    <link rel="icon" href="data:," />
    <script type="module" src="/phone-input.js"></script>
    <script type="module" src="/code-input.js"></script>
  </head>
  <body>${body}</body>
</html>`;

/** @returns a server on a free port */
export async function startFormServer() {
  const scripts = await modules();
  let page = '';
  let posts = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    if (request.method === 'POST') {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      posts.push({ path: request.url, type: request.headers['content-type'], body: Buffer.concat(chunks) });
      // As sites answer a form: the browser gets a page of its own.
      response.writeHead(303, { location: '/thanks' }).end();
    } else if (scripts.has(pathname)) {
      response.setHeader('content-type', 'text/javascript').end(scripts.get(pathname));
    } else {
      const html = pathname === '/thanks' ? '<!doctype html><title>Thanks</title>' : pageOf(page);
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** From now on the server shows this, and nothing was posted yet. */
    show(body) {
      page = body;
      posts = [];
    },
    /** Everything that was posted since, in order: path, content type, and the body as it came, in bytes. */
    get posts() {
      return posts;
    },
    close: () => new Promise(resolve => server.close(resolve).closeAllConnections()),
  };
}
