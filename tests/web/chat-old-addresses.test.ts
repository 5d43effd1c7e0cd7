import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { placeOfOldAddress } from '../../web/chat/old-addresses.ts';
import { isOldAddress } from '../../web/shared/old-address.ts';
import { someMessage, someState } from './chat-state.ts';

const person = (user_id: number, full_name: string) => ({
  ...{ user_id, full_name, email: `user${user_id}@example.com`, is_active: true },
  delivery_email: `${full_name.split(' ')[0]!.toLowerCase()}@couriers.example`,
});

const state = someState({
  realm_users: [person(7, 'Olive Owner'), person(8, 'Pat Fern'), person(9, 'Mara Member')] as never,
  subscriptions: [
    { stream_id: 5, name: 'general' },
    { stream_id: 6, name: '24 hours' },
  ] as never,
  realm_user_groups: [
    { id: 40, name: 'packers', members: [8], direct_subgroup_ids: [], is_system_group: false },
  ] as never,
});
state.messages.set(77, someMessage(77, { stream_id: 5, subject: 'gates' }));

const search = (text: string) => `/search?q=${encodeURIComponent(text)}`;

const PLACES: Readonly<Record<string, string | undefined>> = {
  '#narrow/channel/5-general/topic/x/near/12': '/c/5-general/t/x/near/12',
  '#narrow/stream/5-general/topic/50.25.20off.20.2F.20b.231.3F': '/c/5-general/t/50%25%20off%20%2F%20b%231%3F',
  '#narrow/stream/5/subject/a.2Eb': '/c/5-general/t/a.b',
  '#narrow/channel/5-general/topic/version.20v1.5x': '/c/5-general/t/version%20v1.5x',
  '#narrow/channel/5-general/topic/x/with/77': '/c/5-general/t/x/near/77',
  '#narrow/channel/5-general/topic/': '/c/5-general/t/',
  '#narrow/channel/5-old-name': '/c/5-general',
  '#narrow/stream/general/topic/x': '/c/5-general/t/x',
  '#narrow/stream/24.20hours': '/c/6-24-hours',
  '#narrow/stream/unknown': undefined,
  '#narrow/channel/99-lost/topic/x': undefined,
  '#narrow/dm/8-Pat-Fern': '/dm/8',
  '#narrow/dm/8,9-group/near/77': '/dm/8,9/near/77',
  '#narrow/pm-with/8,9-group': '/dm/8,9',
  '#narrow/pm-with/pat.40couriers.2Eexample': '/dm/8',
  '#narrow/dm/99-gone': undefined,
  '#narrow/is/starred': '/starred',
  '#narrow/is/mentioned/near/77': '/mentions/near/77',
  '#narrow/near/77': '/all/near/77',
  '#narrow/id/77': '/all/near/77',
  '#narrow': '/all',
  '#narrow/sender/7-Olive': '/own',
  '#narrow/sender/8-Pat': search('from:8'),
  '#narrow/is/private': search('is:dm'),
  '#narrow/dm-including/8-Pat': search('dm-including:8'),
  '#narrow/-is/muted/has/links': search('-is:muted has:links'),
  '#narrow/channel/6-24-hours/search/flat.20tyre': search('in:"24 hours" flat tyre'),
  '#narrow/channels/public/search/tyre': search('tyre'),
  '#inbox': '/inbox',
  '#recent': '/recent',
  '#recent_topics': '/recent',
  '#all_messages': '/all',
  '#feed': '/all',
  '#drafts': '/drafts',
  '#settings/your-bots': '/settings',
  '#streams/all': '/channels',
  '#channels/subscribed': '/channels',
  '#channels/new': '/channels/new',
  '#streams/5/general/subscribers': '/c/5-general/settings/subscribers',
  '#channels/5/general/personal': '/c/5-general/settings/own',
  '#channels/99/lost': undefined,
  '#groups/your': '/people/groups',
  '#groups/40/packers/permissions': '/people/groups/40/permissions',
  '#groups/41/gone': undefined,
  '#user/8': '/dm/8',
  '#user/99': undefined,
  '#organization/users/active': '/people',
  '#organization/organization-profile': 'administration',
  '#invite': '/people/invitations',
  // Somebody else may have written them.
  '#narrow/unknown/x': undefined,
  '#narrow/id/77/near/77': undefined,
  '#narrow/javascript:alert(1)/x': undefined,
  '#narrow/channel/5-general/topic/javascript:alert(1)': '/c/5-general/t/javascript%3Aalert(1)',
  '#narrow/channel/5-general/topic/.E0.A4': '/c/5-general/t/.E0.A4',
  '#narrow/%E0%A4': undefined,
  '#narrow/constructor/x': undefined,
  '#narrow/__proto__/x': undefined,
  '#narrow/is/constructor': search('is:constructor'),
  '#organization/constructor': 'administration',
  '#channels/5/general/constructor': '/c/5-general/settings',
  '#user/0x8': undefined,
};

test('addresses as other clients write them lead to the place here', () => {
  for (const [hash, place] of Object.entries(PLACES)) {
    assert.ok(isOldAddress(hash), hash);
    assert.equal(placeOfOldAddress(state, hash), place, hash);
  }
  for (const hash of ['', '#', '#other', '#inboxes', '#narrowed/dm/8', '#message-12'])
    assert.ok(!isOldAddress(hash), hash);
});

test('the script of the server’s pages knows the same addresses as the apps', () => {
  const formIn = (file: string) =>
    /OLD_ADDRESS =\s+(\/\S+\/);/.exec(readFileSync(path.join(import.meta.dirname, '../../web', file), 'utf8'))?.[1];
  assert.ok(formIn('old-address/lead.js'));
  assert.equal(formIn('old-address/lead.js'), formIn('shared/old-address.ts'));
});
