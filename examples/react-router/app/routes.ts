import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/sign-in.tsx'),
  route('account', 'routes/account.tsx'),
  route('v1/*', 'routes/v1.ts'),
] satisfies RouteConfig;
