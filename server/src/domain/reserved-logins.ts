/** Logins by which somebody could pass for the site itself. */
const NAMES = new Set([
  ...['abuse', 'admin', 'administrator', 'billing', 'bot', 'help', 'helpdesk', 'hostmaster', 'info', 'moderator'],
  ...['noreply', 'no-reply', 'official', 'operator', 'owner', 'postmaster', 'privacy', 'root', 'security', 'service'],
  ...['staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'webmaster'],
]);

/** Digits in groups, as many as a phone number has. */
const PHONE_NUMBER = /^(?:\d[._-]?){10,15}$/;

/**
 * Whether a login may not be registered: it passes for the site, or it's a phone number, which belongs to somebody else.
 * Separators don't hide a name. Accounts that have such a login keep it.
 * @param login in lower case
 */
export const isReservedLogin = (login: string): boolean =>
  NAMES.has(login) || NAMES.has(login.replace(/^[._-]+|[._-]+$/g, '')) || PHONE_NUMBER.test(login);
