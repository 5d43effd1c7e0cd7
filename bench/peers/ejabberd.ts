import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../harness.ts';

/** A running ejabberd with two accounts. */
export interface Ejabberd {
  version: string;
  port: number;
  stop(): Promise<void>;
}

const PASSWORD = 'correct horse battery staple';
const NODE = 'hubbub-bench@localhost';

/** Debian's ejabberd, listening on this machine alone, with an archive of all messages; undefined where it is not installed. */
export async function startEjabberd(accounts: readonly string[]): Promise<Ejabberd | undefined> {
  const identity = (flag: string) => Number(spawnSync('id', [flag, 'ejabberd'], { encoding: 'utf8' }).stdout);
  if (spawnSync('which', ['ejabberdctl']).status !== 0 || !identity('-u')) return undefined;
  const [folder, port] = [await mkdtemp(path.join(tmpdir(), 'hubbub-bench-ejabberd-')), await freePort()];
  const [config, control] = [path.join(folder, 'ejabberd.yml'), path.join(folder, 'ejabberdctl.cfg')];
  await writeFile(config, configOf(port));
  await writeFile(
    control,
    'export ERL_EPMD_ADDRESS=127.0.0.1\nERL_OPTIONS="-kernel inet_dist_use_interface {127,0,0,1}"\n',
  );
  await chown(folder, identity('-u'), identity('-g'));
  await chmod(folder, 0o755);
  const paths = [
    '--config-dir',
    folder,
    '--config',
    config,
    '--ctl-config',
    control,
    '--logs',
    folder,
    '--spool',
    folder,
  ];
  const command = (...args: string[]) => [...paths, '--node', NODE, ...args];
  const run = (...args: string[]) => spawnSync('ejabberdctl', command(...args), { encoding: 'utf8' });
  const child = spawn('ejabberdctl', command('foreground'), { stdio: 'ignore' });
  const stop = async () => {
    run('stop');
    if (child.exitCode === null) await once(child, 'exit');
    // Refused as long as any other program of Erlang is known to it.
    spawnSync('epmd', ['-kill']);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (run('started').status !== 0) throw new Error('ejabberd did not start');
    for (const account of accounts) {
      const made = run('register', account, 'localhost', PASSWORD);
      if (made.status !== 0) throw new Error(`ejabberd: ${made.stdout}${made.stderr}`);
    }
    const [, version = ''] = /ejabberd (\S+) is running/.exec(run('status').stdout) ?? [];
    return { version: `ejabberd ${version}`, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const configOf = (port: number) => `
loglevel: warning
hosts: [localhost]
auth_method: internal
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    max_stanza_size: 262144
shaper_rules:
  max_user_sessions: 100000
modules:
  mod_mam:
    default: always
    request_activates_archiving: false
`;

/** A connected client of an account (RFC 6120, RFC 6121), which sends, and waits for what comes. */
export class XmppClient {
  readonly #socket: Socket;
  #text = '';
  #wait: { pattern: string; resolve(at: number): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true).setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#text += text;
      this.#look();
    });
  }

  static async connect(port: number, account: string, resource: string): Promise<XmppClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const client = new XmppClient(socket);
    const open = `<stream:stream to='localhost' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
    const secret = Buffer.from(`\0${account}\0${PASSWORD}`).toString('base64');
    await client.send(open, '</stream:features>');
    await client.send(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`, '<success');
    await client.send(open, '</stream:features>');
    const bind = `<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>${resource}</resource></bind>`;
    await client.send(`<iq type='set' id='bind'>${bind}</iq>`, '</iq>');
    await client.send('<presence/>', '<presence');
    return client;
  }

  /** Sends, and waits for what the answer has. */
  send(xml: string, answer: string): Promise<number> {
    const answered = this.next(answer);
    this.#socket.write(xml);
    return answered;
  }

  /** Sends a message that nobody answers. */
  post(to: string, body: string): void {
    this.#socket.write(`<message to='${to}@localhost' type='chat'><body>${body}</body></message>`);
  }

  /** Waits for a text; gives when it came. What came before it is forgotten. */
  next(pattern: string): Promise<number> {
    return new Promise((resolve) => {
      this.#wait = { pattern, resolve };
      this.#look();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #look(): void {
    const at = this.#wait ? this.#text.indexOf(this.#wait.pattern) : -1;
    if (at < 0) return;
    this.#text = this.#text.slice(at + this.#wait!.pattern.length);
    const { resolve } = this.#wait!;
    this.#wait = undefined;
    resolve(performance.now());
  }
}
