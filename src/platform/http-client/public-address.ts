import { BlockList, isIP } from 'node:net';

// Everything that is not a public host: this machine, private networks, link-local (cloud metadata services), shared
// address space, documentation, benchmarks, multicast, reserved; and the IPv6 forms that lead to IPv4 hosts.
const forbidden = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The host of a cloud's own agent, in an otherwise public network.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  forbidden.addSubnet(address, bits, 'ipv4');
// Only 2000::/3 is public IPv6; of it, these are not.
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  forbidden.addSubnet(address, bits, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !forbidden.check(address, 'ipv4');
  return publicV6.check(address, 'ipv6') && !forbidden.check(address, 'ipv6');
}

/** Whether a URL names a host that is not public by itself, without asking what a name leads to. */
export function leadsWithin({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) ? !isPublicAddress(host) : host === 'localhost' || host.endsWith('.localhost');
}
