import {
  type Actions,
  groupSetting,
  guarded,
  isDone,
  onGroup,
  onRetained,
  ownGroups,
  pick,
  retaining,
  TEXTS,
} from './law-step.ts';

const ROLES = [100, 200, 300, 400, 600];

/** Steps with people, their bots and their groups. */
export const peopleActions: Actions = {
  role: [
    3,
    ({ owner, actor, world, a }) => {
      const person = guarded(world, actor);
      person.mayLoseQueues = true;
      return owner.patch(`/users/${person.id}`, { role: pick(ROLES, a) });
    },
  ],
  renamePerson: [1, ({ owner, actor, a }) => owner.patch(`/users/${actor.id}`, { full_name: `Rita Rename ${a}` })],
  address: [
    1,
    ({ owner, actor, world }) =>
      owner.patch(`/users/${guarded(world, actor).id}`, { new_email: `new${++world.made}@couriers.example` }),
  ],
  newPerson: [
    1,
    ({ owner, world }) => {
      const number = ++world.made;
      const account = { email: `new${number}@couriers.example`, password: 'correct horse battery staple' };
      return owner.post('/users', { ...account, full_name: `Nina New ${number}` });
    },
  ],
  deactivate: [
    1,
    async ({ owner, actor, world }) => {
      const leaver = guarded(world, actor);
      const answer = await owner.delete(`/users/${leaver.id}`);
      if (isDone(answer)) leaver.isActive = false;
      return answer;
    },
  ],
  group: [
    2,
    async ({ owner, world, a, b }) => {
      const members = [pick(world.actors, a)!.id, pick(world.actors, b)!.id];
      const answer = await owner.post('/user_groups/create', {
        name: `group ${++world.made}`,
        description: '',
        members,
      });
      if (isDone(answer)) world.groups.push(answer.json.group_id);
      return answer;
    },
  ],
  groupMembers: [
    2,
    onGroup(({ owner, world, b, c }, id) => {
      const person = pick(world.actors, b)!.id;
      return owner.post(`/user_groups/${id}/members`, c % 2 === 0 ? { add: [person] } : { delete: [person] });
    }),
  ],
  groupChange: [
    3,
    onGroup((given, id) => {
      const { owner, world, b, c } = given;
      const [first, second] = ownGroups(world);
      if (c % 6 === 1 && second !== undefined) return owner.post(`/user_groups/${first}/subgroups`, { add: [second] });
      if (c % 6 === 2 && second !== undefined)
        return owner.post(`/user_groups/${first}/subgroups`, { delete: [second] });
      if (c % 6 === 3) return owner.patch(`/user_groups/${id}`, { can_mention_group: { new: groupSetting(given) } });
      // What something rests on stays: the newest is the likeliest to go.
      if (c % 6 === 4) return owner.post(`/user_groups/${ownGroups(world).at(-1)}/deactivate`);
      if (c % 6 === 5) return owner.patch(`/user_groups/${id}`, { deactivated: false });
      return owner.patch(`/user_groups/${id}`, { name: `group ${++world.made}`, description: pick(TEXTS, b) });
    }),
  ],
  bot: [
    1,
    (given) => {
      const name = `bot${++given.world.made}`;
      const asked = given.client.post('/bots', { full_name: name, short_name: name });
      return retaining(given, 'bots', asked, (json) => json.user_id);
    },
  ],
  botChange: [
    1,
    onRetained('bots', ({ owner, actor, world, b, c }, id) => {
      if (c % 4 === 0) return owner.delete(`/bots/${id}`);
      if (c % 4 === 1) return owner.post(`/bots/${id}/api_key/regenerate`);
      if (c % 4 === 2) return owner.patch(`/bots/${id}`, { bot_owner_id: actor.id });
      return owner.patch(`/bots/${id}`, { full_name: `Bot ${++world.made}`, role: pick([300, 400], b) });
    }),
  ],
  invite: [
    1,
    ({ client, world, c }) =>
      c % 2 === 0
        ? client.post('/invites', { invitee_emails: `ivo${++world.made}@couriers.example`, stream_ids: [] })
        : client.post('/invites/multiuse', { stream_ids: [] }),
  ],
};
