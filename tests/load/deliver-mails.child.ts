/** Brings mails that are dear to read by LMTP: `PORT RECIPIENT COUNT`. Prints how many had which answer. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const MAIL_BYTES = 24 * 1024 ** 2;
/** Connections that bring mails at the same time. */
const SENDERS = 8;
const ANSWER_MS = 120_000;
/** Lines that cost the parser most. */
const LINES = ['<\r\n', 'a > b\r\n', '<div>\r\n', '<table><tr><td>a\r\n'];

const [port, recipient, count] = process.argv.slice(2) as [string, string, string];
const hostile = LINES.map(hostileMail);
const answers: Record<string, number> = {};
let sent = 0;
await Promise.all(
  Array.from({ length: SENDERS }, async () => {
    while (sent < Number(count)) {
      const answer = await deliver(hostile[sent++ % hostile.length]!);
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  }),
);
console.log(JSON.stringify(answers));

function hostileMail(line: string): Buffer {
  const type = line.startsWith('<') ? 'html' : 'plain';
  const head = `From: a@b.example\r\nSubject: ${type}\r\nContent-Type: text/${type}\r\n\r\n`;
  return Buffer.from(head + line.repeat(Math.floor(MAIL_BYTES / line.length)), 'latin1');
}

/** Brings a mail by LMTP (RFC 2033). @returns the code of the answer; `none` where the connection ends before */
async function deliver(mail: Buffer): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1').setTimeout(ANSWER_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return 'none';
      if (value[3] !== '-') return value.slice(0, 3);
    }
  };
  try {
    let code = await answer();
    // A sender of its own each: one that was refused would have to pause.
    const sender = `MAIL FROM:<${Math.random().toString(36).slice(2)}@b.example>`;
    for (const command of ['LHLO load', sender, `RCPT TO:<${recipient}>`, 'DATA']) {
      socket.write(`${command}\r\n`);
      code = await answer();
      if (!/^[23]/.test(code)) return code;
    }
    socket.write(mail);
    socket.write('\r\n.\r\n');
    return await answer();
  } finally {
    socket.destroy();
  }
}
