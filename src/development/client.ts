import './check.js';

export * from '../client/index.js';
