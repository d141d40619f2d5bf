import { describePhone } from '../common/libphonenumber.js';

/** Logins that would let somebody pass for the site itself. */
const NAMES = new Set([
  ...['abuse', 'admin', 'administrator', 'billing', 'bot', 'help', 'helpdesk', 'hostmaster', 'info', 'moderator'],
  ...['noreply', 'official', 'operator', 'owner', 'postmaster', 'privacy', 'root', 'security', 'service'],
  ...['staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'webmaster'],
]);

/** As many digits as most phone numbers have, with or without the country code. */
const LONG_NUMBER = /^\d{10,15}$/;

/**
 * Whether a login may not be registered: it passes for the site, or it's a phone number, which belongs to somebody else.
 * Separators don't hide a name, wherever they are. Accounts that have such a login keep it.
 * @param login in lower case
 */
export function isReservedLogin(login: string): boolean {
  const bare = login.replace(/[._-]+/g, '');
  // Some countries have mobile numbers of 7 to 9 digits, country code included. Not every login of so few digits is one.
  return NAMES.has(bare) || LONG_NUMBER.test(bare) || describePhone(bare)?.kind === 'mobile';
}
