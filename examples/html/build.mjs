// Copies the one-file build beside the pages. You can do the same by hand.
import { copyFile } from 'node:fs/promises';

await copyFile(new URL(import.meta.resolve('auth-widget/auth-widget.min.js')), 'public/auth-widget.min.js');
