import { generate } from 'otplib';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { doAllowPasswords } from '../../src/platform/people/actions.ts';
import { type Answer, ChatClient, DispatchClient, sendBytes, until } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import type { FormBrowser } from '../harness/form-browser.ts';
import { png } from '../harness/pictures.ts';
import type { Receiver } from '../harness/receiver.ts';
import type { TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../harness/visitors.ts';

/** An operation, the word of the entry that it leaves, and a call of it. */
type AuditedCall = readonly [operation: string, action: string, call: () => Promise<Answer | FormBrowser>];

/** Context of the calls. */
export interface AuditWorld {
  server: TestServer;
  org: CreatedOrganization;
  receiver: Receiver;
}

/** Calls of every operation that is audited, in an order in which each finds what it needs; the last turn a second factor on. */
export function auditedCalls(world: AuditWorld): Record<string, AuditedCall[]> {
  return {
    people: people(world),
    channels: channels(world),
    organization: organization(world),
    fleet: fleet(world),
    drivers: drivers(world),
    signIns: signIns(world),
  };
}

async function sendPicture({ server, org }: AuditWorld, path: string): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await png(20, 20))], { type: 'image/png' }), 'picture.png');
  const { email, api_key } = org.chat;
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

function people({ org }: AuditWorld): AuditedCall[] {
  const chat = new ChatClient(org.chat);
  let userId = 0;
  let bot = 0;
  let invited = 0;
  const email = 'ada@couriers.example';
  const newestInvitation = async (isLink: boolean) => {
    const { invites } = (await chat.get('/invites')).json;
    return invites.filter(({ is_multiuse }: { is_multiuse: boolean }) => is_multiuse === isLink).at(-1).id;
  };
  const keep = async (answer: Promise<Answer>, take: (json: Answer['json']) => void) => {
    const given = await answer;
    take(given.json);
    return given;
  };
  return [
    [
      'chat create-user',
      'person.created',
      () => {
        const given = { email, full_name: 'Ada Audited', password: PASSWORD };
        return keep(chat.post('/users', given), (json) => {
          userId = json.user_id;
        });
      },
    ],
    ['chat update-user', 'person.role_changed', () => chat.patch(`/users/${userId}`, { role: 300 })],
    [
      'chat update-user-status',
      'person.status_changed',
      () => chat.post(`/users/${userId}/status`, { status_text: 'out' }),
    ],
    [
      'chat fetch-api-key',
      'person.signed_in',
      () => chat.post('/fetch_api_key', { username: email, password: PASSWORD }),
    ],
    [
      'chat update-settings',
      'person.password_set',
      async () => {
        const { json } = await chat.post('/fetch_api_key', { username: email, password: PASSWORD });
        const own = new ChatClient({ ...org.chat, email, api_key: json.api_key });
        return own.patch('/settings', { old_password: PASSWORD, new_password: NEXT_PASSWORD });
      },
    ],
    ['chat deactivate-user', 'person.deactivated', () => chat.delete(`/users/${userId}`)],
    ['chat reactivate-user', 'person.reactivated', () => chat.post(`/users/${userId}/reactivate`)],
    [
      'chat deactivate-own-user',
      'person.deactivated',
      async () => {
        const { json } = await chat.post('/fetch_api_key', { username: email, password: NEXT_PASSWORD });
        return new ChatClient({ ...org.chat, email, api_key: json.api_key }).delete('/users/me');
      },
    ],
    [
      'chat create-bot',
      'bot.created',
      () =>
        keep(chat.post('/bots', { full_name: 'Bay Bot', short_name: 'bay' }), (json) => {
          bot = json.user_id;
        }),
    ],
    ['chat regenerate-bot-key', 'key.revoked', () => chat.post(`/bots/${bot}/api_key/regenerate`)],
    ['chat update-bot', 'bot.renamed', () => chat.patch(`/bots/${bot}`, { full_name: 'Bob Bot' })],
    ['chat deactivate-bot', 'bot.deactivated', () => chat.delete(`/bots/${bot}`)],
    [
      'chat send-invitations',
      'invitation.sent',
      () => chat.post('/invites', { invitee_emails: 'new@couriers.example', stream_ids: [] }),
    ],
    [
      'chat resend-invitation',
      'invitation.sent_again',
      async () => {
        invited = await newestInvitation(false);
        return chat.post(`/invites/${invited}/resend`);
      },
    ],
    ['chat revoke-invitation', 'invitation.revoked', () => chat.delete(`/invites/${invited}`)],
    ['chat create-invitation-link', 'invitation.link_made', () => chat.post('/invites/multiuse', { stream_ids: [] })],
    [
      'chat revoke-invitation-link',
      'invitation.revoked',
      async () => chat.delete(`/invites/multiuse/${await newestInvitation(true)}`),
    ],
  ];
}

function channels({ org }: AuditWorld): AuditedCall[] {
  const chat = new ChatClient(org.chat);
  const own = org.chat.user_id;
  let channel = 0;
  let folder = 0;
  let defaultGroup = 0;
  let group = 0;
  return [
    [
      'chat create-channel',
      'channel.created',
      async () => {
        const answer = await chat.post('/channels/create', { name: 'payroll', subscribers: [own] });
        channel = answer.json.id;
        return answer;
      },
    ],
    [
      'chat update-channel',
      'channel.changed',
      () =>
        chat.patch(`/streams/${channel}`, {
          can_send_message_group: { new: { direct_members: [own], direct_subgroups: [] } },
        }),
    ],
    ['chat add-default-channel', 'channel.changed', () => chat.post('/default_streams', { stream_id: channel })],
    ['chat remove-default-channel', 'channel.changed', () => chat.delete('/default_streams', { stream_id: channel })],
    [
      'chat delete-topic',
      'channel.topic_deleted',
      async () => {
        await chat.post('/messages', { type: 'channel', to: channel, topic: 'salaries', content: 'the secret sum' });
        return chat.post(`/streams/${channel}/delete_topic`, { topic_name: 'salaries' });
      },
    ],
    [
      'chat create-default-group',
      'default_channel_group.created',
      async () => {
        const given = { group_name: 'drivers', description: '', stream_names: [] };
        const answer = await chat.post('/default_stream_groups/create', given);
        const types = ['default_stream_groups'];
        const state = await chat.post('/register', { event_types: types, fetch_event_types: types });
        defaultGroup = state.json.realm_default_stream_groups[0].id;
        return answer;
      },
    ],
    [
      'chat update-default-group',
      'default_channel_group.changed',
      () => chat.patch(`/default_stream_groups/${defaultGroup}`, { new_group_name: 'all drivers' }),
    ],
    [
      'chat update-default-group-channels',
      'default_channel_group.changed',
      () => chat.patch(`/default_stream_groups/${defaultGroup}/streams`, { op: 'add', stream_names: ['payroll'] }),
    ],
    [
      'chat delete-default-group',
      'default_channel_group.deleted',
      () => chat.delete(`/default_stream_groups/${defaultGroup}`),
    ],
    ['chat archive-channel', 'channel.archived', () => chat.delete(`/streams/${channel}`)],
    [
      'chat create-channel-folder',
      'channel_folder.created',
      async () => {
        const answer = await chat.post('/channel_folders/create', { name: 'docks' });
        folder = answer.json.channel_folder_id;
        return answer;
      },
    ],
    [
      'chat update-channel-folder',
      'channel_folder.changed',
      () => chat.patch(`/channel_folders/${folder}`, { name: 'all docks' }),
    ],
    [
      'chat reorder-channel-folders',
      'channel_folder.reordered',
      () => chat.patch('/channel_folders', { order: [folder] }),
    ],
    [
      'chat create-user-group',
      'group.created',
      async () => {
        const answer = await chat.post('/user_groups/create', { name: 'night shift', members: [] });
        group = answer.json.group_id;
        return answer;
      },
    ],
    ['chat update-user-group', 'group.changed', () => chat.patch(`/user_groups/${group}`, { description: 'at night' })],
    [
      'chat update-user-group-members',
      'group.members_changed',
      () => chat.post(`/user_groups/${group}/members`, { add: [own] }),
    ],
    ['chat deactivate-user-group', 'group.deactivated', () => chat.post(`/user_groups/${group}/deactivate`)],
  ];
}

function organization(world: AuditWorld): AuditedCall[] {
  const chat = new ChatClient(world.org.chat);
  let id = 0;
  const made = async (answer: Promise<Answer>) => {
    const given = await answer;
    id = given.json.id;
    return given;
  };
  const linkifier = { pattern: 'LOAD-(?P<id>[0-9]+)', url_template: 'https://loads.example/{id}' };
  const playground = { name: 'try', pygments_language: 'Python', url_template: 'https://try.example/?c={code}' };
  const domain = { domain: 'couriers.example', allow_subdomains: false };
  const finished = async () =>
    (await chat.get('/export/realm')).json.exports.find((each: { export_url?: string }) => each.export_url);
  return [
    ['chat update-realm', 'organization.settings_changed', () => chat.patch('/realm', { digest_emails_enabled: true })],
    [
      'chat update-setting-defaults',
      'organization.user_defaults_changed',
      () => chat.patch('/realm/user_settings_defaults', { enter_sends: false, twenty_four_hour_time: true }),
    ],
    ['chat upload-realm-icon', 'organization.picture_set', () => sendPicture(world, '/realm/icon')],
    ['chat upload-realm-logo', 'organization.picture_set', () => sendPicture(world, '/realm/logo?night=false')],
    ['chat delete-realm-icon', 'organization.picture_removed', () => chat.delete('/realm/icon')],
    ['chat delete-realm-logo', 'organization.picture_removed', () => chat.delete('/realm/logo', { night: false })],
    ['chat add-emoji', 'emoji.added', () => sendPicture(world, '/realm/emoji/forklift')],
    ['chat deactivate-emoji', 'emoji.removed', () => chat.delete('/realm/emoji/forklift')],
    ['chat add-linkifier', 'linkifier.created', () => made(chat.post('/realm/filters', linkifier))],
    [
      'chat update-linkifier',
      'linkifier.changed',
      () => chat.patch(`/realm/filters/${id}`, { ...linkifier, url_template: 'https://freight.example/{id}' }),
    ],
    [
      'chat reorder-linkifiers',
      'linkifier.reordered',
      () => chat.patch('/realm/linkifiers', { ordered_linkifier_ids: [id] }),
    ],
    ['chat remove-linkifier', 'linkifier.removed', () => chat.delete(`/realm/filters/${id}`)],
    ['chat add-playground', 'playground.created', () => made(chat.post('/realm/playgrounds', playground))],
    ['chat remove-playground', 'playground.removed', () => chat.delete(`/realm/playgrounds/${id}`)],
    [
      'chat create-profile-field',
      'profile_field.created',
      () => made(chat.post('/realm/profile_fields', { name: 'licence', field_type: 1 })),
    ],
    [
      'chat update-profile-field',
      'profile_field.changed',
      () => chat.patch(`/realm/profile_fields/${id}`, { name: 'driving licence' }),
    ],
    [
      'chat order-profile-fields',
      'profile_field.reordered',
      () => chat.patch('/realm/profile_fields', { order: [id] }),
    ],
    ['chat delete-profile-field', 'profile_field.deleted', () => chat.delete(`/realm/profile_fields/${id}`)],
    ['chat add-domain', 'domain.added', () => chat.post('/realm/domains', domain)],
    [
      'chat update-domain',
      'domain.changed',
      () => chat.patch(`/realm/domains/${domain.domain}`, { allow_subdomains: true }),
    ],
    ['chat remove-domain', 'domain.removed', () => chat.delete(`/realm/domains/${domain.domain}`)],
    ['chat request-export', 'export.requested', () => chat.post('/export/realm')],
    [
      'chat delete-export',
      'export.deleted',
      async () => chat.delete(`/export/realm/${(await until(finished, 'the export')).id}`),
    ],
  ];
}

function fleet({ org, receiver }: AuditWorld): AuditedCall[] {
  const api = new DispatchClient(org.dispatch);
  const ids: Record<string, string> = {};
  const made = async (name: string, answer: Promise<Answer>) => {
    const given = await answer;
    ids[name] = given.json.id;
    return given;
  };
  const field = { key: 'floor', name: 'Floor', description: '', type: 'integer', asArray: false };
  const shown = { visibility: ['admin'], editability: ['admin'], contexts: [{ name: 'save', isRequired: false }] };
  return [
    ['dispatch create-pretend-fleet', 'organization.pretend_fleet_made', () => api.post('/pretend-fleet')],
    ['dispatch remove-pretend-fleet', 'organization.pretend_fleet_removed', () => api.delete('/pretend-fleet')],
    [
      'dispatch create-administrator',
      'administrator.created',
      () => made('admin', api.post('/admins', { name: 'Dee', email: 'dee@couriers.example' })),
    ],
    [
      'dispatch update-administrator',
      'administrator.role_changed',
      () => api.put(`/admins/${ids.admin}`, { isReadOnly: true }),
    ],
    [
      'dispatch send-administrator-invitation',
      'administrator.invitation_sent',
      () => api.post(`/admins/${ids.admin}/invitation`),
    ],
    [
      'dispatch revoke-administrator-invitation',
      'administrator.invitation_revoked',
      () => api.delete(`/admins/${ids.admin}/invitation`),
    ],
    ['dispatch create-hub', 'hub.created', () => made('hub', api.post('/hubs', { name: 'North', ...destinationAt() }))],
    [
      'dispatch create-hubs',
      'hub.created',
      () => api.post('/hubs/batch', { hubs: [{ name: 'East', ...destinationAt() }] }),
    ],
    ['dispatch update-hub', 'hub.changed', () => api.put(`/hubs/${ids.hub}`, { name: 'South' })],
    [
      'dispatch create-team',
      'team.created',
      () => made('team', api.post('/teams', { name: 'Vans', workers: [], managers: [ids.admin] })),
    ],
    [
      'dispatch update-conversation-settings',
      'organization.conversations_changed',
      () => api.put('/conversations/settings', { team: ids.team, opensEveryTask: true }),
    ],
    ['dispatch update-team', 'team.changed', () => api.put(`/teams/${ids.team}`, { name: 'Lorries' })],
    [
      'dispatch create-worker',
      'worker.created',
      () => made('worker', api.post('/workers', { name: 'Wanda', phone: '+14155550111', teams: [ids.team] })),
    ],
    [
      'dispatch create-workers',
      'worker.created',
      () => api.post('/workers/batch', { workers: [{ name: 'Wim', phone: '+14155550119', teams: ['Vans'] }] }),
    ],
    ['dispatch send-worker-invitation', 'worker.invitation_sent', () => api.post(`/workers/${ids.worker}/invitation`)],
    [
      'dispatch revoke-worker-invitation',
      'worker.invitation_revoked',
      () => api.delete(`/workers/${ids.worker}/invitation`),
    ],
    ['dispatch update-worker', 'worker.changed', () => api.put(`/workers/${ids.worker}`, { capacity: 7 })],
    [
      'dispatch set-worker-picture',
      'worker.picture_set',
      async () =>
        sendBytes(api, 'PUT', `/workers/${ids.worker}/picture`, await png(20, 20), { 'content-type': 'image/png' }),
    ],
    ['dispatch remove-worker-picture', 'worker.picture_removed', () => api.delete(`/workers/${ids.worker}/picture`)],
    [
      'dispatch create-sign-in-link',
      'worker.sign_in_link_made',
      () => api.post(`/workers/${ids.worker}/sign-in-links`, {}),
    ],
    [
      'dispatch create-webhook',
      'webhook.created',
      () => made('webhook', api.post('/webhooks', { name: 'shop', url: `${receiver.url}?token=hush`, trigger: 6 })),
    ],
    ['dispatch update-webhook', 'webhook.changed', () => api.put(`/webhooks/${ids.webhook}`, { isEnabled: false })],
    ['dispatch delete-webhook', 'webhook.deleted', () => api.delete(`/webhooks/${ids.webhook}`)],
    [
      'dispatch create-custom-fields',
      'custom_field.created',
      () => api.post('/customFields', { model: 'Task', field: [{ ...field, ...shown }] }),
    ],
    [
      'dispatch update-custom-fields',
      'custom_field.changed',
      () => api.put('/customFields', { model: 'Task', field: [{ key: 'floor', name: 'Storey' }] }),
    ],
    [
      'dispatch delete-custom-fields',
      'custom_field.deleted',
      () => api.request('DELETE', '/customFields', { model: 'Task', field: [{ key: 'floor' }] }),
    ],
    [
      'dispatch create-task-template',
      'task_template.created',
      () => made('template', api.post('/cfGroups/task', { name: 'Stairs', fields: [] })),
    ],
    [
      'dispatch update-task-template',
      'task_template.changed',
      () => api.put(`/cfGroups/task/${ids.template}`, { name: 'Steps' }),
    ],
    ['dispatch delete-task-template', 'task_template.deleted', () => api.delete(`/cfGroups/task/${ids.template}`)],
    [
      'dispatch update-notification-settings',
      'organization.notifications_changed',
      () => api.put('/notifications/settings', { dailyLimit: 10 }),
    ],
    [
      'dispatch update-tracking-appearance',
      'organization.tracking_looks_changed',
      () => api.put('/tracking/settings', { colour: '#112233' }),
    ],
    ['dispatch delete-worker', 'worker.deleted', () => api.delete(`/workers/${ids.worker}`)],
    ['dispatch delete-team', 'team.deleted', () => api.delete(`/teams/${ids.team}`)],
    ['dispatch delete-hub', 'hub.deleted', () => api.delete(`/hubs/${ids.hub}`)],
    ['dispatch delete-administrator', 'administrator.deleted', () => api.delete(`/admins/${ids.admin}`)],
  ];
}

/** Operations that check passwords, which takes time on a busy machine. */
function drivers({ server, org }: AuditWorld): AuditedCall[] {
  const api = new DispatchClient(org.dispatch);
  let driver: DispatchClient;
  let temporary = '';
  return [
    [
      'dispatch sign-in',
      'worker.signed_in',
      async () => {
        const [owner] = (await api.get('/admins')).json;
        await api.post('/teams', { name: 'Bikes', workers: [], managers: [owner.id] });
        const given = { organizationId: org.organization_id, team: 'Bikes', name: 'Dora', phone: '+14155550112' };
        const { phone, password } = await createWorkerForCli(server.services, given);
        temporary = password;
        const answer = await api.post('/driver/sign-in', { phone, password });
        driver = new DispatchClient({ url: server.url, token: answer.json.token });
        return answer;
      },
    ],
    [
      'dispatch choose-password',
      'person.password_set',
      async () => {
        const answer = await driver.post('/driver/password', {
          currentPassword: temporary,
          password: NEXT_PASSWORD,
        });
        driver = new DispatchClient({ url: server.url, token: answer.json.token });
        return answer;
      },
    ],
    ['dispatch set-up-tracker', 'key.made', () => driver.post('/driver/trackers', { app: 'owntracks' })],
    ['dispatch sign-out', 'key.revoked', () => driver.post('/driver/sign-out')],
  ];
}

function signIns({ server, org }: AuditWorld): AuditedCall[] {
  const visitors = new Visitors(server, org);
  const browsers = [new SessionBrowser(server.url), new SessionBrowser(server.url)] as const;
  const enter = (n: 0 | 1, password = PASSWORD) => browsers[n].signIn(org.chat.email, password);
  let page: FormBrowser;
  return [
    ['session open-session', 'person.signed_in', () => enter(0)],
    [
      'session end-device',
      'session.ended',
      async () => {
        await enter(1);
        const { devices } = (await browsers[0].get('/api/session/devices')).json;
        const other = devices.find((device: { current: boolean }) => !device.current);
        return browsers[0].delete(`/api/session/devices/${other.id}`);
      },
    ],
    [
      'session end-devices',
      'session.ended',
      async () => {
        await enter(1);
        return browsers[0].delete('/api/session/devices');
      },
    ],
    ['session make-key', 'key.made', () => browsers[0].post('/api/admin/keys', { label: 'the till' })],
    [
      'session revoke-key',
      'key.revoked',
      async () => {
        const { json } = await browsers[0].post('/api/admin/keys', { label: 'the till' });
        return browsers[0].delete(`/api/admin/keys/${json.id}`);
      },
    ],
    [
      'session show-webhook-secret',
      'webhook_secret.shown',
      () => browsers[0].post('/api/admin/webhook-secret/show', { reason: 'a new receiver' }),
    ],
    [
      'session change-webhook-secret',
      'webhook_secret.rotation_cancelled',
      async () => {
        await browsers[0].post('/api/admin/webhook-secret/change', { step: 'begin' });
        return browsers[0].post('/api/admin/webhook-secret/change', { step: 'cancel' });
      },
    ],
    [
      'session change-sign-in-rules',
      'organization.password_sign_in',
      async () => {
        await server.services.database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
        return browsers[0].request('PUT', '/api/admin/sign-in-rules', { passwords: true });
      },
    ],
    [
      'session set-tile-server',
      'organization.tile_server_set',
      () => browsers[0].request('PUT', '/api/admin/map/tile-server', { service: 'openfreemap' }),
    ],
    [
      'session remove-tile-server',
      'organization.tile_server_removed',
      () => browsers[0].delete('/api/admin/map/tile-server'),
    ],
    [
      'session send-person-reset',
      'person.reset_link_sent',
      async () => {
        const { person } = (await browsers[0].get('/api/session')).json;
        return browsers[0].post(`/api/admin/people/${person.id}/reset-link`);
      },
    ],
    [
      'session end-session',
      'session.ended',
      async () => {
        await enter(1);
        const { devices } = (await browsers[0].get('/api/session/devices')).json;
        const other = devices.find((device: { current: boolean }) => !device.current);
        return browsers[0].delete(`/api/admin/sessions/${other.id}`);
      },
    ],
    [
      'session end-person-sessions',
      'session.ended',
      async () => {
        await enter(1);
        const { person } = (await browsers[0].get('/api/session')).json;
        return browsers[0].delete(`/api/admin/people/${person.id}/sessions`);
      },
    ],
    ['session close-session', 'session.ended', () => browsers[0].delete('/api/session')],
    [
      'page devices',
      'key.made',
      async () => {
        page = await visitors.signedIn();
        return (await page.open('/account/devices')).submit('Create key', { client: 'terminal' });
      },
    ],
    [
      'page assistants',
      'key.made',
      async () => (await page.open('/account/assistants')).submit('Create key', { label: 'desk' }),
    ],
    [
      'page own-data',
      'organization.person_exported',
      async () => {
        // Of an address that was proven.
        await visitors.server.services.database.transaction((tx) =>
          tx.run(sql`
            update platform.people set email_verified_at = ${tx.now}
            where organization_id = ${visitors.org.organization_id}`),
        );
        // The answer is a file and no page.
        const cookie = [...page.cookies].map((pair) => pair.join('=')).join('; ');
        const headers = { cookie, 'sec-fetch-site': 'same-origin' };
        const address = `${visitors.server.url}/account/data`;
        const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(), headers });
        await answer.body?.cancel();
        return { status: answer.status, headers: answer.headers, json: null, text: '' };
      },
    ],
    [
      'page choose-uses',
      'organization.uses_chosen',
      async () => (await page.open('/welcome/uses')).submit('Continue', { uses: 'both' }),
    ],
    [
      'page welcome',
      'organization.checklist_put_away',
      async () => (await page.open('/welcome')).submit('Hide this list', {}),
    ],
    [
      'page app-sign-in',
      'person.signed_in',
      async () => {
        await page.open(`/sign-in/app?mobile_flow_otp=${'a'.repeat(64)}`);
        return page.submit('Sign in to the app');
      },
    ],
    [
      'page change-password',
      'person.password_set',
      async () => {
        const own = await (await visitors.signedIn(await visitors.person('pat'))).open('/account/password');
        return own.submit('Change password', { old: PASSWORD, password: NEXT_PASSWORD });
      },
    ],
    [
      'page choose-new-password',
      'person.password_set',
      async () => {
        const link = await visitors.resetLink('pat@couriers.example');
        return (await visitors.browse().open(link)).submit('Save', { password: PASSWORD });
      },
    ],
    [
      'page second-factor',
      'person.second_factor_on',
      async () => {
        page = await visitors.signedIn();
        await (await page.open('/account/second-factor')).submit('Turn it on', { password: PASSWORD });
        const secret = /class="key"[^>]*>([^<]+)</.exec(page.html)![1]!;
        const code = await generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
        return page.submit('Turn it on', { code });
      },
    ],
  ];
}
