import { MemoryBackend } from 'auth-widget/testing';

/** A server in the memory of this page, until there is a real one. It forgets everybody at a reload. */
export const backend = new MemoryBackend();

console.warn('Nobody is really signed in here: the server is in the memory of this page.');
