import './check.js';

export * from '../index.js';
