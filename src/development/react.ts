'use client';

import './check.js';

// By their names: a module with 'use client' must not export everything of another one.
export { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth } from '../frameworks/react.js';
