'use client';

import './check.js';

// A module with 'use client' must name its exports: it can't use `export *`.
export { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth } from '../frameworks/react.js';
