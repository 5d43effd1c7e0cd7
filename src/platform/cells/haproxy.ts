import { connect } from 'node:net';
import { CellRefusal } from './errors.ts';

/** HAProxy takes a command of `tune.bufsize` at most, 16 KiB if nobody has changed it. */
const MAX_PAYLOAD = 8 * 1024;
const PATIENCE_MS = 5000;

/**
 * Gives a running HAProxy (2.4 or later) a new content of a map by its socket: the lines are added to a version beside
 * the current one, which they replace at once. Nothing is reloaded, and no connection ends.
 * @param file the map as the configuration names it
 * @throws {CellRefusal} with what HAProxy answers
 */
export async function replaceMap(socket: string, file: string, hosts: Readonly<Record<string, string>>): Promise<void> {
  const prepared = await ask(socket, `prepare map ${file}\n`);
  const [, version] = /^New version created: (\d+)/.exec(prepared) ?? [];
  if (version === undefined) throw refusal(prepared);
  let payload = '';
  const add = async () => {
    if (payload !== '') await mustBeSilent(socket, `add map @${version} ${file} <<\n${payload}\n`);
    payload = '';
  };
  for (const [host, cell] of Object.entries(hosts)) {
    const line = `${host} ${cell}\n`;
    if (payload.length + line.length > MAX_PAYLOAD) await add();
    payload += line;
  }
  await add();
  await mustBeSilent(socket, `commit map @${version} ${file}\n`);
}

const refusal = (answer: string) => new CellRefusal(`HAProxy refused the map: ${answer || 'no answer'}.`);

/** HAProxy says nothing where it has done what it was asked. */
async function mustBeSilent(socket: string, command: string): Promise<void> {
  const answer = await ask(socket, command);
  if (answer !== '') throw refusal(answer);
}

function ask(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new CellRefusal(`HAProxy cannot be reached at ${socket}: ${why}.`));
    let answer = '';
    const connection = connect(socket, () => connection.end(command));
    connection.setEncoding('utf8');
    connection.setTimeout(PATIENCE_MS, () => connection.destroy(new Error('it does not answer')));
    connection.on('data', (text) => {
      answer += text;
    });
    connection.on('error', ({ message }) => fail(message));
    connection.on('end', () => resolve(answer.trim()));
  });
}
