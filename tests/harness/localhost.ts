import dns, { type LookupAddress, type LookupOptions } from 'node:dns';

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Makes this process find `NAME.localhost` at this machine, as browsers do and systems need not (RFC 6761, 6.3), and `NAME.test`. */
export function knowLocalhosts(): void {
  const { lookup } = dns;
  const own = (host: string, given: LookupOptions | Done, then?: Done) => {
    const [options, done] = typeof given === 'function' ? [{}, given] : [given, then!];
    if (!/\.(?:localhost|test)$/.test(host)) return lookup(host, options, done as never);
    const found = { address: '127.0.0.1', family: 4 };
    process.nextTick(() => (options.all ? done(null, [found]) : done(null, found.address, found.family)));
  };
  dns.lookup = own as unknown as typeof dns.lookup;
}
