// Values that the rules use again and again.
import type { Session } from '../../core/auth-backend.js';

/** The name used when registering. */
export const NAME = 'Anna';

/** Returns the session's token; null if the browser holds the session in a cookie. */
export const tokenOf = (session: Session): string | null => session.token ?? null;
export const refreshOf = ({ refreshToken }: Session) => ({ refreshToken });

/** Returns a wrong code of the same length. */
export const wrongCode = (code: string) => code.replace(/./, first => (first === '1' ? '2' : '1'));
