// The server of PHP itself, for development. In production, your web server runs public/index.php for every path without a file.
import { spawn } from 'node:child_process';

const { HOST = '127.0.0.1', PORT = '5174' } = process.env;
// It answers one call at a time, unless it is told how many processes to run.
const env = { PHP_CLI_SERVER_WORKERS: '4', ...process.env };
const args = ['-S', `${HOST}:${PORT}`, '-t', 'public', 'public/index.php'];
const php = spawn('php', args, { stdio: 'inherit', env, detached: true });
php.on('error', ({ message }) => console.error(`${message}. Is PHP installed, and on the PATH?`));
php.on('exit', code => (process.exitCode = code ?? 1));
// PHP ends alone, without the processes that it has started, so the whole group is ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.kill(-php.pid));
