import { checkedTiles, type GetFromServer } from '../../shared/map/show-streets.ts';

/** Document of this server that may ask the tile server; its policy is of this moment, this page's is weeks old. */
const ADDRESS = '/tile-window';
/** Milliseconds for it to come and say that it is there. */
const OPENING_MS = 20_000;

/** Answer that came through the window; without a status nothing came. */
interface Answer {
  id: number;
  status?: number;
  /** The tile server's `Cache-Control`. */
  cacheControl?: string;
  bytes?: ArrayBuffer;
}

interface TileWindow {
  frame: HTMLIFrameElement;
  port: MessagePort;
  waiting: Map<number, (answer: Answer) => void>;
}

let opening: Promise<TileWindow> | undefined;
let count = 0;

/** Asks a tile server through the window. @throws where nothing came */
export const getByWindow: GetFromServer = async (address, signal, range) => {
  signal?.throwIfAborted();
  opening ??= open();
  const { frame, port, waiting } = await opening.catch((error) => {
    opening = undefined;
    throw error;
  });
  const id = ++count;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  waiting.set(id, resolve);
  signal?.addEventListener('abort', () => {
    port.postMessage({ id });
    reject(signal.reason);
  });
  port.postMessage({ id, address, range });
  const { status, cacheControl = '', bytes } = await promise.finally(() => waiting.delete(id));
  if (status === undefined) {
    // The owner may have chosen another server since: the next question opens a window of its own time.
    if (waiting.size === 0) close(frame);
    throw new Error('nothing came');
  }
  const content = status === 204 ? null : (bytes ?? null);
  return checkedTiles(new Response(content, { status, headers: { 'cache-control': cacheControl } }));
};

async function open(): Promise<TileWindow> {
  if (!navigator.onLine) throw new Error('offline');
  const frame = document.createElement('iframe');
  frame.src = ADDRESS;
  frame.hidden = true;
  frame.title = '';
  const { port1: port, port2 } = new MessageChannel();
  const waiting: TileWindow['waiting'] = new Map();
  const isThere = new Promise<void>((resolve, reject) => {
    waiting.set(0, () => resolve());
    setTimeout(reject, OPENING_MS, new Error('no window'));
  });
  port.onmessage = ({ data }: MessageEvent<Answer>) => waiting.get(data.id)?.(data);
  frame.addEventListener('load', () => frame.contentWindow?.postMessage('open', location.origin, [port2]), {
    once: true,
  });
  document.body.append(frame);
  try {
    await isThere;
  } catch (error) {
    frame.remove();
    throw error;
  }
  waiting.delete(0);
  return { frame, port, waiting };
}

function close(frame: HTMLIFrameElement): void {
  frame.remove();
  opening = undefined;
}
