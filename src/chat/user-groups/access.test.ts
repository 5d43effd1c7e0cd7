import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { doCreateUser } from '../accounts/actions.ts';
import { Role } from '../http/caller.ts';
import { groupIdsOfUser, isInGroupSetting, systemGroupIds } from './access.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;

async function member(organizationId: string, role: Role, name: string): Promise<number> {
  return services.database.transaction(
    (tx) =>
      doCreateUser(tx, {
        organizationId,
        email: `${name}@couriers.example`,
        fullName: name,
        role,
        passwordHash: null,
        botType: null,
        botOwnerId: null,
      }),
    { organizationId },
  );
}

async function group(organizationId: string, name: string, members: number[], subgroups: number[]): Promise<number> {
  return services.database.transaction(async (tx) => {
    const row = await tx.first(sql<{ id: number }>`
      insert into chat.user_groups (organization_id, name) values (${organizationId}, ${name}) returning id`);
    await tx.run(sql`insert into chat.user_group_members
      select ${organizationId}, ${row!.id}, unnest(${members}::bigint[])`);
    await tx.run(sql`insert into chat.user_group_subgroups
      select ${organizationId}, ${row!.id}, unnest(${subgroups}::bigint[])`);
    tx.emit({ organizationId, part: 'chat', kind: 'test', audience: [], payload: {}, state: true });
    return row!.id;
  });
}

test('each role is in its system group and all wider ones, in none narrower, and never in role:nobody', async () => {
  const { organization_id: organization } = await server.organization();
  const groups = await systemGroupIds(services.state.of(organization));
  const order = ['internet', 'everyone', 'members', 'fullmembers', 'moderators', 'administrators', 'owners'] as const;
  const widths: [Role, number][] = [
    [Role.guest, 2],
    [Role.member, 4],
    [Role.moderator, 5],
    [Role.administrator, 6],
    [Role.owner, 7],
  ];
  for (const [role, width] of widths) {
    const id = await member(organization, role, `role-${role}`);
    const expected = order.slice(0, width).map((name) => groups[`role:${name}`]);
    assert.deepEqual([...(await groupIdsOfUser(services.state.of(organization), id))].sort(), expected.sort());
  }
});

test('membership follows subgroups at any depth, and ends at deactivated groups and people', async () => {
  const { organization_id: organization } = await server.organization();
  const ann = await member(organization, Role.member, 'ann');
  const groups = await systemGroupIds(services.state.of(organization));
  const inner = await group(organization, 'inner', [ann], []);
  const middle = await group(organization, 'middle', [], [inner]);
  const outer = await group(organization, 'outer', [], [middle, groups['role:owners']]);
  const holds = (value: Parameters<typeof isInGroupSetting>[2]) =>
    isInGroupSetting(services.state.of(organization), { userId: ann }, value);
  assert.equal(await holds(outer), true);
  assert.equal(await holds({ direct_members: [], direct_subgroups: [middle] }), true);
  assert.equal(await holds({ direct_members: [ann], direct_subgroups: [] }), true);
  assert.equal(await holds(groups['role:owners']), false);
  assert.equal(await holds(groups['role:nobody']), false);

  await services.database.transaction(async (tx) => {
    await tx.run(
      sql`update chat.user_groups set deactivated = true where organization_id = ${organization} and id = ${middle}`,
    );
    tx.emit({ organizationId: organization, part: 'chat', kind: 'test', audience: [], payload: {}, state: true });
  });
  assert.equal(await holds(inner), true);
  assert.equal(await holds(outer), false);

  await services.database.transaction(async (tx) => {
    await tx.run(sql`update chat.users set is_active = false where organization_id = ${organization} and id = ${ann}`);
    tx.emit({ organizationId: organization, part: 'chat', kind: 'test', audience: [], payload: {}, state: true });
  });
  assert.equal(await holds(inner), false);
  assert.equal(await holds({ direct_members: [ann], direct_subgroups: [] }), false);
});

test('a deactivated group is nobody’s, direct members’ neither', async () => {
  const { organization_id: organization } = await server.organization();
  const bea = await member(organization, Role.member, 'bea');
  const id = await group(organization, 'shelved', [bea], []);
  assert.equal((await groupIdsOfUser(services.state.of(organization), bea)).has(id), true);
  await services.database.transaction(async (tx) => {
    await tx.run(sql`update chat.user_groups set deactivated = true where id = ${id}`);
    tx.emit({ organizationId: organization, part: 'chat', kind: 'test', audience: [], payload: {}, state: true });
  });
  assert.equal((await groupIdsOfUser(services.state.of(organization), bea)).has(id), false);
});

test('a newcomer is a full member only after the waiting period', async () => {
  const { organization_id: organization } = await server.organization();
  const groups = await systemGroupIds(services.state.of(organization));
  await services.database.transaction(async (tx) => {
    await tx.run(
      sql`update chat.realms set settings = '{"waiting_period_threshold": 3}',
        full_members_joined_by = now() - interval '3 days' where organization_id = ${organization}`,
    );
  });
  const newcomer = await member(organization, Role.member, 'nell');
  const ids = await groupIdsOfUser(services.state.of(organization), newcomer);
  assert.equal(ids.has(groups['role:members']), true);
  assert.equal(ids.has(groups['role:fullmembers']), false);
});
