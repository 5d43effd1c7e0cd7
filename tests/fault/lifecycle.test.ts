import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { ChatClient, DispatchClient, until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { Installation } from '../harness/program.ts';
import { lacksPython } from '../harness/python.ts';

describe('the program and its data folder', () => {
  test('serves, is administered while it runs, and stops in order', async () => {
    await using installation = await Installation.create();
    const program = await installation.start();
    const organization = await installation.organization();
    assert.equal(organization.chat.site, program.url);
    assert.equal(organization.dispatch.organization_id, organization.organization_id);
    assert.match(organization.organization_id, /^[A-Za-z0-9]{24}$/);
    assert.match(organization.dispatch.webhook_secret, /^[0-9a-f]{64}$/);

    const chat = new ChatClient(organization.chat);
    assert.equal((await chat.get('/users/me')).status, 200);
    assert.equal((await new DispatchClient(organization.dispatch).get('/auth/test')).status, 200);
    // Pages are slices too, and found also where the program is bundled.
    assert.equal((await fetch(`${program.url}/connect`)).status, 200);

    // A second server on the same folder refuses with a sentence; the first goes on.
    const second = installation.spawn({ PORT: '0' });
    const ended = await second.end('SIGCONT');
    assert.equal(ended.code, 1);
    assert.match(second.output(), /Another Hubbub \(process \d+\) is using /);
    assert.equal((await chat.get('/users/me')).status, 200);

    // What is held is answered, what is in flight is finished, and the exit is clean.
    const { queue_id } = (await chat.post('/register', { event_types: ['message'] })).json;
    const held = chat.get('/events', { queue_id, last_event_id: -1 });
    await until(
      async () => /^hubbub_event_polls_waiting 1$/m.test(await (await fetch(`${program.url}/metrics`)).text()),
      'the poll',
    );
    const sends = Array.from({ length: 20 }, (_, n) =>
      chat.post('/messages', { type: 'direct', to: [organization.chat.user_id], content: `note ${n}` }),
    );
    // Begun before the end: a send whose connection is reset by it is nobody's fault, and is looked at below.
    const settled = Promise.allSettled(sends);
    assert.equal((await sends[0]!).status, 200);
    const { code } = await program.end('SIGTERM');
    assert.equal(code, 0);
    assert.equal((await held).json.result, 'success');
    const acknowledged = (await settled).filter((one) => one.status === 'fulfilled' && one.value.status === 200).length;

    const again = await installation.start();
    const fetched = await chat.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
    assert.ok(fetched.json.messages.length >= acknowledged);
    assert.equal((await again.end('SIGTERM')).code, 0);
  });

  test('commands work while no server runs, and print JSON alone', async () => {
    await using installation = await Installation.create();
    const organization = await installation.organization();
    const id = organization.organization_id;
    const user = await installation.command(
      'user',
      'create',
      '--organization',
      id,
      '--email',
      'mia@couriers.example',
      '--name',
      'Mia Member',
      '--role',
      'member',
      '--json',
    );
    assert.deepEqual(Object.keys(JSON.parse(user.stdout)).sort(), ['api_key', 'email', 'user_id']);
    const taken = await installation.command(
      'user',
      'create',
      '--organization',
      id,
      '--email',
      'MIA@couriers.example',
      '--name',
      'Mia',
      '--role',
      'guest',
      '--json',
    );
    assert.equal(taken.code, 1);
    assert.equal(taken.stdout, '');
    assert.match(taken.stderr, /already used/);
    const bot = await installation.command(
      'bot',
      'create',
      '--organization',
      id,
      '--owner',
      'mia@couriers.example',
      '--name',
      'Echo Bot',
      '--json',
    );
    assert.match(JSON.parse(bot.stdout).email, /^echo-bot-.*-bot@/);
    const doctor = await installation.command('doctor', '--json');
    assert.equal(doctor.code, 0, doctor.stdout + doctor.stderr);
    assert.ok(JSON.parse(doctor.stdout).every(({ state }: { state: string }) => state !== 'fail'));
    const nobody = await installation.command(
      'user',
      'create',
      '--organization',
      'x',
      '--email',
      'a@b.example',
      '--name',
      'A',
      '--role',
      'member',
    );
    assert.equal(nobody.code, 1);
    assert.match(nobody.stderr, /There is no organization x/);
    assert.notEqual((await installation.command('no-such-command')).code, 0);
    assert.notEqual((await installation.command('org', 'create', '--name', 'A')).code, 0);
  });

  test('a log collector gets JSON, and whoever sits in front of a terminal something to read', {
    skip: lacksPython('pty'),
  }, async () => {
    await using installation = await Installation.create();
    const program = await installation.start();
    const firstRun = new RegExp(`${program.url}/setup\\?code=[\\w-]+`);
    await until(async () => program.output().includes('no organization yet'), 'the line about the first run');
    for (const line of program.output().trimEnd().split('\n')) JSON.parse(line);
    // The code is for whoever sets the server up, not for whoever reads logs.
    assert.doesNotMatch(program.output(), /setup\?code/);
    const [url] = firstRun.exec((await installation.command('first-run')).stdout)!;
    assert.equal((await fetch(url)).status, 200);
    assert.equal((await program.end('SIGTERM')).code, 0);
    const { code, output } = await installation.inTerminal([], [[/Stop +Ctrl-C/, '\x03']]);
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`Open +${firstRun.source}\r\n`));
    assert.match(output, new RegExp(`Data +in ${installation.dataDir}\r\n`));
    assert.doesNotMatch(output, /^\{/m);
  });

  test('a password is asked for in a terminal, and does not show', { skip: lacksPython('pty') }, async () => {
    await using installation = await Installation.create();
    const options = ['--name', 'Example Couriers', '--country', 'US', '--timezone', 'UTC', '--json'];
    const owner = ['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'];
    const password = 'correct horse battery';
    const { code, output } = await installation.inTerminal(
      ['org', 'create', ...options, ...owner],
      [[/owner password: $/, `${password}\r`]],
    );
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /correct|horse|battery/);
    const { chat } = JSON.parse(output.slice(output.indexOf('{')));
    const program = await installation.start();
    const body = new URLSearchParams({ username: chat.email, password });
    const answer = await fetch(`${program.url}/api/v1/fetch_api_key`, { method: 'POST', body });
    assert.equal(answer.status, 200, await answer.text());
  });

  test('a revoked key is refused at once by the running server', async () => {
    await using installation = await Installation.create();
    const program = await installation.start();
    const { organization_id: id } = await installation.organization();
    const made = JSON.parse(
      (await installation.command('key', 'create', '--organization', id, '--label', 'till', '--json')).stdout,
    );
    const client = new DispatchClient({ url: program.url, api_key: made.api_key });
    assert.equal((await client.get('/auth/test')).status, 200);
    const listed = JSON.parse((await installation.command('key', 'list', '--organization', id, '--json')).stdout);
    assert.ok(listed.some((key: { id: string }) => key.id === made.id));
    assert.ok(!JSON.stringify(listed).includes(made.api_key));
    assert.equal(
      (await installation.command('key', 'revoke', '--organization', id, '--id', made.id, '--json')).code,
      0,
    );
    const refused = await client.get('/auth/test');
    assert.equal(refused.status, 401);
    assert.equal(refused.json.message.error, 1102);
    assert.equal((await installation.command('key', 'revoke', '--organization', id, '--id', made.id)).code, 1);
    // No key, password or header in the log.
    assert.ok(!program.output().includes(made.api_key));
    assert.equal((await readFile(path.join(installation.dataDir, 'secret.key'), 'utf8')).trim().length, 64);
  });

  test('with a database and a key from outside, a data folder that is not there yet is made', async () => {
    await using installation = await Installation.create();
    const database = await createTestDatabase();
    const program = await installation.start({
      DATA_DIR: path.join(installation.dataDir, 'not', 'yet'),
      DATABASE_URL: database.connectionString,
      SECRET_KEY: 'ab'.repeat(32),
    });
    assert.equal((await program.end('SIGTERM')).code, 0, program.output());
    await database.drop();
  });

  test('a bad setting stops the start with one sentence', async () => {
    await using installation = await Installation.create();
    const program = installation.spawn({ RATE_LIMITS: 'perhaps' });
    assert.equal((await program.end('SIGCONT')).code, 1);
    assert.equal(program.output().trim(), 'RATE_LIMITS must be one of on, off (it is "perhaps").');
  });

  test('a data folder that cannot be used stops the start with one sentence', async () => {
    await using installation = await Installation.create();
    const file = path.join(installation.dataDir, 'file');
    await writeFile(file, '');
    // Below /proc nothing can be made, by nobody, and mkdir says that something is missing there.
    for (const [folder, reason] of [
      [file, 'not a directory'],
      [path.join(file, 'below'), 'not a directory'],
      ...(process.platform === 'linux' ? [['/proc/hubbub', 'no such file or directory']] : []),
    ] as [string, string][]) {
      for (const DATABASE_URL of ['', 'postgres://nobody@127.0.0.1:1/none']) {
        const program = installation.spawn({ DATA_DIR: folder, DATABASE_URL });
        assert.equal((await program.end('SIGCONT')).code, 1);
        assert.equal(
          program.output().trim(),
          `DATA_DIR ${folder} cannot be used: ${reason}. Set it to a folder that this user can write to.`,
        );
      }
    }
  });

  test('a damaged key file stops the start with one sentence', async () => {
    await using installation = await Installation.create();
    const database = await createTestDatabase();
    await writeFile(path.join(installation.dataDir, 'secret.key'), 'not a key\n');
    const program = installation.spawn({ DATABASE_URL: database.connectionString });
    assert.equal((await program.end('SIGCONT')).code, 1);
    assert.match(
      program.output(),
      /^Each line of the key file \S+secret\.key must have 64 hexadecimal digits\. [^\n]+\n$/,
    );
    await database.drop();
  });

  test('a database that is not there stops the start and a command with one sentence', async () => {
    await using installation = await Installation.create();
    const database = await createTestDatabase();
    const absent = new URL(database.connectionString);
    absent.pathname = '/no_such_database';
    const DATABASE_URL = absent.href;
    const program = installation.spawn({ DATABASE_URL });
    assert.equal((await program.end('SIGCONT')).code, 1);
    const sentence = 'The database cannot be reached: database "no_such_database" does not exist';
    assert.equal(program.output().trim(), sentence);
    await mkdir(path.join(installation.dataDir, 'files'));
    const command = await installation.commandWith({ DATABASE_URL }, 'doctor');
    assert.deepEqual(command, { code: 1, stdout: '', stderr: `${sentence}\n` });
    await database.drop();
  });
});
