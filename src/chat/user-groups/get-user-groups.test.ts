import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { changeState, makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { systemGroups } from '../settings/system-groups.ts';
import { systemGroupIds } from './access.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

/** client: go-zulip decodes these, `can_create_topic_group` and no others. */
const FIELDS = [
  'id name description date_created creator_id members direct_subgroup_ids is_system_group deactivated',
  'can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group can_remove_members_group',
].join(' ');

// biome-ignore lint/suspicious/noExplicitAny: wire objects
const named = (groups: any[], name: string) => groups.find((group) => group.name === name);

test('tells of every group with its direct members and permissions', async () => {
  const organization = await server.organization();
  await server.organization();
  const organizationId = organization.organization_id;
  const owner = new ChatClient(organization.chat);
  const mara = await makePerson(server, organization, { name: 'Mara Member' });
  const gwen = await makePerson(server, organization, { name: 'Gwen Guest', role: 600 });
  const lew = await makePerson(server, organization, { name: 'Lew Left' });
  assert.equal((await owner.delete(`/users/${lew.id}`)).json.result, 'success');
  const system = await systemGroupIds(server.services.state.of(organizationId));
  await changeState(server, organizationId, async (tx) => {
    const crew = await tx.first(sql<{ id: number }>`
      insert into chat.user_groups (organization_id, name, description, creator_id, date_created, permissions)
      values (${organizationId}, 'night crew', 'after ten', ${mara.id}, '2026-01-02T03:04:05Z',
        ${JSON.stringify({ can_join_group: { direct_members: [gwen.id], direct_subgroups: [] } })}) returning id`);
    await tx.run(sql`
      insert into chat.user_groups (organization_id, name, deactivated) values (${organizationId}, 'old crew', true)`);
    await tx.run(sql`
      insert into chat.user_group_members values (${organizationId}, ${crew!.id}, ${mara.id})`);
    await tx.run(sql`
      insert into chat.user_group_subgroups values (${organizationId}, ${crew!.id}, ${system['role:moderators']})`);
  });

  const { user_groups: groups } = (await gwen.client.get('/user_groups')).json;
  assert.equal(groups.length, systemGroups.length + 1);
  for (const group of groups) assert.deepEqual(Object.keys(group).sort(), FIELDS.split(' ').sort());
  const crew = named(groups, 'night crew');
  assert.deepEqual(crew, {
    id: crew.id,
    name: 'night crew',
    description: 'after ten',
    creator_id: mara.id,
    date_created: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000,
    is_system_group: false,
    deactivated: false,
    members: [mara.id],
    direct_subgroup_ids: [system['role:moderators']],
    can_add_members_group: system['role:nobody'],
    can_join_group: { direct_members: [gwen.id], direct_subgroups: [] },
    can_leave_group: system['role:everyone'],
    can_manage_group: system['role:nobody'],
    can_mention_group: system['role:everyone'],
    can_remove_members_group: system['role:nobody'],
  });
  const direct = (name: string) => named(groups, name).members;
  assert.deepEqual(direct('role:owners'), [organization.chat.user_id]);
  assert.deepEqual(direct('role:fullmembers'), [mara.id]);
  assert.deepEqual(direct('role:everyone'), [gwen.id]);
  assert.deepEqual(direct('role:nobody'), []);

  const all = (await mara.client.get('/user_groups', { include_deactivated_groups: true })).json.user_groups;
  assert.equal(named(all, 'old crew').deactivated, true);
  const registered = async (capable: boolean) =>
    (
      await mara.client.post('/register', {
        fetch_event_types: ['realm_user_groups'],
        client_capabilities: { include_deactivated_groups: capable },
      })
    ).json.realm_user_groups;
  assert.deepEqual(await registered(false), groups);
  assert.deepEqual(await registered(true), all);
});
