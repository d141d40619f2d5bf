import { type BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

/** The prefix of an IPv4-mapped IPv6 address, the form in which IPv6 sockets report IPv4 peers. */
const IPV4_MAPPED_PREFIX = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * An IP address in its canonical form, without the port that some proxies add; '' if the text is not an address.
 * IPv4-mapped IPv6 addresses in any notation become IPv4 addresses: as IPv6 addresses, they would all share one /64.
 */
function canonicalAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
    .replace(IPV4_MAPPED_PREFIX, '');
  const version = isIP(bare);
  if (version !== 6) return version === 0 ? '' : bare;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return address.replace(IPV4_MAPPED_PREFIX, '');
}

/** The /64 network of a canonical IPv6 address. A subscriber usually has a whole /64 and can change address for each call. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Whether a canonical address is that of a trusted proxy. */
export type IsTrustedProxy = (address: string) => boolean;

/** The maximum number of addresses in the cache. */
const CACHE_SIZE = 1000;

/**
 * Creates a check against `proxies`. It caches its results, because `BlockList.check` costs more than the rest of
 * `clientAddress`.
 */
export function createProxyCheck(proxies: BlockList): IsTrustedProxy {
  const cache = new Map<string, boolean>();
  return address => {
    let isTrusted = cache.get(address);
    if (isTrusted === undefined) {
      isTrusted = proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(address, isTrusted);
    }
    return isTrusted;
  };
}

/**
 * The address that the limits count: the peer's, or behind trusted proxies, the last address in `X-Forwarded-For` that
 * isn't one of them. The addresses before that one come from the client, which may invent them. An entry that isn't an address
 * ends the search: the proxy that wrote it counts.
 * @param peer address of the other end of the connection
 * @param forwardedFor the header `X-Forwarded-For`
 * @param isTrustedProxy undefined if there are no proxies: the header is then ignored
 * @returns an IPv4 address, the /64 of an IPv6 address (`2001:db8:0:1::/64`), or 'unknown' if the peer has no address
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrustedProxy: IsTrustedProxy | undefined,
): string {
  let address = canonicalAddress(peer);
  if (isTrustedProxy !== undefined && forwardedFor !== undefined) {
    const hops = forwardedFor.split(',');
    while (hops.length > 0 && address !== '' && isTrustedProxy(address)) {
      const previous = canonicalAddress(hops.pop()!);
      if (previous === '') break;
      address = previous;
    }
  }
  if (address === '') return 'unknown';
  return isIPv4(address) ? address : networkOf(address);
}

/** Reads the addresses of clients, behind the proxies of a configuration. */
export interface AddressReader {
  /** The address that the limits count: see `clientAddress`. */
  readonly addressOf: (peer: string, forwardedFor?: string) => string;
  /** Whether a peer is a trusted proxy, so that many clients share its connections. */
  readonly isProxy: (peer: string) => boolean;
}

/** Creates a reader. `proxies` are those whose `X-Forwarded-For` is trusted; undefined for none. */
export function createAddressReader(proxies: BlockList | undefined): AddressReader {
  const isTrustedProxy = proxies && createProxyCheck(proxies);
  return {
    addressOf: (peer, forwardedFor) => clientAddress(peer, forwardedFor, isTrustedProxy),
    isProxy(peer) {
      const address = canonicalAddress(peer);
      return address !== '' && isTrustedProxy?.(address) === true;
    },
  };
}
