import { main } from './cli.js';

process.exitCode = await main(
  process.argv.slice(2),
  text => process.stdout.write(text),
  text => process.stderr.write(text),
);
