/**
 * The assumed time until the next code can be requested, in seconds, if the server doesn't state it. The reference server does: its setting is
 * `SEND_INTERVAL`.
 */
export const DEFAULT_RESEND_SECONDS = 60;
