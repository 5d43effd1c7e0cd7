import { uncachedFacts } from '../../platform/events/facts.ts';
import { accessChannelById } from '../channels/access.ts';
import { watchChannelsKnownThroughGroups } from '../channels/known-through-groups.ts';
import { doDeleteQueuesOfGuests } from '../event-queues/actions.ts';
import { administrators, checkIsOwner } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { loadDomains } from '../realm-domains/access.ts';
import { checkGroupSettings } from '../user-groups/access.ts';
import { type GroupSettingValue, newGroupSetting, sameGroupSetting } from '../user-groups/group-setting.ts';
import { realmOf } from './access.ts';
import { doUpdateRealm } from './actions.ts';
import { ownersOnly, realmChangeParams, realmChangesOf } from './changes.ts';
import { type ChangeableRealmPermission, isForOwners, realmPermissionNames, realmPermissions } from './permissions.ts';
import { loadActiveUserIds } from './queries.ts';

/** -1 as the ID of a channel: none. */
const NO_CHANNEL = -1;

export const updateRealmOperation = chatOperation({
  method: 'PATCH',
  path: '/realm',
  summary: 'Change settings and permissions of the organization',
  access: administrators,
  params: realmChangeParams,
  answer: {},
  async write({ tx, caller, services }, given) {
    await tx.position();
    const facts = uncachedFacts(tx);
    const realm = await realmOf(facts);
    const forOwners = [...ownersOnly, ...realmPermissionNames.filter(isForOwners)];
    if (forOwners.some((name) => given[name] !== undefined)) checkIsOwner(caller);
    const changes = realmChangesOf(given);
    const wanted: Partial<Record<ChangeableRealmPermission, GroupSettingValue>> = {};
    for (const name of realmPermissionNames) {
      const update = given[name];
      if (update !== undefined) wanted[name] = newGroupSetting(update, realm.permissions[name]);
    }
    changes.permissions = await checkGroupSettings(tx, wanted, realmPermissions);
    for (const [name, mustBePrivate] of [
      ['moderation_request_channel_id', true],
      ['new_stream_announcements_stream_id', false],
      ['signup_announcements_stream_id', false],
    ] as const) {
      const id = given[name];
      if (id === undefined || id === NO_CHANNEL) continue;
      const channel = await accessChannelById(facts, caller, id);
      if (channel.isArchived) throw badRequest('Invalid channel ID');
      if (mustBePrivate && !channel.inviteOnly) throw badRequest('Moderation request channel must be private.');
    }
    const waits = given.waiting_period_threshold;
    const isOther = waits !== undefined && waits !== realm.settings.waiting_period_threshold;
    const everybody = isOther ? await loadActiveUserIds(tx) : [];
    const emitChannels = await watchChannelsKnownThroughGroups(tx, everybody);
    if (given.emails_restricted_to_domains && (await loadDomains(tx)).length === 0)
      throw badRequest('Add a domain before restricting addresses to domains.');
    await doUpdateRealm(tx, services, realm, changes);
    const limit = changes.permissions.can_access_all_users_group ?? realm.permissions.can_access_all_users_group;
    if (!sameGroupSetting(limit, realm.permissions.can_access_all_users_group)) await doDeleteQueuesOfGuests(tx);
    await emitChannels();
    return {};
  },
});
