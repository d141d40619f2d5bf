import './check.js';

export * from '../define/auth-widget.js';
