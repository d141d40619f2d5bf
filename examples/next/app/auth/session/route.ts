import { bridge } from '../../bridge';

export const POST = bridge.handle;
export const DELETE = bridge.handle;
