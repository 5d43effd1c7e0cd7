import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Hundreds of receivers of webhooks as bare sockets: their own processor time is part of the load, and stated. */
export interface BareReceivers {
  urls: string[];
  /** Milliseconds from just before each event's commit to its arrival, at receivers that answer. */
  late: number[];
  /** Whether a receiver never answers. */
  hangs(n: number): boolean;
  close(): void;
}

const OK = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;
const TIME = Buffer.from('"time":');

/** Starts `count` receivers in this process, on ports of their own; `hanging` of them, evenly spread, never answer a delivery. */
export async function startReceivers(count: number, hanging: number): Promise<BareReceivers> {
  const sockets = new Set<Socket>();
  const hangs = (n: number) => hanging > 0 && n % Math.ceil(count / hanging) === 0;
  const found: BareReceivers = { urls: [], late: [], hangs, close };
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) {
    const server = createServer((socket) => {
      sockets.add(socket.setNoDelay());
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
      socket.on('data', readRequests(socket, hangs(n) ? undefined : found.late));
    }).listen(0, '127.0.0.1', 1024);
    servers.push(server);
    await once(server, 'listening');
    found.urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  }
  function close(): void {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  }
  return found;
}

/** Answers each whole request that a connection has brought, and notes how late it is; without `late` only checks. */
function readRequests(socket: Socket, late: number[] | undefined): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (part) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    for (;;) {
      const end = rest.indexOf(HEAD_END);
      if (end < 0) return;
      const head = rest.toString('latin1', 0, end);
      const length = end + 4 + Number(LENGTH.exec(head)?.[1] ?? 0);
      if (rest.length < length) return;
      if (head.startsWith('GET')) answerCheck(socket, head);
      else if (late) {
        const at = rest.indexOf(TIME, end) + TIME.length;
        late.push(Date.now() - Number.parseInt(rest.toString('latin1', at, at + 13), 10));
        socket.write(OK);
      }
      rest = rest.subarray(length);
    }
  };
}

function answerCheck(socket: Socket, head: string): void {
  const word = /[?&]check=([^& ]*)/.exec(head)?.[1] ?? '';
  socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${word.length}\r\n\r\n${word}`);
}
