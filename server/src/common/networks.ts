import { isIPv4 } from 'node:net';

/**
 * The networks of an address, widest first: /48, /56 and /64 for IPv6, /24 and the address itself for IPv4. Limits, queues and
 * connections are shared out by these tiers, because one subscriber may have a whole /48 and use a different /64 for each call.
 * @param ip an IPv4 address, the /64 of an IPv6 address (`2001:db8:0:1::/64`), or any other text, which counts as a network of
 * its own
 */
export function networksOf(ip: string): readonly [string, ...string[]] {
  if (isIPv4(ip)) return [ip.replace(/\d+$/, '0/24'), ip];
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/i.exec(ip)?.slice(1);
  if (!groups) return [ip];
  const [a, b, c, subnet = ''] = groups;
  const subnet56 = (parseInt(subnet, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}::/48`, `${a}:${b}:${c}:${subnet56}::/56`, ip];
}

/** The widest network that an address belongs to. */
export const widestNetworkOf = (ip: string): string => networksOf(ip)[0];
