import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Reading {
  value: unknown;
  /** Where the next reply begins. */
  end: number;
}

/** One connection in Redis' protocol, as far as the benchmark speaks it. Replies come in the order of the commands. */
export class RedisClient {
  readonly #socket: Socket;
  #replies: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  /** Bytes as characters: what the benchmark stores is ASCII. */
  #received = '';

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', (error) => {
      for (const reply of this.#replies.splice(0)) reply.reject(error);
    });
  }

  static async open(file: string): Promise<RedisClient> {
    const socket = connect(file);
    await once(socket, 'connect');
    return new RedisClient(socket);
  }

  get waiting(): number {
    return this.#replies.length;
  }

  command(words: readonly string[]): Promise<unknown> {
    let text = `*${words.length}\r\n`;
    for (const word of words) text += `$${word.length}\r\n${word}\r\n`;
    return new Promise((resolve, reject) => {
      this.#replies.push({ resolve, reject });
      this.#socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    let start = 0;
    for (;;) {
      const reading = parse(this.#received, start);
      if (!reading) break;
      start = reading.end;
      const reply = this.#replies.shift()!;
      if (reading.value instanceof Error) reply.reject(reading.value);
      else reply.resolve(reading.value);
    }
    this.#received = this.#received.slice(start);
  }
}

/** The reply that begins at `start`; undefined while its end has not come. */
function parse(text: string, start: number): Reading | undefined {
  const line = text.indexOf('\r\n', start);
  if (line < 0) return undefined;
  const head = text.slice(start + 1, line);
  switch (text[start]) {
    case '-':
      return { value: new Error(head), end: line + 2 };
    case ':':
      return { value: Number(head), end: line + 2 };
    case '+':
      return { value: head, end: line + 2 };
    case '$': {
      const end = line + 2 + Number(head);
      if (head === '-1') return { value: null, end: line + 2 };
      return text.length < end + 2 ? undefined : { value: text.slice(line + 2, end), end: end + 2 };
    }
    default: {
      const values: unknown[] = [];
      let end = line + 2;
      for (let left = Number(head); left > 0; left--) {
        const element = parse(text, end);
        if (!element) return undefined;
        values.push(element.value);
        end = element.end;
      }
      return { value: values, end };
    }
  }
}
