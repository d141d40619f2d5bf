import './check.js';

export * from '../define/phone-input.js';
