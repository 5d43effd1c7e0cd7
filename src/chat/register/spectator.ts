import { channelPresenter, knownChannels } from '../channels/access.ts';
import { channelPermissionNames } from '../channels/permissions.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { defineInitialState, loadInitialState, type StateContext } from './initial-state.ts';
import { linkifiers, playgrounds, realmEmoji } from './organization.ts';
import { realmState } from './realm.ts';

/** The web-public channels, without who made them, who may do what in them, and how many people are there. */
const openChannels = defineInitialState({
  types: ['stream'],
  fields: {},
  async load({ reader, facts, caller, now }): Promise<Record<string, unknown>> {
    const channels = (await knownChannels(facts, caller)).filter(
      ({ isWebPublic, isArchived }) => isWebPublic && !isArchived,
    );
    const present = await channelPresenter(reader, channels, now);
    const nobody = (await systemGroupIds(facts))['role:nobody'];
    const withoutPeople = {
      ...Object.fromEntries(channelPermissionNames.map((name) => [name, nobody])),
      ...{ creator_id: null, subscriber_count: 0, folder_id: null },
    };
    return { streams: channels.map((channel) => ({ ...present(channel), ...withoutPeople })) };
  },
});

/** Parts needed to display messages; they exclude people, permissions and the organization's internal settings. */
const PARTS = [realmState, openChannels, realmEmoji, linkifiers, playgrounds];
const REALM_FIELDS: ReadonlySet<string> = new Set([
  ...['realm_name', 'realm_description', 'realm_url', 'realm_uri', 'realm_date_created', 'realm_default_language'],
  ...['realm_icon_url', 'realm_icon_source', 'realm_logo_url', 'realm_logo_source'],
  ...['realm_night_logo_url', 'realm_night_logo_source', 'realm_plan_type', 'realm_default_external_accounts'],
  ...['realm_empty_topic_display_name', 'realm_topics_policy', 'realm_mandatory_topics'],
  ...['realm_enable_spectator_access', 'realm_web_public_access_enabled'],
  ...['realm_emoji', 'realm_linkifiers', 'realm_playgrounds'],
]);

/** The state that whoever has no account is given: the organization's public face. */
export async function loadSpectatorState(
  context: Omit<StateContext, 'wants'>,
  types: readonly string[] | undefined,
): Promise<Record<string, unknown>> {
  const state = await loadInitialState(PARTS, context, types);
  return Object.fromEntries(
    Object.entries(state).filter(([name]) => !name.startsWith('realm_') || REALM_FIELDS.has(name)),
  );
}
