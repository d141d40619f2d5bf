import './check.js';

export * from '../define/code-input.js';
