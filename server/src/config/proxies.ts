import { BlockList, isIP, SocketAddress } from 'node:net';

/** A range of addresses as numbers, from `first` to `last`, both included. */
interface Range {
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly last: bigint;
}

/** The value of an IP address as a number. */
function valueOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  // The last 32 bits may be written as an IPv4 address.
  const groups = canonical.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map(group => group.toString(16)).join(':'),
  );
  const [head = '', tail = ''] = groups.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...zeros, ...back].reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

function rangeOf(address: string, prefix: number): Range {
  const bits = isIP(address) === 4 ? 32 : 128;
  const size = 1n << BigInt(bits - prefix);
  const first = (valueOf(address) / size) * size;
  return { bits, first, last: first + size - 1n };
}

const IPV4_MAPPED = rangeOf('::ffff:0:0', 96);

/**
 * Returns the range and, if it contains IPv4-mapped addresses (`::ffff:10.0.0.1`), the range of their IPv4 addresses, because Node's
 * BlockList matches these too.
 */
function unmapped(range: Range): readonly Range[] {
  if (range.bits === 32 || range.last < IPV4_MAPPED.first || range.first > IPV4_MAPPED.last) return [range];
  const first = range.first > IPV4_MAPPED.first ? range.first : IPV4_MAPPED.first;
  const last = range.last < IPV4_MAPPED.last ? range.last : IPV4_MAPPED.last;
  return [range, { bits: 32, first: first - IPV4_MAPPED.first, last: last - IPV4_MAPPED.first }];
}

/** Networks that are not part of the public Internet: private, carrier-grade NAT, link-local and loopback. */
const PRIVATE_RANGES = [
  ...(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', '127.0.0.0/8'] as const),
  ...(['fc00::/7', 'fe80::/10', '::1/128'] as const),
].map(network => {
  const [address = '', prefix] = network.split('/');
  return rangeOf(address, Number(prefix));
});

/** How many addresses of this length (in bits) these ranges contain together. An address in several ranges counts once. */
function countAddresses(ranges: readonly Range[], bits: 32 | 128): bigint {
  const sorted = ranges.filter(range => range.bits === bits).sort((a, b) => (a.first < b.first ? -1 : 1));
  let count = 0n;
  let end = -1n;
  for (const { first, last } of sorted) {
    if (last <= end) continue;
    count += last - (first > end ? first - 1n : end);
    end = last;
  }
  return count;
}

/**
 * The maximum number of public addresses that the proxies may have: a 16th of all IPv4 addresses, and a /20 of IPv6. Even
 * the networks of a large company are smaller.
 */
const MAX_PUBLIC = { 32: 1n << 28n, 128: 1n << 108n } as const;

/** Whether the ranges contain more than `MAX_PUBLIC` addresses outside of `PRIVATE_RANGES`. */
const isEverybody = (ranges: readonly Range[]) =>
  ([32, 128] as const).some(bits => {
    const both = countAddresses([...ranges, ...PRIVATE_RANGES], bits);
    return both - countAddresses(PRIVATE_RANGES, bits) > MAX_PUBLIC[bits];
  });

/** Why a list of proxies can't be used. `everybody`: it covers more than `MAX_PUBLIC` public addresses. */
export type ProxyProblem = 'malformed' | 'everybody';

/**
 * Parses addresses and networks (such as `10.0.0.0/8`). Returns the problem if one of them is invalid, or if together they
 * cover too many public addresses.
 */
export function parseProxies(entries: readonly string[]): BlockList | ProxyProblem {
  // Despite its name, Node's BlockList is a general list of addresses and networks.
  const trusted = new BlockList();
  const ranges: Range[] = [];
  for (const entry of entries) {
    const [address = '', suffix, ...rest] = entry.split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const prefix = suffix === undefined ? bits : /^\d{1,3}$/.test(suffix) ? Number(suffix) : Infinity;
    if (version === 0 || prefix > bits || rest.length > 0) return 'malformed';
    const family = version === 4 ? 'ipv4' : 'ipv6';
    trusted.addSubnet(address, prefix, family);
    ranges.push(...unmapped(rangeOf(address, prefix)));
  }
  return isEverybody(ranges) ? 'everybody' : trusted;
}
