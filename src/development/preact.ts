import './check.js';

export * from '../frameworks/preact.js';
