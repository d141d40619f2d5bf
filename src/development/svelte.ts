import './check.js';

export * from '../frameworks/svelte.js';
