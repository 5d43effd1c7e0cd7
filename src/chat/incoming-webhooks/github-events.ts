import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload, ReadEvent } from './event-text.ts';
import { push } from './github-push.ts';
import { withQuote } from './with-quote.ts';

/** Events of which others tell already: `workflow_run` and `check_run`, `star`. */
export const unheardEvents: ReadonlySet<string> = new Set(['workflow_job', 'check_suite', 'watch', 'installation']);

const action = (payload: ForeignPayload) => plainLine(payload.action).replaceAll('_', ' ');

/** An issue, a pull request or a discussion. */
interface Kind {
  word: string;
  of(payload: ForeignPayload): ForeignPayload;
}
const issue: Kind = { word: 'issue', of: ({ issue }) => issue };
const pullRequest: Kind = { word: 'PR', of: ({ pull_request }) => pull_request };
const discussion: Kind = { word: 'discussion', of: ({ discussion }) => discussion };

const nameOf = (subject: ForeignPayload, { word }: Kind) =>
  `${word} #${plainLine(subject?.number)} ${plainLine(subject?.title)}`.trim();
const topicOf = (subject: ForeignPayload, kind: Kind, repository: string) => `${repository} / ${nameOf(subject, kind)}`;
const linked = (subject: ForeignPayload, kind: Kind) => link(nameOf(subject, kind), subject?.html_url);

const login = (person: ForeignPayload) => plainLine(person?.login) || plainLine(person?.name);

/** Verbs for actions on issues and pull requests; by default the action's own name. */
const done: Record<string, (payload: ForeignPayload, name: string, who: string) => string> = {
  assigned: ({ assignee }, name, who) => `${who} assigned ${login(assignee)} to ${name}`,
  unassigned: ({ assignee }, name, who) => `${who} unassigned ${login(assignee)} from ${name}`,
  labeled: ({ label }, name, who) => `${who} added the label “${plainLine(label?.name)}” to ${name}`,
  unlabeled: ({ label }, name, who) => `${who} removed the label “${plainLine(label?.name)}” from ${name}`,
  milestoned: (payload, name, who) => `${who} added ${name} to the milestone “${milestoneOf(payload)}”`,
  demilestoned: (payload, name, who) => `${who} removed ${name} from the milestone “${milestoneOf(payload)}”`,
  review_requested: (payload, name, who) => `${who} asked ${reviewerOf(payload)} to review ${name}`,
  review_request_removed: (payload, name, who) => `${who} no longer asks ${reviewerOf(payload)} to review ${name}`,
  ready_for_review: (_payload, name, who) => `${who} marked ${name} as ready for review`,
  converted_to_draft: (_payload, name, who) => `${who} made ${name} a draft`,
  synchronize: ({ before, after }, name, who) => `${who} updated ${name} (${short(before)} → ${short(after)})`,
  auto_merge_enabled: (_payload, name, who) => `${who} turned on automatic merging of ${name}`,
  auto_merge_disabled: (_payload, name, who) => `${who} turned off automatic merging of ${name}`,
  answered: (_payload, name, who) => `${who} marked an answer in ${name}`,
  unanswered: (_payload, name, who) => `${who} took the mark from the answer in ${name}`,
  category_changed: (_payload, name, who) => `${who} changed the category of ${name}`,
  transferred: ({ changes }, name, who) =>
    `${who} transferred ${name}${toWhere(plainLine(changes?.new_repository?.full_name))}`,
};
const milestoneOf = ({ milestone }: ForeignPayload) => plainLine(milestone?.title);
const reviewerOf = ({ requested_reviewer, requested_team }: ForeignPayload) =>
  login(requested_reviewer ?? requested_team);
const short = (sha: unknown) => foreignText(sha).slice(0, 7) || '?';
const toWhere = (place: string) => (place === '' ? '' : ` to ${place}`);

const SAID_WITH_TEXT = new Set(['opened', 'edited', 'created']);

const about =
  (kind: Kind): ReadEvent =>
  (payload, who, repository) => {
    const subject = kind.of(payload);
    const name = linked(subject, kind);
    const key = foreignText(payload.action);
    const merged = key === 'closed' && subject?.merged === true;
    const head = Object.hasOwn(done, key)
      ? done[key]!(payload, name, who)
      : `${who} ${merged ? 'merged' : action(payload)} ${name}`;
    const content = withQuote(head, SAID_WITH_TEXT.has(key) ? subject?.body : '');
    return { topic: topicOf(subject, kind, repository), content };
  };

const comment =
  (kind: Kind): ReadEvent =>
  (payload, who, repository) => {
    const subject = kind.of(payload);
    const did = payload.action === 'created' ? 'commented' : `${action(payload)} a comment`;
    const head = `${who} ${link(did, payload.comment?.html_url)} on ${nameOf({ number: subject?.number }, kind)}`;
    const content = withQuote(head, payload.action === 'deleted' ? '' : payload.comment?.body);
    return { topic: topicOf(subject, kind, repository), content };
  };

const REVIEWS = new Map([
  ['approved', 'approved'],
  ['changes_requested', 'requested changes on'],
  ['dismissed', 'dismissed a review of'],
]);

const review: ReadEvent = (payload, who, repository) => {
  const { review, pull_request: subject } = payload;
  const state = payload.action === 'dismissed' ? 'dismissed' : foreignText(review?.state).toLowerCase();
  // The comments of a review without a text come as events of their own.
  if (state === 'commented' && foreignText(review?.body).trim() === '') return undefined;
  const did = payload.action === 'edited' ? 'edited a review of' : (REVIEWS.get(state) ?? 'reviewed');
  const head = `${who} ${link(did, review?.html_url)} ${linked(subject, pullRequest)}`;
  return { topic: topicOf(subject, pullRequest, repository), content: withQuote(head, review?.body) };
};

const SIGNS = new Map([
  ['success', '✅'],
  ['failure', '❌'],
  ['error', '❌'],
  ['timed_out', '❌'],
]);
const sign = (state: unknown) => SIGNS.get(foreignText(state)) ?? 'ℹ️';

/** A run that has ended. */
const run =
  (of: (payload: ForeignPayload) => ForeignPayload, word: string): ReadEvent =>
  (payload) => {
    const subject = of(payload);
    if (payload.action !== 'completed') return undefined;
    const name = link(plainLine(subject?.name) || word, subject?.html_url);
    const branch = plainLine(subject?.head_branch ?? subject?.check_suite?.head_branch);
    const where = branch === '' ? `at ${short(subject?.head_sha)}` : `on ${branch} (${short(subject?.head_sha)})`;
    const ended = plainLine(subject?.conclusion).replaceAll('_', ' ');
    return { content: `${sign(subject?.conclusion)} ${word} ${name} ended ${where}: ${ended}.` };
  };

const named =
  (word: string, of: (payload: ForeignPayload) => ForeignPayload): ReadEvent =>
  (payload, who) => {
    const subject = of(payload);
    const name = plainLine(subject?.title ?? subject?.name ?? subject?.login ?? subject?.key_prefix);
    return { content: `${who} ${action(payload) || 'changed'} ${word} ${link(name, subject?.html_url)}.` };
  };

/** Actions on a repository, a team or an organization that no verb alone says. */
const REPOSITORY: Readonly<Record<string, (payload: ForeignPayload, name: string) => string>> = {
  privatized: (_payload, name) => `made repository ${name} private`,
  publicized: (_payload, name) => `made repository ${name} public`,
  renamed: ({ changes }, name) => `renamed repository ${plainLine(changes?.repository?.name?.from)} to ${name}`,
};
const TEAM: typeof REPOSITORY = {
  added_to_repository: (_payload, name) => `gave team ${name} access to the repository`,
  removed_from_repository: (_payload, name) => `took access to the repository from team ${name}`,
};
const ORGANIZATION: typeof REPOSITORY = {
  member_added: ({ membership }) => `added ${login(membership?.user)} to the organization`,
  member_removed: ({ membership }) => `removed ${login(membership?.user)} from the organization`,
  member_invited: ({ user, invitation }) =>
    `invited ${login(user) || login(invitation) || plainLine(invitation?.email)} to the organization`,
  renamed: ({ changes }, name) => `renamed the organization ${plainLine(changes?.login?.from)} to ${name}`,
};

const special =
  (table: typeof REPOSITORY, of: (payload: ForeignPayload) => ForeignPayload, usual: ReadEvent): ReadEvent =>
  (payload, who, repository) => {
    const key = foreignText(payload.action);
    if (!Object.hasOwn(table, key)) return usual(payload, who, repository);
    const subject = of(payload);
    const name = link(plainLine(subject?.name ?? subject?.login), subject?.html_url);
    return { content: `${who} ${table[key]!(payload, name)}.` };
  };

/** Actions of the oldest kind of alert, which are verbs. */
const ALERT_ACTIONS = new Map([
  ['create', 'created'],
  ['dismiss', 'dismissed'],
  ['resolve', 'resolved'],
  ['reopen', 'reopened'],
]);

const alert =
  (word: string, nameOf: (alert: ForeignPayload) => unknown): ReadEvent =>
  (payload) => {
    const { alert } = payload;
    const name = link(plainLine(nameOf(alert)) || `#${plainLine(alert?.number)}`, alert?.html_url);
    const did = foreignText(payload.action);
    return { content: `⚠️ ${word} ${name}: ${ALERT_ACTIONS.get(did) ?? action(payload)}.` };
  };

const repositoryOf = ({ repository }: ForeignPayload) => repository;
const teamOf = ({ team }: ForeignPayload) => team;
const organizationOf = ({ organization }: ForeignPayload) => organization;

const branchOrTag =
  (did: string): ReadEvent =>
  ({ ref_type, ref }, who) => ({ content: `${who} ${did} ${plainLine(ref_type)} ${plainLine(ref)}.` });

/** By the header `X-GitHub-Event`; docs/guides/incoming-webhooks.md lists them. */
export const githubEvents: Readonly<Record<string, ReadEvent>> = {
  ping: () => ({ content: 'The GitHub webhook works.' }),
  push,
  create: branchOrTag('created'),
  delete: branchOrTag('deleted'),
  issues: about(issue),
  pull_request: about(pullRequest),
  discussion: about(discussion),
  issue_comment: (payload, who, repository) => {
    const kind = payload.issue?.pull_request ? { ...pullRequest, of: issue.of } : issue;
    return comment(kind)(payload, who, repository);
  },
  pull_request_review: review,
  pull_request_review_comment: comment(pullRequest),
  pull_request_review_thread: (payload, who, repository) => {
    const content = `${who} ${action(payload)} a conversation on ${linked(payload.pull_request, pullRequest)}.`;
    return { topic: topicOf(payload.pull_request, pullRequest, repository), content };
  },
  discussion_comment: comment(discussion),
  commit_comment: ({ comment }, who) => {
    const head = `${who} ${link('commented', comment?.html_url)} on commit ${short(comment?.commit_id)}`;
    return { content: withQuote(head, comment?.body) };
  },
  status: ({ state, context, target_url, description, sha }) => {
    if (state === 'pending') return undefined;
    const detail = plainLine(description);
    const name = link(plainLine(context) || 'Status', target_url);
    return { content: `${sign(state)} ${name} of ${short(sha)}: ${plainLine(state)}${detail && ` (${detail})`}.` };
  },
  check_run: run(({ check_run }) => check_run, 'Check'),
  workflow_run: run(({ workflow_run }) => workflow_run, 'Workflow'),
  deployment: ({ deployment }, who) => {
    const { environment, ref, sha } = deployment ?? {};
    return {
      content: `${who} deploys ${plainLine(ref) || short(sha)} to ${plainLine(environment) || 'an environment'}.`,
    };
  },
  deployment_status: ({ deployment, deployment_status: status }) => {
    const state = link(plainLine(status?.state).replaceAll('_', ' '), status?.target_url || status?.log_url);
    const place = plainLine(deployment?.environment ?? status?.environment);
    return { content: `${sign(status?.state)} Deployment of ${plainLine(deployment?.ref)} to ${place}: ${state}.` };
  },
  page_build: ({ build }) => ({
    content: `${build?.status === 'built' ? '✅' : '❌'} Pages build: ${plainLine(build?.status)}${build?.error?.message ? ` (${plainLine(build.error.message)})` : ''}.`,
  }),
  release: (payload, who) => {
    const { release } = payload;
    // `published` comes with each of them.
    if (['created', 'released', 'prereleased'].includes(foreignText(payload.action))) return undefined;
    const name = link(release?.name || release?.tag_name, release?.html_url);
    const text = payload.action === 'published' ? release?.body : '';
    return { content: withQuote(`${who} ${action(payload)} release ${name}`, text) };
  },
  star: (payload, who, repository) => ({
    content: `${who} ${payload.action === 'deleted' ? 'unstarred' : 'starred'} ${link(repository, payload.repository?.html_url)}.`,
  }),
  fork: ({ forkee }, who) => ({ content: `${who} forked it as ${link(forkee?.full_name, forkee?.html_url)}.` }),
  public: (_payload, who) => ({ content: `${who} made the repository public.` }),
  repository: special(REPOSITORY, repositoryOf, named('repository', repositoryOf)),
  member: (payload, who) => ({ content: `${who} ${action(payload)} ${login(payload.member)} as a collaborator.` }),
  membership: ({ action: did, member, team }, who) => ({
    content: `${who} ${plainLine(did)} ${login(member)} ${did === 'removed' ? 'from' : 'to'} team ${plainLine(team?.name)}.`,
  }),
  team: special(TEAM, teamOf, named('team', teamOf)),
  team_add: ({ team }, who) => ({ content: `${who} added team ${plainLine(team?.name)} to the repository.` }),
  organization: special(ORGANIZATION, organizationOf, named('organization', organizationOf)),
  milestone: named('milestone', ({ milestone }) => milestone),
  label: named('label', ({ label }) => label),
  branch_protection_rule: named('the protection of', ({ rule }) => rule),
  deploy_key: named('deploy key', ({ key }) => key),
  gollum: ({ pages }, who) => {
    const list = (Array.isArray(pages) ? pages : []).slice(0, 20);
    const changed = list.map(
      (page: ForeignPayload) => `${plainLine(page?.action)} ${link(page?.title, page?.html_url)}`,
    );
    return { content: `${who} changed the wiki: ${changed.join(', ')}.` };
  },
  package: named('package', (payload) => payload.package),
  registry_package: named('package', ({ registry_package }) => registry_package),
  dependabot_alert: alert('Dependabot alert', (alert) => alert?.security_advisory?.summary),
  code_scanning_alert: alert('Code scanning alert', (alert) => alert?.rule?.description),
  secret_scanning_alert: alert('Secret scanning alert', (alert) => alert?.secret_type_display_name),
  repository_vulnerability_alert: alert('Vulnerability alert', (alert) => alert?.affected_package_name),
};
