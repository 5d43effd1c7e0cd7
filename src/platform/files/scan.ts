import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Config } from '../config.ts';
import type { ServiceReply } from '../outbound/service-reply.ts';

/** The scanner found something in a file. Safe to show. */
export class InfectedFile extends Error {}

/** The scanner is there by the settings, but does not answer: nothing is let through. */
export class ScannerUnavailable extends Error {}

/** Longer than any file takes that clamd accepts. */
const TIMEOUT_MS = 120_000;
const PING_MS = 5000;
const MAX_ANSWER = 4096;

/**
 * Has a file looked at by clamd (its command INSTREAM: chunks with their length in 4 bytes, an empty one at the end), if
 * the settings name one.
 * @throws {InfectedFile} {ScannerUnavailable}
 */
export async function scanFile({ clamdAddress }: Pick<Config, 'clamdAddress'>, file: string): Promise<void> {
  if (clamdAddress === undefined) return;
  const answer = await ask(clamdAddress, file).catch((error: Error) => {
    throw new ScannerUnavailable('The virus scanner does not respond', { cause: error });
  });
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found !== undefined) throw new InfectedFile(`The file contains ${found}`);
  if (answer !== 'stream: OK') throw new ScannerUnavailable(`The virus scanner reported: ${answer}`);
}

/**
 * Asks clamd whether it responds (its command PING).
 * @throws when it does not
 */
export async function pingScanner(address: string): Promise<ServiceReply> {
  const socket = open(address, PING_MS);
  try {
    const answer = readAnswer(socket);
    answer.catch(() => undefined);
    await write(socket, Buffer.from('zPING\0'));
    const text = await answer;
    return text === 'PONG' ? { host: address, state: 'responds' } : { host: address, state: 'reports', text };
  } finally {
    socket.destroy();
  }
}

/** @param address `host:port`, or the path of a Unix socket */
function open(address: string, timeoutMs: number): Socket {
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? [];
  const socket = host === undefined ? connect(address) : connect(Number(port), host);
  return socket.setTimeout(timeoutMs, () => socket.destroy(new Error('timed out')));
}

async function ask(address: string, file: string): Promise<string> {
  const socket = open(address, TIMEOUT_MS);
  const answer = readAnswer(socket);
  answer.catch(() => undefined);
  try {
    await write(socket, Buffer.from('zINSTREAM\0'));
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      await write(socket, length);
      await write(socket, chunk);
    }
    await write(socket, Buffer.alloc(4));
    return await answer;
  } finally {
    socket.destroy();
  }
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      if (text.includes('\0') || text.length > MAX_ANSWER) resolve(text.replace(/\0[\s\S]*/, '').trim());
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
  });
}
