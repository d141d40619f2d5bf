import { createRequire } from 'node:module';
import path from 'node:path';

const packageJson = createRequire(import.meta.url).resolve('typescript-native/package.json');

/** The path of the compiler of TypeScript 7, to be run by Node.js. */
export const nativeTsc = path.join(path.dirname(packageJson), 'bin/tsc');
