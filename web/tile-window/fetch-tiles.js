/**
 * Asks the tile server of an organization for the driver's app, whose own page is kept on the phone and may ask nobody but
 * this server. The policy of this document names the tile server's origin and nothing else, and is of this moment. Served as it is.
 */

/** @typedef {{ id: number, address?: string, range?: string }} Asked without an address: the answer is not wanted any more */

/** @type {Map<number, AbortController>} */
const running = new Map();

addEventListener('message', ({ source, origin, ports: [port] }) => {
  if (source !== parent || origin !== location.origin || !port) return;
  port.onmessage = ({ data }) => void answer(port, data);
  port.postMessage({ id: 0 });
});

/** @param {MessagePort} port @param {Asked} asked */
async function answer(port, { id, address, range }) {
  if (address === undefined) return running.get(id)?.abort();
  const own = new AbortController();
  running.set(id, own);
  try {
    const found = await fetch(address, {
      // The browser's own cache would have it open on the phone.
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: own.signal,
      ...(range !== undefined && { headers: { range } }),
    });
    const bytes = await found.arrayBuffer();
    const cacheControl = found.headers.get('cache-control') ?? '';
    port.postMessage({ id, status: found.status, cacheControl, bytes }, [bytes]);
  } catch {
    port.postMessage({ id });
  } finally {
    running.delete(id);
  }
}
