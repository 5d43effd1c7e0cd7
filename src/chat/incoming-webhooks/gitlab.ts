import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import type { EventText, ForeignPayload, ReadEvent } from './event-text.ts';
import { isSameText } from './signature.ts';
import { unknownEvent } from './unknown-event.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';
import { withQuote } from './with-quote.ts';

const MAX_COMMITS = 20;
const NO_COMMIT = /^0+$/;

const short = (sha: unknown) => foreignText(sha).slice(0, 7);
const nameOf = (ref: unknown) => plainLine(ref).replace(/^refs\/(heads|tags)\//, '');

const push: ReadEvent = (payload, who, project) => {
  const branch = nameOf(payload.ref);
  const topic = `${project} / ${branch}`;
  if (NO_COMMIT.test(foreignText(payload.after))) return { topic, content: `${who} deleted branch ${branch}.` };
  const commits: ForeignPayload[] = Array.isArray(payload.commits) ? payload.commits : [];
  const isNew = NO_COMMIT.test(foreignText(payload.before));
  if (commits.length === 0) return { topic, content: `${who} ${isNew ? 'created' : 'pushed'} branch ${branch}.` };
  const lines = commits.slice(0, MAX_COMMITS).map((commit) => {
    const [subject] = foreignText(commit?.message).split('\n');
    return `* ${plainLine(subject)} (${link(short(commit?.id), commit?.url)})`;
  });
  const total = Math.max(commits.length, Number(foreignText(payload.total_commits_count)) || 0);
  if (total > lines.length) lines.push(`* … and ${total - lines.length} more`);
  const head = `${who} pushed ${total === 1 ? '1 commit' : `${total} commits`} to ${isNew ? 'the new ' : ''}branch ${branch}`;
  return { topic, content: `${head}:\n\n${lines.join('\n')}` };
};

const tagPush: ReadEvent = ({ ref, after }, who) => ({
  content: `${who} ${NO_COMMIT.test(foreignText(after)) ? 'deleted' : 'pushed'} tag ${nameOf(ref)}.`,
});

const DONE = new Map([
  ['open', 'opened'],
  ['close', 'closed'],
  ['reopen', 'reopened'],
  ['merge', 'merged'],
  ['approval', 'approved'],
  ['unapproval', 'withdrew the approval of'],
  ['unapproved', 'withdrew the approval of'],
  ['create', 'created'],
  ['update', 'updated'],
  ['delete', 'deleted'],
]);
const done = (action: unknown) => DONE.get(foreignText(action)) ?? (plainLine(action) || 'changed');

const titleOf = (word: string, sign: string, subject: ForeignPayload) =>
  `${word} ${sign}${plainLine(subject?.iid)} ${plainLine(subject?.title)}`;

/** An issue or a merge request; of an update who was assigned or asked, and which labels there are. */
const about =
  (word: string, sign: string): ReadEvent =>
  (payload, who, project) => {
    const { object_attributes: subject } = payload;
    const name = titleOf(plainLine(subject?.type) || word, sign, subject);
    const isOpened = subject?.action === 'open';
    const head = `${who} ${done(subject?.action)} ${link(name, subject?.url)}${changesOf(payload)}`;
    return { topic: `${project} / ${name}`, content: withQuote(head, isOpened ? subject?.description : '') };
  };

function changesOf({ changes, object_attributes: subject }: ForeignPayload): string {
  const parts = [
    ['assignees', 'assigned to'],
    ['reviewers', 'to be reviewed by'],
    ['labels', 'labelled'],
  ].flatMap(([key, words]) => {
    const now: ForeignPayload = changes?.[key!]?.current;
    if (!Array.isArray(now)) return [];
    return [
      `${words} ${
        now
          .slice(0, 20)
          .map((item) => plainLine(item?.name ?? item?.title))
          .join(', ') || 'nobody'
      }`,
    ];
  });
  const before = foreignText(subject?.oldrev);
  if (before !== '') parts.push(`new commits after ${short(before)}`);
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

const note: ReadEvent = (payload, who, project) => {
  const { object_attributes: subject, merge_request: request, issue, commit, snippet } = payload;
  const name = request
    ? titleOf('MR', '!', request)
    : issue
      ? titleOf('issue', '#', issue)
      : commit
        ? `commit ${short(commit.id)}`
        : `snippet ${plainLine(snippet?.title)}`;
  const head = `${who} ${link('commented', subject?.url)} on ${name}`;
  const topic = request || issue ? `${project} / ${name}` : project;
  return { topic, content: withQuote(head, subject?.note) };
};

const SIGNS = new Map([
  ['success', '✅'],
  ['failed', '❌'],
  ['canceled', '🚫'],
]);

const pipeline: ReadEvent = ({ object_attributes: run, project }) => {
  const sign = SIGNS.get(foreignText(run?.status));
  // Others are still under way.
  if (!sign) return undefined;
  const address = foreignText(run?.url) || `${foreignText(project?.web_url)}/-/pipelines/${plainLine(run?.id)}`;
  const name = link(`Pipeline #${plainLine(run?.id)}`, address);
  return {
    content: `${sign} ${name} ended on ${plainLine(run?.ref)} (${short(run?.sha)}): ${plainLine(run?.status)}.`,
  };
};

const deployment: ReadEvent = ({ status, environment, deployable_url, short_sha }, who) => {
  const state = link(plainLine(status), deployable_url);
  return {
    content: `${SIGNS.get(foreignText(status)) ?? 'ℹ️'} ${who} deploys ${plainLine(short_sha)} to ${plainLine(environment)}: ${state}.`,
  };
};

/** By `object_kind`; docs/guides/incoming-webhooks.md lists them. */
const events: Readonly<Record<string, ReadEvent>> = {
  push,
  tag_push: tagPush,
  issue: about('issue', '#'),
  work_item: about('work item', '#'),
  merge_request: about('MR', '!'),
  note,
  pipeline,
  deployment,
  wiki_page: ({ object_attributes: page }, who) => ({
    content: `${who} ${done(page?.action)} wiki page ${link(page?.title, page?.url)}.`,
  }),
  // Nobody is named in it.
  release: ({ action, name, tag, url, description }) => ({
    content: withQuote(`Release ${link(name || tag, url)} was ${done(action)}`, description),
  }),
  milestone: ({ action, object_attributes: milestone }, who) => ({
    content: `${who} ${done(action)} milestone ${plainLine(milestone?.title)}.`,
  }),
  feature_flag: ({ object_attributes: flag }, who) => ({
    content: `${who} turned feature flag ${plainLine(flag?.name)} ${flag?.active === true ? 'on' : 'off'}.`,
  }),
  access_token: ({ object_attributes: token }) => ({
    content: `⚠️ Access token ${plainLine(token?.name)} expires on ${plainLine(token?.expires_at)}.`,
  }),
};
/** Jobs are parts of pipelines, which are told; reactions are not worth a message. */
const unheard = new Set(['build', 'emoji']);

function read(payload: ForeignPayload): WebhookReading {
  const kind = foreignText(payload.object_kind) || foreignText(payload.event_name);
  const project = plainLine(payload.project?.name) || plainLine(payload.repository?.name) || 'GitLab';
  if (unheard.has(kind)) return 'silent';
  if (!Object.hasOwn(events, kind)) return unknownEvent('GitLab', kind, project);
  const who = plainLine(payload.user?.name) || plainLine(payload.user_name) || 'Somebody';
  const body: EventText = events[kind]!(payload, who, project);
  return body === undefined ? 'silent' : { topic: body.topic ?? project, content: body.content };
}

export const gitlab: WebhookFormat = {
  title: 'GitLab',
  names: ['gitlab'],
  events: Object.keys(events),
  read,
  isSigned: (secret, _body, headers) => isSameText(headers['x-gitlab-token'], secret),
};
