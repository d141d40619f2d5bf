import './check.js';

export * from '../frameworks/vue.js';
