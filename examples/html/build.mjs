// What a person does by hand: copies the one-file build beside the page.
import { copyFile } from 'node:fs/promises';

await copyFile('node_modules/auth-widget/dist/auth-widget.min.js', 'auth-widget.min.js');
