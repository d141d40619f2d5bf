import './check.js';

export * from '../frameworks/solid.js';
