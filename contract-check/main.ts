// Entry of the command `auth-widget-check`.
import { runCommand } from './cli.js';

process.exitCode = await runCommand(
  process.argv.slice(2),
  text => process.stdout.write(text),
  text => process.stderr.write(text),
);
