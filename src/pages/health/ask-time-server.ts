import { createSocket } from 'node:dgram';

const PORT = 123;
const TIMEOUT_MS = 3000;
const PACKET_BYTES = 48;
/** No leap warning, version 4, client (RFC 4330, 4). */
const CLIENT = 0b00_100_011;
/** Place of the server's time of sending in its answer. */
const TRANSMIT = 40;
/** From 1900, the beginning of NTP's time, to 1970. */
const SECONDS_1900_TO_1970 = 2_208_988_800;

/**
 * Asks a time server for the time (SNTP, RFC 4330).
 * @param address `host` or `host:port`
 * @returns milliseconds since 1970
 * @throws when it does not respond within three seconds, or is not synchronized itself
 */
export function askTimeServer(address: string): Promise<number> {
  const [, host = address, port = PORT] = /^(.+):(\d+)$/.exec(address) ?? [];
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    const end = (act: () => void) => {
      clearTimeout(timer);
      socket.close();
      act();
    };
    const timer = setTimeout(() => end(() => reject(new Error('timed out'))), TIMEOUT_MS);
    socket.on('error', (error) => end(() => reject(error)));
    socket.on('message', (answer) => end(() => read(answer, resolve, reject)));
    const question = Buffer.alloc(PACKET_BYTES);
    question[0] = CLIENT;
    socket.send(question, Number(port), host, (error) => error && end(() => reject(error)));
  });
}

function read(answer: Buffer, resolve: (ms: number) => void, reject: (error: Error) => void): void {
  // Stratum 0 refuses to tell the time, 16 has none.
  const stratum = answer[1] ?? 0;
  if (answer.length < PACKET_BYTES || stratum === 0 || stratum > 15) {
    reject(new Error('it is not synchronized'));
    return;
  }
  const seconds = answer.readUInt32BE(TRANSMIT) - SECONDS_1900_TO_1970;
  resolve(seconds * 1000 + (answer.readUInt32BE(TRANSMIT + 4) / 2 ** 32) * 1000);
}
