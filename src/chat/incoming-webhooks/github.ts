import { foreignText, link, plainLine, withoutMentions } from '../messages/foreign-text.ts';
import { fenced } from '../notification-bot/names.ts';
import type { WebhookMessage } from './webhook-message.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever GitHub sends; every value goes through `foreignText`, `plainLine` or `link`
type Payload = any;

const MAX_COMMITS = 20;

/**
 * GitHub's events: pushes, branches, issues, pull requests, their comments, releases.
 * @param event header `X-GitHub-Event`
 * @returns undefined for events that nothing is said of
 */
export function readGithub(payload: Payload, event: string): WebhookMessage | undefined {
  const repository = plainLine(payload.repository?.name) || 'GitHub';
  const who = plainLine(payload.sender?.login) || 'Somebody';
  switch (event) {
    case 'ping':
      return { topic: repository, content: 'The GitHub webhook works.' };
    case 'push':
      return push(payload, repository, plainLine(payload.pusher?.name) || who);
    case 'create':
    case 'delete': {
      const done = event === 'create' ? 'created' : 'deleted';
      return { topic: repository, content: `${who} ${done} ${plainLine(payload.ref_type)} ${plainLine(payload.ref)}.` };
    }
    case 'issues':
      return about(payload, payload.issue, 'issue', repository, who);
    case 'pull_request':
      return about(payload, payload.pull_request, 'PR', repository, who);
    case 'issue_comment': {
      const kind = payload.issue?.pull_request ? 'PR' : 'issue';
      return comment(payload, payload.issue, kind, repository, who);
    }
    case 'pull_request_review_comment':
      return comment(payload, payload.pull_request, 'PR', repository, who);
    case 'release': {
      const { release } = payload;
      const name = link(release?.name || release?.tag_name, release?.html_url);
      return { topic: repository, content: `${who} ${plainLine(payload.action)} release ${name}.` };
    }
    default:
      return undefined;
  }
}

function push(payload: Payload, repository: string, who: string): WebhookMessage | undefined {
  const branch = plainLine(payload.ref).replace(/^refs\/(heads|tags)\//, '');
  const commits: Payload[] = Array.isArray(payload.commits) ? payload.commits : [];
  // A branch that appears or goes has an event of its own.
  if (commits.length === 0) return undefined;
  const lines = commits.slice(0, MAX_COMMITS).map((commit) => {
    const [subject] = foreignText(commit?.message).split('\n');
    return `* ${plainLine(subject)} (${link(foreignText(commit?.id).slice(0, 7), commit?.url)})`;
  });
  if (commits.length > MAX_COMMITS) lines.push(`* … and ${commits.length - MAX_COMMITS} more`);
  const noun = commits.length === 1 ? '1 commit' : `${commits.length} commits`;
  const head = `${who} ${link(`pushed ${noun}`, payload.compare)} to branch ${branch}:`;
  return { topic: `${repository} / ${branch}`, content: `${head}\n\n${lines.join('\n')}` };
}

const SAID_WITH_TEXT = new Set(['opened', 'edited']);

function about(payload: Payload, subject: Payload, kind: string, repository: string, who: string): WebhookMessage {
  const merged = payload.action === 'closed' && subject?.merged === true;
  const done = merged ? 'merged' : plainLine(payload.action).replaceAll('_', ' ');
  const head = `${who} ${done} ${link(`${kind} #${plainLine(subject?.number)} ${plainLine(subject?.title)}`, subject?.html_url)}`;
  const text = SAID_WITH_TEXT.has(payload.action) && typeof subject?.body === 'string' ? subject.body.trim() : '';
  return { topic: topicOf(subject, kind, repository), content: withQuote(head, text) };
}

function comment(payload: Payload, subject: Payload, kind: string, repository: string, who: string): WebhookMessage {
  const did = payload.action === 'created' ? 'commented' : `${plainLine(payload.action)} a comment`;
  const head = `${who} ${link(did, payload.comment?.html_url)} on ${kind} #${plainLine(subject?.number)}`;
  const text = payload.action === 'deleted' ? '' : foreignText(payload.comment?.body).trim();
  return { topic: topicOf(subject, kind, repository), content: withQuote(head, text) };
}

const topicOf = (subject: Payload, kind: string, repository: string) =>
  `${repository} / ${kind} #${plainLine(subject?.number)} ${plainLine(subject?.title)}`;

const withQuote = (head: string, text: string) =>
  text === '' ? `${head}.` : `${head}:\n\n${fenced('quote', withoutMentions(text))}`;
