import { once } from 'node:events';
import { type Bench, type Finding, freePort, residentSet } from './harness.ts';
import { type Fleet, watch } from './live-fleet.ts';
import { BenchStream } from './live-stream.ts';

const FIRST = 200;
/** Watchers by whose memory that of one is reckoned. */
const MORE = 800;
const PATIENCE_MS = 60_000;

/**
 * Measures the server memory of a watcher: the heap after a collection, with and without watchers. Resident memory
 * would include the garbage from opening them. For comparison, an open stream of the bare server by resident memory.
 */
export async function watcherMemory(bench: Bench, fleet: Fleet): Promise<Finding> {
  const port = await freePort();
  const hubbub = await bench.startBeside({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const used = await heapOf(port);
  let ours: number;
  try {
    const there = { ...bench, hubbub: hubbub.url };
    const first = await watch(there, fleet, 0, FIRST);
    const before = await used();
    const more = await watch(there, fleet, FIRST, FIRST + MORE);
    ours = (await used()) - before;
    for (const stream of [...first, ...more]) stream.close();
  } finally {
    await hubbub.stop();
  }
  const before = (await residentSet(bench.barePid))?.now ?? Number.NaN;
  const held = Array.from({ length: MORE }, () => new BenchStream(`${bench.bare}/stream`, {}));
  await Promise.all(held.map((stream) => stream.lineOf(':\n')));
  const bare = ((await residentSet(bench.barePid))?.now ?? Number.NaN) - before;
  for (const stream of held) stream.close();
  const each = (bytes: number) => `${(bytes / MORE / 1000).toFixed(1)} kB`;
  return {
    name: `memory of a watcher, of ${FIRST + MORE}, connection included`,
    found: `${each(ours)}; of the bare server's open stream ${each(bare)}`,
    aim: '≤ 50 kB',
  };
}

/** Gives what asks a process for the bytes that it uses after a collection, by its inspector. */
export async function heapOf(port: number): Promise<() => Promise<number>> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  return async () => {
    const socket = new WebSocket(target!.webSocketDebuggerUrl);
    const answers = new Map<number, (result: Record<string, number>) => void>();
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id: number; result: Record<string, number> };
      answers.get(id)?.(result);
    });
    await once(socket, 'open', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const ask = (id: number, method: string) =>
      new Promise<Record<string, number>>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${method} took too long`)), PATIENCE_MS).unref();
        answers.set(id, resolve);
        socket.send(JSON.stringify({ id, method }));
      });
    try {
      await ask(1, 'HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize, embedderHeapUsedSize } = await ask(2, 'Runtime.getHeapUsage');
      return usedSize! + (backingStorageSize ?? 0) + (embedderHeapUsedSize ?? 0);
    } finally {
      socket.close();
    }
  };
}
