import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload, ReadEvent } from './event-text.ts';

const MAX_COMMITS = 20;

/** Commits, and branches and tags that come, go, or are moved by force. */
export const push: ReadEvent = (payload, sender, repository) => {
  const who = plainLine(payload.pusher?.name) || sender;
  const ref = foreignText(payload.ref);
  const name = plainLine(ref).replace(/^refs\/(heads|tags)\//, '');
  const isTag = ref.startsWith('refs/tags/');
  const kind = isTag ? 'tag' : 'branch';
  const topic = isTag ? repository : `${repository} / ${name}`;
  if (payload.deleted === true) return { topic, content: `${who} deleted ${kind} ${name}.` };
  const commits: ForeignPayload[] = Array.isArray(payload.commits) ? payload.commits : [];
  if (isTag) return { topic, content: `${who} ${link('pushed', payload.compare)} tag ${name}.` };
  const noun = commits.length === 1 ? '1 commit' : `${commits.length} commits`;
  const forced = payload.forced === true ? 'force-pushed' : 'pushed';
  if (commits.length === 0) {
    if (payload.created === true) return { topic, content: `${who} created branch ${name}.` };
    const moved = `${short(payload.before)} → ${short(payload.after)}`;
    return { topic, content: `${who} ${link(forced, payload.compare)} branch ${name} (${moved}).` };
  }
  const lines = commits.slice(0, MAX_COMMITS).map((commit) => {
    const [subject] = foreignText(commit?.message).split('\n');
    return `* ${plainLine(subject)} (${link(short(commit?.id), commit?.url)})`;
  });
  if (commits.length > MAX_COMMITS) lines.push(`* … and ${commits.length - MAX_COMMITS} more`);
  const where = payload.created === true ? `the new branch ${name}` : `branch ${name}`;
  return { topic, content: `${who} ${link(`${forced} ${noun}`, payload.compare)} to ${where}:\n\n${lines.join('\n')}` };
};

const short = (sha: unknown) => foreignText(sha).slice(0, 7);
