import { bridge } from '../../server-session';

export const POST = bridge.handle;
export const DELETE = bridge.handle;
