/**
 * Returns the key of one customer of a network provider: an IPv4 address, or the first 64 bits of an IPv6 address,
 * since a customer with one address has all that share them (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const first = groups(head);
  const last = tail === undefined ? [] : groups(tail);
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const all = [...first, ...(tail === undefined ? [] : zeros), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
