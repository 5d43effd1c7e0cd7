import { doCreateUser } from '../../src/chat/accounts/actions.ts';
import { completeChannelPermissions } from '../../src/chat/channels/permissions.ts';
import { emitChatEvent } from '../../src/chat/events/emit.ts';
import type { Role } from '../../src/chat/http/caller.ts';
import { systemGroupIds } from '../../src/chat/user-groups/access.ts';
import type { GroupSettingValue } from '../../src/chat/user-groups/group-setting.ts';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { sql } from '../../src/platform/db/sql.ts';
import type { Tx } from '../../src/platform/db/tx.ts';
import { ChatClient } from './clients.ts';
import type { TestServer } from './server.ts';

/** For tests: a person or bot with a client of their own. */
export interface Person {
  id: number;
  email: string;
  client: ChatClient;
}

export async function makePerson(
  server: TestServer,
  { organization_id: organizationId }: CreatedOrganization,
  given: { name: string; role?: Role; botOwnerId?: number; headers?: Record<string, string> },
): Promise<Person> {
  const email = `${given.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@couriers.example`;
  return server.services.database.transaction(
    async (tx) => {
      const id = await doCreateUser(tx, {
        organizationId,
        email,
        fullName: given.name,
        role: given.role ?? 400,
        passwordHash: null,
        botType: given.botOwnerId === undefined ? null : 1,
        botOwnerId: given.botOwnerId ?? null,
      });
      const { key } = await createCredential(tx, { organizationId, kind: 'chat', subject: String(id) });
      return { id, email, client: new ChatClient({ site: server.url, email, api_key: key }, given.headers) };
    },
    { organizationId },
  );
}

/**
 * For tests: somebody of another organization, whose ID nobody has in a small one: each counts its users itself, and this
 * one has given a thousand.
 */
export async function makeStranger(server: TestServer, role?: Role): Promise<Person> {
  const elsewhere = await server.organization();
  const { organization_id: organizationId } = elsewhere;
  await server.services.database.transaction(
    (tx) => tx.run(sql`update chat.realms set last_user_id = 1000 where organization_id = ${organizationId}`),
    { organizationId },
  );
  return makePerson(server, elsewhere, { name: 'Sam Stone', ...(role && { role }) });
}

interface GivenChannel {
  name: string;
  subscribers: readonly number[];
  inviteOnly?: boolean;
  topicsPolicy?: string;
  permissions?: Record<string, GroupSettingValue>;
}

/** For tests: a channel as it would stand after it was made and people were subscribed. */
export async function makeChannel(server: TestServer, organizationId: string, given: GivenChannel): Promise<number> {
  const groups = await systemGroupIds(server.services.state.of(organizationId));
  return server.services.database.transaction(
    async (tx) => {
      const position = await tx.position(organizationId);
      const channel = await tx.first(sql<{ id: number }>`
      insert into chat.channels (organization_id, name, invite_only, history_public_to_subscribers, topics_policy,
        date_created, permissions)
      values (${organizationId}, ${given.name}, ${given.inviteOnly ?? false}, true, ${given.topicsPolicy ?? 'inherit'},
        ${tx.now}, ${JSON.stringify(completeChannelPermissions(given.permissions ?? {}, groups, null))})
      returning id`);
      await tx.run(sql`
      insert into chat.subscriptions (organization_id, channel_id, user_id, color)
      select ${organizationId}, ${channel!.id}, id, '#76ce90' from unnest(${given.subscribers}::bigint[]) as id`);
      await tx.run(sql`
      insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
      select ${organizationId}, ${channel!.id}, id, ${position.messageId}, ${position.eventId}
      from unnest(${given.subscribers}::bigint[]) as id`);
      emitChange(tx, organizationId);
      return channel!.id;
    },
    { organizationId },
  );
}

/** For tests: changes by hand what requests are judged by, as an action would: with a state event. */
export async function changeState(
  server: TestServer,
  organizationId: string,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await server.services.database.transaction(
    async (tx) => {
      await change(tx);
      emitChange(tx, organizationId);
    },
    { organizationId },
  );
}

function emitChange(tx: Tx, organizationId: string): void {
  // The most that an event can touch, for nobody to receive.
  emitChatEvent(tx, organizationId, [], { type: 'stream', op: 'update', property: 'name' }, { state: true });
}
