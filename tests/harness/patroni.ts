import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { parse, stringify } from 'yaml';
import { asUser, postgresUser, type UnixUser } from '../../src/platform/postgres/user.ts';
import { until } from './clients.ts';
import { freePort } from './program.ts';

const HERE = '127.0.0.1';
const deployed = (file: string) => readFile(path.join(import.meta.dirname, '../../deploy', file), 'utf8');

/** Newest PostgreSQL of the machine's own packages. */
const BIN = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql', { withFileTypes: true })
      .map(({ name }) => `/usr/lib/postgresql/${name}/bin`)
      .filter((folder) => existsSync(path.join(folder, 'postgres')))
      .sort()
      .at(-1)
  : undefined;

const missing = [
  ...['patroni', 'etcd', 'haproxy'].filter(
    (name) => !(process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name))),
  ),
  ...(BIN ? [] : ['postgresql']),
];

/** Reason why tests with Patroni are left out on this machine; false if all of it is there. */
export const lacksPatroni = missing.length > 0 ? `there is no ${missing.join(', no ')} on this machine` : false;

/** Seconds in which a node may be replaced at the latest (`ttl` of `deploy/patroni.yml`). */
export const TTL_SECONDS = 20;

interface Node {
  name: string;
  config: string;
  data: string;
  port: number;
  restPort: number;
  patroni?: ChildProcess;
}

/** Two nodes of PostgreSQL under Patroni with the files of `deploy/`, and one etcd, on this machine. */
export class PatroniCluster implements AsyncDisposable {
  /** Leads to the primary, whichever that is. */
  readonly connectionString: string;
  readonly #folder: string;
  readonly #user: UnixUser | undefined;
  readonly #nodes: readonly Node[];
  readonly #children: ChildProcess[] = [];

  private constructor(parts: { folder: string; user: UnixUser | undefined; nodes: readonly Node[]; port: number }) {
    this.#folder = parts.folder;
    this.#user = parts.user;
    this.#nodes = parts.nodes;
    this.connectionString = `postgresql://hubbub:hubbub-password@${HERE}:${parts.port}/hubbub`;
  }

  /** Starts everything, with a role and a database for the program, and waits until a standby has all of it. */
  static async start(): Promise<PatroniCluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-patroni-'));
    await chmod(folder, 0o755);
    const user = await postgresUser(folder);
    // Patroni keeps passwords of its connections at home.
    if (user) await chown(folder, user.uid, user.gid);
    const nodes: Node[] = [];
    for (const name of ['pg1', 'pg2']) {
      const home = path.join(folder, name);
      await mkdir(home, { mode: 0o700 });
      if (user) await chown(home, user.uid, user.gid);
      const [config, data] = [path.join(home, 'patroni.yml'), path.join(home, 'data')];
      nodes.push({ name, config, data, port: await freePort(), restPort: await freePort() });
    }
    const cluster = new PatroniCluster({ folder, user, nodes, port: await freePort() });
    try {
      const etcd = await cluster.#startEtcd();
      for (const node of nodes) await cluster.#configure(node, etcd);
      await cluster.#startProxy();
      for (const node of nodes) cluster.begin(node);
      await cluster.isSafe();
      const primary = await cluster.primary();
      const role = `create role hubbub login password 'hubbub-password'`;
      await cluster.#query(primary, role, 'create database hubbub owner hubbub');
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, { ...asUser(this.#user, this.#folder), stdio: 'ignore' });
    this.#children.push(child);
    return child;
  }

  async #startEtcd(): Promise<string> {
    const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://${HERE}:${port}`);
    const data = path.join(this.#folder, 'etcd');
    await mkdir(data, { mode: 0o700 });
    if (this.#user) await chown(data, this.#user.uid, this.#user.gid);
    this.#spawn('etcd', [
      ...['--data-dir', data, '--listen-client-urls', clients!, '--advertise-client-urls', clients!],
      ...['--listen-peer-urls', peers!, '--initial-advertise-peer-urls', peers!],
      ...['--initial-cluster', `default=${peers}`, '--log-level', 'error'],
    ]);
    await until(async () => (await fetch(`${clients}/health`).catch(() => undefined))?.ok, 'etcd');
    return new URL(clients!).host;
  }

  async #configure({ name, config, data, port, restPort }: Node, etcd: string): Promise<void> {
    const text = (await deployed('patroni.yml')).replaceAll('192.0.2.0/24', `${HERE}/32`);
    const settings = parse(text);
    const rest = { listen: `${HERE}:${restPort}`, connect_address: `${HERE}:${restPort}` };
    Object.assign(settings, { name, restapi: rest, etcd3: { hosts: [etcd] } });
    const own = { listen: `${HERE}:${port}`, connect_address: `${HERE}:${port}`, data_dir: data, bin_dir: BIN };
    Object.assign(settings.postgresql, own);
    Object.assign(settings.postgresql.parameters, { unix_socket_directories: path.dirname(data) });
    await writeFile(config, stringify(settings), { mode: 0o600 });
    if (this.#user) await chown(config, this.#user.uid, this.#user.gid);
  }

  async #startProxy(): Promise<void> {
    const servers = this.#nodes.map(
      ({ name, port, restPort }) => `  server ${name} ${HERE}:${port} port ${restPort}\n`,
    );
    const file = path.join(this.#folder, 'haproxy.cfg');
    const text = (await deployed('haproxy-postgres.cfg'))
      .replaceAll('127.0.0.1:5000', new URL(this.connectionString).host)
      .replace(/(?:^ {2}server .*\n)+/m, servers.join(''));
    await writeFile(file, text, { mode: 0o644 });
    this.#spawn('haproxy', ['-db', '-f', file]);
  }

  /** Starts a node, or starts it again. */
  begin(node: Node): void {
    node.patroni = this.#spawn('patroni', [node.config]);
  }

  /** Answers of a node's Patroni; undefined while it does not answer. */
  async #ask(node: Node, at: string): Promise<Response | undefined> {
    return fetch(`http://${HERE}:${node.restPort}${at}`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  }

  /** The node that is the primary. */
  async primary(): Promise<Node> {
    return until(
      async () => {
        for (const node of this.#nodes) if ((await this.#ask(node, '/primary'))?.ok) return node;
        return undefined;
      },
      'a primary',
      120,
    );
  }

  /** Waits until there is a standby that has all that was acknowledged, so that another node may die. */
  async isSafe(): Promise<void> {
    await until(
      async () => {
        const primary = await this.primary();
        // PostgreSQL knows it first; Patroni lets a standby take over once it has told etcd.
        const synchronous = `select pid from pg_stat_replication where sync_state = 'sync'`;
        if ((await this.#query(primary, synchronous).catch(() => [])).length === 0) return false;
        const { members } = (await (await this.#ask(primary, '/cluster'))?.json()) ?? { members: [] };
        return members.some(({ role }: { role: string }) => role === 'sync_standby');
      },
      'a synchronous standby',
      180,
    );
  }

  /** Runs statements on a node, as the superuser. @returns rows of the last one */
  async #query({ port }: Node, ...statements: string[]): Promise<Record<string, unknown>[]> {
    const superuser = { user: 'postgres', password: 'change-this-first', database: 'postgres' };
    const client = new pg.Client({ host: HERE, port, ...superuser });
    // A server that is killed meanwhile.
    client.on('error', () => undefined);
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Ends a node without a word, as a lost machine: Patroni, and the server with everything that belongs to it. */
  async killNode(node: Node): Promise<void> {
    const gone = once(node.patroni!, 'exit');
    node.patroni!.kill('SIGKILL');
    await gone;
    const pid = await this.#serverOf(node);
    // Stopped, it starts no others. Those that it has would finish what they are at when it dies.
    process.kill(pid, 'SIGSTOP');
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const each of [...children.trim().split(' '), pid]) process.kill(Number(each), 'SIGKILL');
  }

  /** Kills the server of a node. */
  async killServer(node: Node): Promise<void> {
    process.kill(await this.#serverOf(node), 'SIGKILL');
  }

  /** Process of a node's server. @throws where none runs */
  async #serverOf({ data }: Node): Promise<number> {
    const [pid] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
    // The file stays when its server is killed, and its number may be somebody else's by now.
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(data)) throw new Error(`no server in ${data}`);
    return Number(pid);
  }

  /** Changes primary and standby, as before the maintenance of a node. */
  async switchOver(): Promise<void> {
    const leader = await this.primary();
    const answer = await fetch(`http://${HERE}:${leader.restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name }),
      signal: AbortSignal.timeout(60_000),
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  }

  /** Lets the primary acknowledge what the standby does not have. */
  async becomesAsynchronous(): Promise<void> {
    const primary = await this.primary();
    const answer = await fetch(`http://${HERE}:${primary.restPort}/config`, {
      method: 'PATCH',
      body: JSON.stringify({ synchronous_mode: false }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    await until(
      async () =>
        (
          await this.#query(
            primary,
            `select 1 from pg_settings where name = 'synchronous_standby_names' and setting = ''`,
          )
        ).length === 1,
      'the primary to wait for nobody',
    );
  }

  /** Waits until the standby has all that the primary has. */
  async hasCaughtUp(): Promise<void> {
    const behind = 'select pid from pg_stat_replication where replay_lsn = pg_current_wal_lsn()';
    await until(async () => (await this.#query(await this.primary(), behind)).length === 1, 'the standby to catch up');
  }

  /** Stops what sends the standby the changes, as a network that fails before the node does. */
  async cutOffStandby(): Promise<void> {
    const rows = await this.#query(await this.primary(), 'select pid from pg_stat_replication');
    for (const { pid } of rows) process.kill(pid as number, 'SIGSTOP');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // All of it goes: nobody waits for an orderly stop.
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    for (const node of this.#nodes) await this.killServer(node).catch(() => undefined);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
