import { type BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

/** The form in which IPv6 sockets show IPv4. */
const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * An address in its one canonical form, without the port that some proxies add, and IPv4 as such where IPv6 carries it in
 * any of its spellings: by their first 64 bits all of IPv4 would be one caller. '' for what is no address.
 */
function plain(address: string): string {
  const bare = address
    .trim()
    .replace(/^\[(.*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
    .replace(mapped, '');
  const version = isIP(bare);
  if (version !== 6) return version === 0 ? '' : bare;
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  return canonical.replace(mapped, '');
}

/** The first 64 bits of an IPv6 address in its canonical form: one subscriber has them all, and could take another address for each call. */
function network(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Tells whether an address is one of a list's. */
export type Trust = (address: string) => boolean;

/** Addresses whose answer is remembered: proxies are few, and their clients come again. */
const remembered = 1000;

/** Asks the list once for an address that comes again and again: asking costs more than all else here. */
export function createTrust(list: BlockList): Trust {
  const known = new Map<string, boolean>();
  return address => {
    let answer = known.get(address);
    if (answer === undefined) {
      answer = list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
      if (known.size >= remembered) known.clear();
      known.set(address, answer);
    }
    return answer;
  };
}

/**
 * The address that the limits count: the peer's, or, behind trusted proxies, the last in `X-Forwarded-For` that is not
 * one of them. What stands before that one may be anybody's invention. IPv6 addresses count by their /64.
 * @param peer address of the other end of the connection
 * @param forwarded the header `X-Forwarded-For`
 */
export function clientAddress(peer: string, forwarded: string | undefined, trusted: Trust | undefined): string {
  let address = plain(peer);
  if (trusted !== undefined && forwarded !== undefined) {
    const hops = forwarded.split(',');
    while (hops.length > 0 && address !== '' && trusted(address)) {
      const next = plain(hops.pop()!);
      if (next === '') break;
      address = next;
    }
  }
  if (address === '') return 'unknown';
  return isIPv4(address) ? address : network(address);
}
