import { keysOfAssistants, type ListedKey } from '../../platform/assistants/access.ts';
import { doMakeAssistantKey } from '../../platform/assistants/actions.ts';
import { revokeCredentialOf } from '../../platform/credentials/credentials.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { hasShownAnew } from '../../platform/people/shown-anew.ts';
import { PageProblem } from '../http/error-pages.ts';
import { checkbox, choice, EMPTY, type Filled, input, textArea } from '../http/fields.ts';
import { line, lines, verbatim } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';
import { shownKey } from '../http/shown-key.ts';
import { confirmAnew } from './confirm-anew.ts';

const MAX_LABEL = 60;
/** Names of one list, and all their characters. */
const MAX_CHOSEN = 100;
const MAX_NAMES = 4000;
/** Keys that one person may have at a time. */
const MAX_KEYS = 20;

const form = {
  end: line(40),
  label: line(MAX_LABEL),
  chat: line(10),
  channels: lines(MAX_NAMES),
  direct: line(3),
  dispatch: line(10),
  teams: lines(MAX_NAMES),
  mayWrite: line(3),
  password: verbatim(1000),
};

/** Page on which a person makes and revokes keys for assistants (`/mcp`), and chooses what each may do. */
export const assistants = page({
  path: '/account/assistants',
  summary: 'Manage your keys for assistants: make one, choose what it reads and whether it writes, revoke it',
  access: 'signed in',
  form,
  async show(request) {
    checkOn(request);
    return list(request, EMPTY);
  },
  async submit(request, values) {
    checkOn(request);
    const { services, visitor, texts, origin, address } = request;
    const { session, organization, person } = visitor;
    const { database } = services;
    if (!(await hasShownAnew(services, session, { password: values.password, address })))
      return confirmAnew(request, values, { names: Object.keys(form), back: '/account/assistants' });
    const organizationId = organization.id;
    if (values.end !== '') {
      const owner = { organizationId, kind: 'assistant', subject: person.id } as const;
      await database.transaction((tx) => revokeCredentialOf(tx, owner, values.end), { origin });
      return { redirect: '/account/assistants' };
    }
    const { assistants: words } = texts;
    const known = await knownTo(request);
    const channels = chosen(values.chat, values.channels, known.channels, words.unknownChannel);
    const teams = chosen(values.dispatch, values.teams, known.teams, words.unknownTeam);
    const problems = {
      label: values.label === '' ? texts.fields.missing : undefined,
      channels: channels.problem ?? (channels.isMissing ? texts.fields.missing : undefined),
      teams: teams.problem ?? (teams.isMissing ? texts.fields.missing : undefined),
    };
    if (Object.values(problems).some((problem) => problem !== undefined))
      return { ...(await list(request, { values, problems })), status: 400 };
    const own = await keysOfAssistants(database.reader.of(organizationId), person.id);
    if (own.length >= MAX_KEYS)
      return {
        ...(await list(request, { values, problems: { label: words.tooMany({ count: MAX_KEYS }) } })),
        status: 400,
      };
    const { key } = await database.transaction(
      (tx) =>
        doMakeAssistantKey(tx, {
          label: values.label,
          personId: person.id,
          mayWrite: values.mayWrite === 'yes',
          directMessages: known.channels !== undefined && values.direct === 'yes',
          channelIds: channels.ids?.map(Number) ?? null,
          teamIds: teams.ids,
        }),
      { organizationId, origin },
    );
    const url = await organizationUrl(services, organizationId);
    return list(request, EMPTY, shownKey(texts, words.made({ label: values.label, url: `${url}/mcp` }), key));
  },
});

/** @throws {PageProblem} where the server has no tools for assistants */
function checkOn({ services }: VisitorRequest): void {
  if (!services.config.assistants) throw new PageProblem(404, ({ notFound }) => notFound.text);
}

/** Names by ID of what a person may choose from; undefined: they have no account on that side. */
interface Known {
  channels: ReadonlyMap<string, string> | undefined;
  teams: ReadonlyMap<string, string> | undefined;
}

async function knownTo({ visitor: { api, accounts } }: VisitorRequest): Promise<Known> {
  const streams =
    accounts.chat && (await api('GET /api/v1/streams', { include_can_access_content: true })).json.streams;
  const teams = accounts.dispatch && (await api('GET /api/v2/teams')).json;
  return {
    channels:
      streams &&
      new Map(streams.map((each: { stream_id: number; name: string }) => [String(each.stream_id), each.name])),
    teams: teams && new Map(teams.map((each: { id: string; name: string }) => [each.id, each.name])),
  };
}

/**
 * Reads a choice: all, some by their names, or none.
 * @returns `ids` null: all
 */
function chosen(
  reach: string,
  text: string,
  known: ReadonlyMap<string, string> | undefined,
  unknown: (given: { name: string }) => string,
): { ids: string[] | null; problem?: string; isMissing?: boolean } {
  if (known === undefined || reach === 'none') return { ids: [] };
  if (reach !== 'some') return { ids: null };
  const names = [
    ...new Set(
      text
        .split('\n')
        .map((name) => name.replace(/^#/, '').trim())
        .filter(Boolean),
    ),
  ];
  if (names.length === 0) return { ids: [], isMissing: true };
  const ids = new Map([...known].map(([id, name]) => [name.toLowerCase(), id]));
  const missing = names.find((name) => !ids.has(name.toLowerCase())) ?? names[MAX_CHOSEN];
  if (missing !== undefined) return { ids: [], problem: unknown({ name: missing }) };
  return { ids: names.map((name) => ids.get(name.toLowerCase())!) };
}

async function list(request: VisitorRequest, filled: Filled, made: Html | false = false): Promise<View> {
  const { services, visitor, texts } = request;
  const { assistants: words, devices } = texts;
  const { organization, person } = visitor;
  const keys = await keysOfAssistants(services.database.reader.of(organization.id), person.id);
  const known = await knownTo(request);
  if (!known.channels && !known.teams) throw new PageProblem(404, ({ notFound }) => notFound.text);
  const options = (all: string, allHint: string, some: string, someHint: string, none: string, noneHint: string) => [
    { value: 'all', label: all, hint: allHint },
    { value: 'some', label: some, hint: someHint },
    { value: 'none', label: none, hint: noneHint },
  ];
  const date = new Intl.DateTimeFormat(request.language, { dateStyle: 'medium', timeZone: organization.timezone });
  const used = (key: ListedKey) =>
    `${devices.since({ date: date.format(key.createdAt) })}${key.usedAt ? ` · ${devices.used({ date: date.format(key.usedAt) })}` : ''}`;
  const body = html`${made || html`<p class="lead">${words.lead}</p>`}
${
  keys.length > 0 &&
  html`<ul class="rows">${keys.map(
    (key) => html`
<li><span><b dir="auto">${key.label}</b><small>${sentencesOf(key, known, words).join(' ')}</small><small>${used(key)}</small></span><form method="post"><button class="second small" name="end" value="${key.credentialId}" aria-label="${`${devices.revoke}: ${key.label}`}">${devices.revoke}</button></form></li>`,
  )}
</ul>`
}
<h2>${words.new}</h2>
<form method="post">
${input(filled, { name: 'label', label: words.label, hint: words.labelHint, max: MAX_LABEL })}
${
  known.channels &&
  html`${choice(filled, {
    name: 'chat',
    label: words.chat,
    options: options(
      words.allChannels,
      words.allChannelsHint,
      words.someChannels,
      words.someChannelsHint,
      words.noChannels,
      words.noChannelsHint,
    ),
  })}
${textArea(filled, { name: 'channels', label: words.channels, hint: words.namesHint, max: MAX_NAMES, rows: 3, optional: true })}
${checkbox(filled, { name: 'direct', label: words.direct })}`
}
${
  known.teams &&
  html`${choice(filled, {
    name: 'dispatch',
    label: words.dispatch,
    options: options(
      words.allTeams,
      words.allTeamsHint,
      words.someTeams,
      words.someTeamsHint,
      words.noTeams,
      words.noTeamsHint,
    ),
  })}
${textArea(filled, { name: 'teams', label: words.teams, hint: words.namesHint, max: MAX_NAMES, rows: 3, optional: true })}`
}
${checkbox(filled, { name: 'mayWrite', label: words.mayWrite, hint: words.mayWriteHint })}
<div class="actions"><button>${devices.make}</button><a href="/account">${texts.fields.back}</a></div>
</form>`;
  return { title: words.title, body };
}

/** Returns sentences about what a key may do. */
function sentencesOf(key: ListedKey, known: Known, words: VisitorRequest['texts']['assistants']): string[] {
  const names = (ids: readonly (string | number)[], of: ReadonlyMap<string, string>) =>
    ids.map((id) => of.get(String(id)) ?? '…').join(', ');
  const reach = (
    ids: readonly (string | number)[] | null,
    of: ReadonlyMap<string, string> | undefined,
    texts: { all: string; some: (given: { names: string }) => string },
  ) => {
    if (of === undefined || ids?.length === 0) return [];
    return [ids === null ? texts.all : texts.some({ names: names(ids, of) })];
  };
  return [
    ...reach(key.channelIds, known.channels, { all: words.readsAllChannels, some: words.readsChannels }),
    ...(key.directMessages ? [words.readsDirect] : []),
    ...reach(key.teamIds, known.teams, { all: words.readsAllTeams, some: words.readsTeams }),
    key.mayWrite ? words.writes : words.onlyReads,
  ];
}
