import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readStatements } from '../../scripts/sql/statements.ts';
import { defaultsOf } from '../../src/chat/bots/access.ts';
import { subscribedChannelIds, subscribersAsJson } from '../../src/chat/channels/access.ts';
import { Role } from '../../src/chat/http/caller.ts';
import { linkifiersOf } from '../../src/chat/linkifiers/access.ts';
import { checkWildcards } from '../../src/chat/messages/mentions/wildcards.ts';
import { mutersOf } from '../../src/chat/muted-users/access.ts';
import { realmEmojiPictures } from '../../src/chat/realm-emoji/access.ts';
import { realmOf } from '../../src/chat/realms/access.ts';
import { loadParticipations } from '../../src/chat/user-topics/queries.ts';
import { findCaller, findUserByEmail, findUserIdOfPerson } from '../../src/chat/users/access.ts';
import { knownPeople } from '../../src/chat/users/known-people.ts';
import { findAdministratorOf } from '../../src/dispatch/administrators/access.ts';
import { isReadOnly } from '../../src/dispatch/administrators/read-only.ts';
import { findSight, isSuperAdministrator } from '../../src/dispatch/administrators/sight.ts';
import { cachedTaskFields } from '../../src/dispatch/custom-fields/access.ts';
import { timeOfTask } from '../../src/dispatch/estimates/access.ts';
import { cachedIsDelegatee } from '../../src/dispatch/organization/access.ts';
import { cachedThresholds } from '../../src/dispatch/thresholds/check-thresholds.ts';
import { findWorkerIdOf } from '../../src/dispatch/workers/access.ts';
import { identifyAssistant } from '../../src/platform/assistants/access.ts';
import { Credentials, createCredential } from '../../src/platform/credentials/credentials.ts';
import { type Sql, sql, writtenBy } from '../../src/platform/db/sql.ts';
import { isStarted } from '../../src/platform/events/log-reader.ts';
import { cachedIsOpen, organizationUrl } from '../../src/platform/organizations/hosts.ts';
import { allowsPasswords } from '../../src/platform/people/access.ts';
import { ChatClient } from '../harness/clients.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { type Loaded, WatchedFacts } from '../harness/watched-facts.ts';
import { root } from './imports.ts';

/*
 * Whoever writes a table makes new versions of the facts that say that they are loaded from it. So each has to name every table:
 * those of its own statements, behind views and functions too, and those whose changes reach it by triggers, functions and
 * foreign keys.
 */

let server: TestServer & AsyncDisposable;
let facts: WatchedFacts;
before(async () => {
  server = await startTestServer();
  facts = new WatchedFacts(server.services);
});
after(() => server[Symbol.asyncDispose]());

/** Has each kind of fact be loaded. */
async function loadAll(): Promise<void> {
  const { services } = server;
  const { state, database, caches } = services;
  const org = await server.organization();
  const { organization_id: id, chat } = org;
  const own = state.of(id);
  const reader = database.reader.of(id);
  const client = new ChatClient(chat);
  const members = (await client.get('/user_groups')).json.user_groups.find(
    ({ name }: { name: string }) => name === 'role:members',
  ).id;
  await client.patch('/realm', { can_access_all_users_group: members });
  const channel = (await client.post('/channels/create', { name: 'floor', subscribers: [chat.user_id] })).json.id;
  for (const to of [
    { type: 'channel', to: channel, topic: 'gates' },
    { type: 'direct', to: [chat.user_id] },
  ])
    await client.post('/messages', { ...to, content: `@**Olive|${chat.user_id}**` });
  await client.post('/register', {});
  const narrow = [{ operator: 'dm', operand: [chat.user_id] }];
  await client.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
  await client.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
  const realm = await realmOf(own);
  const nobody = 'nobodynobodynobodynobody';
  const wildcards = { channelWildcard: true, topicWildcard: false };
  await checkWildcards(
    { reader, facts: own },
    realm,
    { id: chat.user_id },
    { channelId: channel, topic: '' },
    wildcards,
  );
  await knownPeople(own, { organizationId: id, userId: chat.user_id, role: Role.guest });
  await findUserByEmail(own, chat.email, { userId: chat.user_id, role: Role.owner }, []);
  await findUserIdOfPerson(own, nobody);
  await findCaller(own, chat.user_id);
  await subscribedChannelIds(own, chat.user_id);
  await subscribersAsJson(own, [channel]);
  await defaultsOf(own, chat.user_id);
  await linkifiersOf(own);
  await mutersOf(own, chat.user_id, channel);
  await realmEmojiPictures(own);
  await findAdministratorOf(own, nobody);
  await isReadOnly(state, id, nobody);
  await findSight(state, id, nobody);
  await isSuperAdministrator(state, id, nobody);
  await cachedTaskFields(services, id);
  await timeOfTask(reader, services, { workerId: nobody, taskId: nobody }, database.clock.now());
  await cachedIsDelegatee(services, id);
  await cachedThresholds(services, id);
  await findWorkerIdOf(own, nobody);
  await isStarted(services, { name: 'webhooks', concerns: () => false, where: sql`true` }, id);
  await cachedIsOpen(services, id);
  await organizationUrl({ ...services, config: { ...services.config, organizationAddresses: true } }, id);
  await allowsPasswords(state, id);
  const key = await database.transaction(async (tx) => {
    const made = await createCredential(tx, { organizationId: id, kind: 'assistant', subject: nobody });
    await tx.run(sql`insert into platform.assistant_keys (organization_id, credential_id, may_write, direct_messages)
      values (${id}, ${made.id}, false, false)`);
    return made.key;
  });
  await identifyAssistant(services, key);
  // What is kept elsewhere under the version of a kind.
  const credential = facts.versions.get('credential')!;
  await facts.recorded(credential, reader, (from) => new Credentials(from, state, caches).identifyAnew(key));
  const participation = facts.versions.get('participation')!;
  await facts.recorded(participation, reader, (from) => loadParticipations(from, channel, 'gates', [chat.user_id]));
}

/** Triggers whose columns no fact reads. */
const UNREAD: Readonly<Record<string, string>> = {
  count_user: 'counts the IDs that were given, for the next one',
};

const NAME = /\b((?:chat|platform|dispatch)\.\w+)/g;

/** Views, functions, triggers and foreign keys, by which a table depends on others. */
class Schema {
  readonly relations: Map<string, string | null>;
  readonly functions: Map<string, string>;
  readonly #triggers: { source: string; on: string }[];
  readonly #cascades: { from: string; to: string }[];

  private constructor(
    relations: { name: string; view: string | null }[],
    functions: { name: string; source: string }[],
    triggers: { source: string; on: string }[],
    cascades: { from: string; to: string }[],
  ) {
    this.relations = new Map(relations.map(({ name, view }) => [name, view]));
    this.functions = new Map(functions.map(({ name, source }) => [name, source]));
    this.#triggers = triggers;
    this.#cascades = cascades;
  }

  static async read(): Promise<Schema> {
    const ask = <Row>(statement: Sql<Row>) => server.services.database.reader.all(statement);
    const schemas = sql`n.nspname in ('chat', 'platform', 'dispatch')`;
    return new Schema(
      await ask(sql<{ name: string; view: string | null }>`
        select n.nspname || '.' || c.relname as name, case when c.relkind = 'v' then pg_get_viewdef(c.oid) end as view
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${schemas} and c.relkind in ('r', 'p', 'v')`),
      await ask(sql<{ name: string; source: string }>`
        select n.nspname || '.' || p.proname as name, p.prosrc as source
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where ${schemas} and p.prorettype <> 'trigger'::regtype`),
      await ask(sql<{ source: string; on: string }>`
        select p.prosrc as source, n.nspname || '.' || c.relname as "on"
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
          join pg_namespace n on n.oid = c.relnamespace
        where ${schemas} and not t.tgisinternal and p.proname <> all(${Object.keys(UNREAD)})`),
      await ask(sql<{ from: string; to: string }>`
        select f.confrelid::regclass::text as "from", f.conrelid::regclass::text as "to" from pg_constraint f
        where f.contype = 'f' and f.confdeltype in ('c', 'n', 'd')`),
    );
  }

  /** The tables that a text reads, behind views and functions too. */
  tablesIn(text: string): Set<string> {
    const found = new Set<string>();
    for (const [, name] of text.matchAll(NAME)) {
      const view = this.relations.get(name!);
      const inner = view ?? this.functions.get(name!);
      if (inner !== undefined && inner !== null) for (const each of this.tablesIn(inner)) found.add(each);
      else if (view === null) found.add(name!);
    }
    return found;
  }

  /** Tables and functions by which the rows of a table change without its name being said. */
  changersOf(table: string, deleted: ReadonlySet<string>): string[] {
    return [
      ...[...this.functions].filter(([, source]) => writtenBy(source).includes(table)).map(([name]) => name),
      ...this.#triggers.filter(({ source }) => writtenBy(source).includes(table)).map(({ on }) => on),
      ...this.#cascades.filter(({ from, to }) => to === table && deleted.has(from)).map(({ from }) => from),
    ];
  }
}

async function declaredNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const text = await readFile(path.join(root, file), 'utf8');
    names.push(...Array.from(text.matchAll(/^const \w+ = defineFact\(\s*'([^']+)'/gm), ([, name]) => name!));
  }
  return names.sort();
}

test('each kind of fact says all that its answers depend on, and no more', async () => {
  await loadAll();
  const names = await declaredNames();
  assert.deepEqual([...facts.loaded.keys()].sort(), names);
  assert.equal(new Set(names).size, names.length);
  const schema = await Schema.read();
  const { statements } = await readStatements(root);
  const deleted = new Set(
    statements.flatMap(({ text }) =>
      Array.from(text.matchAll(/\bdelete from (?:only )?(\w+\.\w+)/gi), ([, name]) => name!),
    ),
  );
  // With an organization everything of it goes, and nobody asks for it any more.
  deleted.delete('platform.organizations');
  const own = new Map(
    [...facts.loaded].map(([name, { texts }]) => {
      const tables = new Set([...texts].flatMap((text) => [...schema.tablesIn(text)]));
      for (const table of tables) for (const changer of schema.changersOf(table, deleted)) tables.add(changer);
      return [name, tables];
    }),
  );
  const dependences = ({ kind, others }: Loaded): Set<string> => {
    const tables = new Set(own.get(kind.name));
    for (const other of others) for (const table of dependences(facts.loaded.get(other.name)!)) tables.add(table);
    return tables;
  };
  // Its own changes are counted by the cache (src/chat/user-topics/policy-noop-cache.ts).
  own.get('participation')!.delete('chat.topic_visibility');
  const all = [...facts.loaded.values()];
  assert.deepEqual(
    all.map(({ kind }) => [kind.name, kind.tables.toSorted()]),
    all.map((loaded) => [loaded.kind.name, [...dependences(loaded)].sort()]),
  );
});
