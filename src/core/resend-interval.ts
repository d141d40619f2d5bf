/** The assumed time until the next code can be requested, in seconds, if the server doesn't state it. */
export const DEFAULT_RESEND_SECONDS = 60;
