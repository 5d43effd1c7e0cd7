/** The image and the compositions of containers, without a container runtime. */

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { until } from '../harness/clients.ts';
import { Container, hasNamespaces, readDockerfile } from '../harness/container.ts';
import { freePort } from '../harness/program.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const text = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const PINNED = /@sha256:[0-9a-f]{64}$/;
const skip =
  process.platform !== 'linux' || process.getuid?.() !== 0 || !hasNamespaces()
    ? 'this machine gives no mounts of their own'
    : false;

const COMPOSITIONS = ['compose.yaml', 'deploy/compose.full.yaml', 'deploy/compose.three.yaml'];

/** Part of a composition that is checked here. */
interface Service {
  image: string;
  build?: { context: string; target: string };
  read_only?: boolean;
  cap_drop?: string[];
  volumes?: string[];
  networks?: string[] | Record<string, unknown>;
  environment?: Record<string, string>;
  ports?: string[];
  shm_size?: string;
}

/** Returns the files that `.dockerignore` includes. */
function context(): { let: string[]; but: string[] } {
  const lines = text('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(lines[0], '*');
  return {
    let: lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
    but: lines.slice(1).filter((line) => !line.startsWith('!')),
  };
}

test('the image is made of pinned images and of files that are there, and ends as an unprivileged user', () => {
  const stages = readDockerfile();
  const names = new Set(stages.keys());
  for (const [name, stage] of stages) {
    const base = stage[0]!.text.split(' ')[0]!;
    assert.ok(names.has(base) || PINNED.test(base), `${name}: ${base}`);
    for (const { text: copied } of stage.filter(({ name }) => name === 'COPY')) {
      if (copied.startsWith('--from=')) continue;
      const sources = copied.split(/\s+/).slice(0, -1);
      for (const source of sources.filter((each) => each !== '.')) {
        assert.ok(existsSync(path.join(repository, source)), source);
        assert.ok(context().let.includes(source), `${source} is kept out by .dockerignore`);
      }
    }
    const user = stage.findLast(({ name }) => name === 'USER');
    if (user) assert.match(user.text, /^[1-9]\d*:[1-9]\d*$/, name);
  }
  assert.equal([...names].at(-1), 'hubbub', 'the one that is built when none is named');
});

test('what backs up a database elsewhere knows the public authorities of certificates', () => {
  const [install] = readDockerfile()
    .get('external')!
    .filter(({ name }) => name === 'RUN');
  assert.match(install!.text, / ca-certificates .*postgresql-client-/);
});

test('nothing secret or made on this machine goes into the image', () => {
  const { let: entries, but } = context();
  for (const entry of entries) assert.ok(existsSync(path.join(repository, entry)), entry);
  assert.deepEqual(
    entries.filter((entry) => /^(?:\.|data|node_modules|org\.json)/.test(entry)),
    [],
  );
  const files = globSync(
    entries.flatMap((entry) => [entry, `${entry}/**/*`]),
    { cwd: repository, exclude: but },
  );
  assert.ok(files.includes('src/main.ts') && files.includes('scripts/start.mjs') && files.includes('tsconfig.json'));
  const unwanted = files.filter(
    (file) =>
      /(?:^|\/)(?:\.env|.*\.(?:key|pem|p8|log)$|secret\.key$|node_modules\/|dist\/)/.test(file) ||
      /\.test\.tsx?$/.test(file),
  );
  assert.deepEqual(unwanted, []);
});

test('compositions name pinned images, files that are there, and no secret', () => {
  for (const file of COMPOSITIONS) {
    const { services, volumes = {}, networks = {} } = parse(text(file), { merge: true });
    for (const [name, service] of Object.entries<Service>(services)) {
      const at = `${file}: ${name}`;
      if (service.build) {
        const { context, target } = service.build;
        assert.equal(path.resolve(repository, path.dirname(file), context), repository, at);
        assert.ok(readDockerfile().has(target), at);
        assert.equal(service.read_only, true, at);
        assert.deepEqual(service.cap_drop, ['ALL'], at);
      } else assert.match(service.image, PINNED, at);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':') as [string];
        const isThere = source.startsWith('.')
          ? existsSync(path.resolve(repository, path.dirname(file), source))
          : source in volumes;
        assert.ok(isThere, `${at}: ${source}`);
      }
      const own = service.networks ?? [];
      for (const network of Array.isArray(own) ? own : Object.keys(own)) assert.ok(network in networks, at);
      for (const [key, value] of Object.entries(service.environment ?? {}))
        if (/PASSWORD|SECRET|DATABASE_URL/.test(key)) assert.match(value, /\$\{\w+:\?\}/, `${at}: ${key}`);
    }
  }
});

test('the proxy of the machine is trusted by the address that a container sees of it, and nobody else has it', () => {
  const { services, networks } = parse(text('compose.yaml'));
  const { environment, ports } = services.hubbub as Service;
  assert.equal(environment!.TRUSTED_PROXIES, networks.default.ipam.config[0].gateway);
  for (const port of ports!) assert.match(port, /^127\.0\.0\.1:/);
});

test('PostgreSQL in a container has memory to share between its processes', () => {
  for (const file of COMPOSITIONS) {
    const services = Object.values<Service>(parse(text(file), { merge: true }).services);
    const having = services.filter(({ build, image }) => build?.target === 'hubbub' || image.startsWith('postgres:'));
    assert.deepEqual(
      having.map(({ shm_size }) => shm_size),
      ['256m'],
      file,
    );
  }
});

test('an unpacked release serves without a network, npm or a Node of the machine, where it cannot write to its own folder', {
  skip,
  timeout: 600_000,
}, async () => {
  const container = await Container.create();
  after(() => container[Symbol.asyncDispose]());
  const port = await freePort();
  container.start(port);
  await until(
    async () => {
      assert.ok(!container.hasEnded, container.output);
      return (await container.get(port, '/readyz').catch(() => undefined))?.status === 200;
    },
    'the container to serve',
    280,
  );
  // A busy machine may take longer for it than the check has patience.
  await until(async () => container.health(port) === 0, 'a good health check', 120);
  assert.equal(container.health(await freePort()), 1, 'where nothing serves');
  assert.match((await container.get(port, '/sign-in')).text, /<form/);
  // A page that was built beforehand, and a file of it.
  const app = await container.get(port, '/gallery');
  assert.equal(app.status, 200);
  const [, asset] = /"(\/assets\/[^"]+\.js)"/.exec(app.text)!;
  assert.equal((await container.get(port, asset!)).status, 200);
  // A command, and a thread that runs from the sources: the hashing of passwords.
  const made = await container.command(
    port,
    ...[
      'org',
      'create',
      '--name',
      'Example Couriers',
      '--country',
      'US',
      '--timezone',
      'America/Los_Angeles',
      '--json',
    ],
    ...['--owner-email', 'o@couriers.example', '--owner-name', 'Olive', '--owner-password', 'correct horse battery'],
  );
  assert.ok(JSON.parse(made).organization_id, made);
  // The bundle and the pages that came with it, and nothing that had to be made or was missed.
  assert.doesNotMatch(container.output, /from its sources|Installing|Building|Read-only|EROFS|EACCES/);
  assert.equal(await container.end('SIGTERM'), 0, container.output);
});
