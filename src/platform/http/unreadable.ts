import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** An API's own form of an error that is met before any route; undefined when the path is not its own. */
export type ErrorForm = (path: string, problem: string, requestId: string) => string | undefined;

/** The body of such an error, in the form of the API that the path belongs to. */
export function wordError(forms: readonly ErrorForm[], path: string, problem: string, requestId: string): string {
  for (const form of forms) {
    const body = form(path, problem, requestId);
    if (body !== undefined) return body;
  }
  return JSON.stringify({ error: problem });
}

const PROBLEMS: Record<string, [status: number, problem: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body of the request has too long chunk extensions'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time'],
};

/** Answers what is not HTTP, or did not come to its end, and closes the connection. */
export function answerUnreadable(
  forms: readonly ErrorForm[],
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  // The response that Node has ready for the request on this connection, if one got that far.
  const response = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy();
    return;
  }
  if (response?.req.complete) {
    // Bytes after a complete request are not HTTP. That request is being handled and gets the last answer.
    response.setHeader('connection', 'close');
    return;
  }
  const [status, problem] = PROBLEMS[error.code ?? ''] ?? [400, 'The request is not valid HTTP'];
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 1000) : '';
  const path = response?.req.url ?? /^[A-Z]+ (\S+)/.exec(packet)?.[1] ?? '';
  const body = wordError(forms, path, problem, randomUUID());
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    "content-security-policy: frame-ancestors 'none'",
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
