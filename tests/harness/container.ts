/**
 * The image of `Dockerfile`, as far as a machine without a container runtime has one: the archive of a release, unpacked into a root
 * that cannot be written, without a network.
 */

import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeArchive } from '../../scripts/release/archive.ts';
import { makeFolder } from '../../scripts/release/folder.ts';
import { fromHere } from '../../scripts/release/packages.ts';
import { platformNamed } from '../../scripts/release/platforms.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const cache = path.join(repository, 'node_modules/.cache');
const run = promisify(execFile);

/** Prints status and text of a GET request, from within the container. */
const ASK = `const answer = await fetch(process.argv[1], { headers: { connection: 'close' } });
console.log(JSON.stringify({ status: answer.status, text: await answer.text() }));`;

/** An instruction of a Dockerfile, its lines joined. */
export interface Instruction {
  name: string;
  text: string;
}

/** The stages of the repository's Dockerfile, by name. */
export function readDockerfile(): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let stage: Instruction[] = [];
  const text = readFileSync(path.join(repository, 'Dockerfile'), 'utf8').replaceAll(/\\\n/g, ' ');
  for (const [, name, rest] of text.matchAll(/^([A-Z]+)\s+(.*)$/gm)) {
    if (name === 'FROM') {
      stage = [];
      stages.set(/ AS (\S+)$/.exec(rest!)![1]!, stage);
    }
    stage.push({ name: name!, text: rest! });
  }
  return stages;
}

/** Whether this machine lets us have mounts, processes and a network of our own. */
export const hasNamespaces = () =>
  spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** Returns the last stage of the Dockerfile as options of `docker run`. */
interface Image {
  environment: Record<string, string>;
  user: string;
  folder: string;
  entrypoint: string[];
  health: string[];
}

function readImage(): Image {
  const stage = readDockerfile().get('base')!;
  const last = (name: string) => stage.findLast((each) => each.name === name)!.text;
  const pairs = stage.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(/\s+/));
  return {
    environment: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
    user: last('USER'),
    folder: last('WORKDIR'),
    entrypoint: JSON.parse(last('ENTRYPOINT')),
    health: JSON.parse(/CMD (.*)$/.exec(last('HEALTHCHECK'))![1]!),
  };
}

/** An archive of a release, unpacked, and the container that runs it. Gone afterwards. */
export class Container implements AsyncDisposable {
  readonly #place: string;
  readonly #image = readImage();
  #program: ChildProcess | undefined;
  #output = '';

  private constructor(place: string) {
    this.#place = place;
  }

  /** Path of its program on this machine. */
  get tree(): string {
    return path.join(this.#place, 'hubbub');
  }

  static async create(): Promise<Container> {
    const container = new Container(await mkdtemp(path.join(tmpdir(), 'hubbub-container-')));
    try {
      await container.#install();
    } catch (error) {
      await container[Symbol.asyncDispose]();
      throw error;
    }
    return container;
  }

  async #install(): Promise<void> {
    execFileSync(process.execPath, [path.join(repository, 'scripts/build.mjs')], { stdio: 'ignore' });
    const archive = path.join(this.#place, 'hubbub.tar.gz');
    // On the disk of the packages, which are linked and not copied.
    await mkdir(cache, { recursive: true });
    const made = await mkdtemp(path.join(cache, 'release-'));
    try {
      const folder = path.join(made, 'hubbub');
      await makeFolder(folder, platformNamed(`${process.platform}-${process.arch}`), fromHere);
      // Stored rather than compressed: that would take six seconds of a processor.
      await writeArchive(folder, archive, { top: 'hubbub', time: 0, level: 0 });
    } finally {
      await rm(made, { recursive: true });
    }
    execFileSync('tar', ['-xzf', archive, '-C', this.#place]);
    await rm(archive);
    await mkdir(path.join(this.#place, 'data'), { mode: 0o700 });
    const [uid, gid] = this.#image.user.split(':').map(Number);
    chownSync(path.join(this.#place, 'data'), uid!, gid!);
    const passwd = path.join(this.#place, 'passwd');
    writeFileSync(passwd, `${readFileSync('/etc/passwd', 'utf8')}hubbub:x:${uid}:${gid}::/data:/bin/false\n`);
    chmodSync(passwd, 0o644);
  }

  /** Commands of a shell that put the image's folders where they are in it. */
  #mounts(): string {
    const { folder, environment } = this.#image;
    const data = `${path.dirname(folder)}/data`;
    if (environment.DATA_DIR !== '/data') throw new Error('the image keeps its data elsewhere');
    return [
      'set -e; mount --make-rprivate /',
      `mount -t tmpfs -o mode=755 tmpfs ${path.dirname(folder)}; mkdir ${folder} ${data}`,
      `mount --bind '${this.tree}' ${folder}; mount --bind '${this.#place}/data' ${data}`,
      `mount --bind '${this.#place}/passwd' /etc/passwd`,
      `mount -t tmpfs tmpfs /tmp; cd ${folder}; ip link set lo up;`,
    ].join('; ');
  }

  #environment(port: number): NodeJS.ProcessEnv {
    const { environment, folder } = this.#image;
    // /data is a volume there, and no folder of this machine; its own ports are for itself.
    return { ...environment, DATA_DIR: `${path.dirname(folder)}/data`, HOST: '127.0.0.1', PORT: String(port) };
  }

  /** Begins to run it: as the image's user, without rights or network, as the first process, where no write is taken. */
  start(port: number): void {
    const { folder, user, entrypoint } = this.#image;
    const [uid, gid] = user.split(':');
    const closed = [path.dirname(folder), folder, '/'].map((each) => `mount -o remount,ro,bind ${each}`).join('; ');
    const as = `setpriv --reuid ${uid} --regid ${gid} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs`;
    const script = `${this.#mounts()} ${closed}; cd ${folder}; exec ${as} "$@"`;
    const options = ['--mount', '--pid', '--net', '--mount-proc', '--fork', '--kill-child'];
    const child = spawn('unshare', [...options, '/bin/sh', '-c', script, 'sh', ...entrypoint], {
      env: this.#environment(port),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    this.#program = child;
  }

  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#program!.exitCode !== null || this.#program!.signalCode !== null;
  }

  /** Asks it from within, since nothing reaches it from outside. Throws while it does not answer. */
  async get(port: number, place: string): Promise<{ status: number; text: string }> {
    const ask = ['--input-type=module', '--eval', ASK, `http://127.0.0.1:${port}${place}`];
    const { stdout } = await run('nsenter', [...this.#network(), process.execPath, ...ask], { maxBuffer: 2 ** 26 });
    return JSON.parse(stdout);
  }

  /** Runs a command of its `hubbub` on its data. */
  async command(port: number, ...args: string[]): Promise<string> {
    const [uid, gid] = this.#image.user.split(':');
    const as = ['setpriv', '--reuid', uid!, '--regid', gid!, '--clear-groups'];
    const inside = ['--target', String(this.#first), '--net', '--mount', '--pid'];
    const command = [...inside, ...as, `${this.#image.folder}/hubbub`, ...args];
    return (await run('nsenter', command, { env: this.#environment(port) })).stdout;
  }

  /** Returns the exit status of the image's health check. */
  health(port: number): number | null {
    const [command, ...args] = this.#image.health as [string, ...string[]];
    const { tree } = this;
    const program = [path.join(tree, 'node_modules/node/bin', command), ...args];
    return spawnSync('nsenter', [...this.#network(), ...program], { cwd: tree, env: this.#environment(port) }).status;
  }

  /** Options of `nsenter` for its network. */
  #network(): string[] {
    return ['--target', String(this.#program!.pid), '--net'];
  }

  /** The first process in it; undefined if there is none yet, or none any more. */
  get #first(): number | undefined {
    const { pid } = this.#program!;
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return first ? Number(first) : undefined;
  }

  /** Sends a signal to the first process in it, and waits for its end. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(this.#program!, 'exit');
    const first = this.#first;
    // 0 would be all of our own group.
    if (first) process.kill(first, signal);
    else this.#program!.kill(signal);
    const [code] = await ended;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#program && !this.hasEnded) await this.end('SIGKILL');
    await rm(this.#place, { recursive: true, force: true });
  }
}
