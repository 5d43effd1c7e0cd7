/** The image of `Dockerfile`, as far as a machine without a container runtime has one: its program in a root that cannot be written. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../..');
const modules = path.join(repository, 'node_modules');
const CONFIGURATION = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];

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

/** Whether this machine lets us have mounts and processes of our own. */
export const hasNamespaces = () => spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

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

/** An installation as `npm ci --omit=dev` makes it, and the container that runs it. Gone afterwards. */
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
    return path.join(this.#place, 'tree');
  }

  static async create(): Promise<Container> {
    // On the disk of the packages, which are linked and not copied.
    await mkdir(path.join(modules, '.cache'), { recursive: true });
    const container = new Container(await mkdtemp(path.join(modules, '.cache', 'container-')));
    try {
      await container.#install();
    } catch (error) {
      await container[Symbol.asyncDispose]();
      throw error;
    }
    return container;
  }

  async #install(): Promise<void> {
    const { tree } = this;
    await mkdir(path.join(tree, 'node_modules'), { recursive: true });
    const installed = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8'));
    const retained = Object.entries<{ dev?: boolean }>(installed.packages).filter(([, { dev }]) => !dev);
    const places = retained.map(([place]) => place);
    const outer = places.filter((place) => !places.some((other) => place.startsWith(`${other}/`)));
    execFileSync('cp', ['-al', '--parents', ...outer, tree], { cwd: repository });
    // Whatever is written to a source there is no source of ours.
    execFileSync('cp', ['-a', 'rules', 'src', 'scripts', 'texts', 'web', ...CONFIGURATION, tree], { cwd: repository });
    execFileSync('cp', ['-a', '--parents', 'docs/guides', tree], { cwd: repository });
    writeFileSync(path.join(tree, 'node_modules', '.package-lock.json'), '');
    await mkdir(path.join(this.#place, 'data'), { mode: 0o700 });
    const [uid, gid] = this.#image.user.split(':').map(Number);
    chownSync(path.join(this.#place, 'data'), uid!, gid!);
    const passwd = path.join(this.#place, 'passwd');
    writeFileSync(passwd, `${readFileSync('/etc/passwd', 'utf8')}hubbub:x:${uid}:${gid}::/data:/bin/false\n`);
    chmodSync(passwd, 0o644);
    execFileSync('unshare', ['--mount', '/bin/sh', '-c', `${this.#mounts()} exec node scripts/build.mjs`], {
      env: this.#environment(0),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
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
      `mount -t tmpfs tmpfs /tmp; cd ${folder};`,
    ].join('; ');
  }

  #environment(port: number): NodeJS.ProcessEnv {
    const { environment, folder } = this.#image;
    // /data is a volume there, and no folder of this machine; its own ports are for itself.
    return { ...environment, DATA_DIR: `${path.dirname(folder)}/data`, HOST: '127.0.0.1', PORT: String(port) };
  }

  /** Begins to run it: as the image's user, without rights, as the first process, on a file system that takes no write. */
  start(port: number): void {
    const { folder, user, entrypoint } = this.#image;
    const [uid, gid] = user.split(':');
    const closed = [path.dirname(folder), folder, '/'].map((each) => `mount -o remount,ro,bind ${each}`).join('; ');
    const as = `setpriv --reuid ${uid} --regid ${gid} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs`;
    const script = `${this.#mounts()} ${closed}; cd ${folder}; exec ${as} "$@"`;
    const options = ['--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];
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

  /** Returns the exit status of the image's health check. */
  health(port: number): number | null {
    const [command, ...args] = this.#image.health as [string, ...string[]];
    const { tree } = this;
    const bin = path.join(tree, 'node_modules/node/bin');
    return spawnSync(path.join(bin, command), args, { cwd: tree, env: this.#environment(port) }).status;
  }

  /** Sends a signal to the first process in it, and waits for its end. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(this.#program!, 'exit');
    const { pid } = this.#program!;
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    // There is none yet, or none any more; 0 would be all of our own group.
    if (first) process.kill(Number(first), signal);
    else this.#program!.kill(signal);
    const [code] = await ended;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#program && !this.hasEnded) await this.end('SIGKILL');
    await rm(this.#place, { recursive: true, force: true });
  }
}
