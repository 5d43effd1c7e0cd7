import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readGithub } from './github.ts';
import { githubEvents, unheardEvents } from './github-events.ts';

const base = { repository: { name: 'yard', html_url: 'https://git.example/yard' }, sender: { login: 'nell' } };
const url = 'https://git.example/4';
const subject = { number: 4, title: 'Gate', html_url: url, body: 'It is open.' };
const pr = '[PR #4 Gate](https://git.example/4)';
const read = (event: string, payload: object) => readGithub({ ...base, ...payload }, event);
const contentOf = (event: string, payload: object) => {
  const reading = read(event, payload);
  return typeof reading === 'string' ? reading : reading.content;
};

/** In the shapes of the service's public documentation of webhook payloads. */
const SAMPLES: readonly [event: string, payload: object, wanted: string][] = [
  ['ping', {}, 'The GitHub webhook works.'],
  ['push', { ref: 'refs/tags/v1', commits: [], created: true }, 'nell pushed tag v1.'],
  ['push', { ref: 'refs/heads/a', deleted: true, commits: [] }, 'nell deleted branch a.'],
  ['push', { ref: 'refs/tags/v1', deleted: true, commits: [] }, 'nell deleted tag v1.'],
  ['push', { ref: 'refs/heads/a', created: true, commits: [] }, 'nell created branch a.'],
  [
    'push',
    { ref: 'refs/heads/a', forced: true, commits: [], before: '0123456789', after: '9876543210', compare: url },
    'nell [force-pushed](https://git.example/4) branch a (0123456 → 9876543).',
  ],
  [
    'push',
    { ref: 'refs/heads/a', forced: true, commits: [{ id: '0123456789', url, message: 'Open' }] },
    `nell force-pushed 1 commit to branch a:\n\n* Open ([0123456](${url}))`,
  ],
  ['create', { ref_type: 'branch', ref: 'a' }, 'nell created branch a.'],
  ['delete', { ref_type: 'tag', ref: 'v1' }, 'nell deleted tag v1.'],
  [
    'issues',
    { action: 'opened', issue: subject },
    `nell opened [issue #4 Gate](${url}):\n\n\`\`\`quote\nIt is open.\n\`\`\``,
  ],
  [
    'issues',
    { action: 'assigned', issue: subject, assignee: { login: 'omar' } },
    `nell assigned omar to [issue #4 Gate](${url}).`,
  ],
  [
    'issues',
    { action: 'labeled', issue: subject, label: { name: 'bug' } },
    `nell added the label “bug” to [issue #4 Gate](${url}).`,
  ],
  [
    'issues',
    { action: 'milestoned', issue: subject, milestone: { title: '1.0' } },
    `nell added [issue #4 Gate](${url}) to the milestone “1.0”.`,
  ],
  ['pull_request', { action: 'closed', pull_request: { ...subject, merged: true } }, `nell merged ${pr}.`],
  ['pull_request', { action: 'closed', pull_request: subject }, `nell closed ${pr}.`],
  [
    'pull_request',
    { action: 'review_requested', pull_request: subject, requested_reviewer: { login: 'omar' } },
    `nell asked omar to review ${pr}.`,
  ],
  [
    'pull_request',
    { action: 'review_requested', pull_request: subject, requested_team: { name: 'Crew' } },
    `nell asked Crew to review ${pr}.`,
  ],
  [
    'pull_request',
    { action: 'synchronize', pull_request: subject, before: '0123456789', after: '9876543210' },
    `nell updated ${pr} (0123456 → 9876543).`,
  ],
  ['pull_request', { action: 'converted_to_draft', pull_request: subject }, `nell made ${pr} a draft.`],
  [
    'pull_request_review',
    { action: 'submitted', pull_request: subject, review: { state: 'approved', html_url: url } },
    `nell [approved](${url}) ${pr}.`,
  ],
  [
    'pull_request_review',
    { action: 'submitted', pull_request: subject, review: { state: 'changes_requested', body: 'No', html_url: url } },
    `nell [requested changes on](${url}) ${pr}:\n\n\`\`\`quote\nNo\n\`\`\``,
  ],
  ['pull_request_review', { action: 'submitted', pull_request: subject, review: { state: 'commented' } }, 'silent'],
  [
    'pull_request_review_comment',
    { action: 'created', pull_request: subject, comment: { body: 'Why?', html_url: url } },
    `nell [commented](${url}) on PR #4:\n\n\`\`\`quote\nWhy?\n\`\`\``,
  ],
  [
    'pull_request_review_thread',
    { action: 'resolved', pull_request: subject },
    `nell resolved a conversation on ${pr}.`,
  ],
  ['issue_comment', { action: 'deleted', issue: subject, comment: {} }, 'nell deleted a comment on issue #4.'],
  ['discussion', { action: 'answered', discussion: subject }, `nell marked an answer in [discussion #4 Gate](${url}).`],
  [
    'discussion',
    { action: 'category_changed', discussion: subject },
    `nell changed the category of [discussion #4 Gate](${url}).`,
  ],
  [
    'discussion_comment',
    { action: 'created', discussion: subject, comment: { body: 'x', html_url: url } },
    `nell [commented](${url}) on discussion #4:\n\n\`\`\`quote\nx\n\`\`\``,
  ],
  [
    'commit_comment',
    { comment: { commit_id: '0123456789', body: 'x', html_url: url } },
    `nell [commented](${url}) on commit 0123456:\n\n\`\`\`quote\nx\n\`\`\``,
  ],
  [
    'status',
    { state: 'failure', context: 'ci', target_url: url, sha: '0123456789', description: '2 failed' },
    `❌ [ci](${url}) of 0123456: failure (2 failed).`,
  ],
  ['status', { state: 'pending' }, 'silent'],
  [
    'check_run',
    {
      action: 'completed',
      check_run: {
        name: 'lint',
        html_url: url,
        conclusion: 'failure',
        head_sha: '0123456789',
        check_suite: { head_branch: 'main' },
      },
    },
    `❌ Check [lint](${url}) ended on main (0123456): failure.`,
  ],
  ['check_run', { action: 'created', check_run: {} }, 'silent'],
  [
    'workflow_run',
    {
      action: 'completed',
      workflow_run: { name: 'CI', html_url: url, conclusion: 'timed_out', head_branch: 'main', head_sha: '0123456789' },
    },
    `❌ Workflow [CI](${url}) ended on main (0123456): timed out.`,
  ],
  ['deployment', { deployment: { ref: 'main', environment: 'live' } }, 'nell deploys main to live.'],
  [
    'deployment_status',
    { deployment: { ref: 'main', environment: 'live' }, deployment_status: { state: 'success', target_url: url } },
    `✅ Deployment of main to live: [success](${url}).`,
  ],
  ['page_build', { build: { status: 'built' } }, '✅ Pages build: built.'],
  [
    'release',
    { action: 'published', release: { tag_name: 'v1', html_url: url } },
    `nell published release [v1](${url}).`,
  ],
  ['release', { action: 'released', release: { tag_name: 'v1' } }, 'silent'],
  ['repository', { action: 'privatized' }, 'nell made repository [yard](https://git.example/yard) private.'],
  [
    'repository',
    { action: 'renamed', changes: { repository: { name: { from: 'pier' } } } },
    'nell renamed repository pier to [yard](https://git.example/yard).',
  ],
  ['repository', { action: 'archived' }, 'nell archived repository [yard](https://git.example/yard).'],
  [
    'team',
    { action: 'added_to_repository', team: { name: 'Crew', html_url: url } },
    `nell gave team [Crew](${url}) access to the repository.`,
  ],
  [
    'organization',
    { action: 'member_invited', user: { login: 'omar' }, organization: { login: 'dock' } },
    'nell invited omar to the organization.',
  ],
  [
    'organization',
    { action: 'member_invited', invitation: { email: 'omar@dock.example' } },
    'nell invited omar@dock.example to the organization.',
  ],
  [
    'organization',
    { action: 'member_added', membership: { user: { login: 'omar' } } },
    'nell added omar to the organization.',
  ],
  [
    'repository_vulnerability_alert',
    { action: 'create', alert: { affected_package_name: 'gate' } },
    '⚠️ Vulnerability alert gate: created.',
  ],
  ['star', { action: 'created' }, 'nell starred [yard](https://git.example/yard).'],
  ['fork', { forkee: { full_name: 'omar/yard', html_url: url } }, `nell forked it as [omar/yard](${url}).`],
  ['member', { action: 'added', member: { login: 'omar' } }, 'nell added omar as a collaborator.'],
  [
    'milestone',
    { action: 'closed', milestone: { title: '1.0', html_url: url } },
    `nell closed milestone [1.0](${url}).`,
  ],
  [
    'gollum',
    { pages: [{ action: 'edited', title: 'Home', html_url: url }] },
    `nell changed the wiki: edited [Home](${url}).`,
  ],
  [
    'dependabot_alert',
    { action: 'created', alert: { number: 1, html_url: url, security_advisory: { summary: 'Bad gate' } } },
    `⚠️ Dependabot alert [Bad gate](${url}): created.`,
  ],
  ['workflow_job', { action: 'completed' }, 'silent'],
  [
    'push',
    { ref: 'refs/heads/a', created: true, pusher: { name: 'omar' }, commits: [{ id: '0123456789', message: 'Open' }] },
    'omar pushed 1 commit to the new branch a:\n\n* Open (0123456)',
  ],
  [
    'issues',
    { action: 'unlabeled', issue: subject, label: { name: 'bug' } },
    `nell removed the label “bug” from [issue #4 Gate](${url}).`,
  ],
  ['issues', { action: 'closed', issue: { ...subject, merged: false } }, `nell closed [issue #4 Gate](${url}).`],
  [
    'issues',
    { action: 'transferred', issue: subject, changes: { new_repository: { full_name: 'dock/pier' } } },
    `nell transferred [issue #4 Gate](${url}) to dock/pier.`,
  ],
  ['issues', { action: 'transferred', issue: subject }, `nell transferred [issue #4 Gate](${url}).`],
  [
    'pull_request_review',
    { action: 'dismissed', pull_request: subject, review: { state: 'approved', html_url: url } },
    `nell [dismissed a review of](${url}) ${pr}.`,
  ],
  [
    'pull_request_review',
    { action: 'edited', pull_request: subject, review: { state: 'commented', body: 'Hm', html_url: url } },
    `nell [edited a review of](${url}) ${pr}:\n\n\`\`\`quote\nHm\n\`\`\``,
  ],
  [
    'issue_comment',
    { action: 'edited', issue: { ...subject, pull_request: {} }, comment: { body: 'x', html_url: url } },
    `nell [edited a comment](${url}) on PR #4:\n\n\`\`\`quote\nx\n\`\`\``,
  ],
  [
    'issue_comment',
    { action: 'deleted', issue: subject, comment: { body: 'x' } },
    'nell deleted a comment on issue #4.',
  ],
  ['status', { state: 'success', sha: '0123456789' }, '✅ Status of 0123456: success.'],
  [
    'check_run',
    { action: 'completed', check_run: { conclusion: 'success', head_sha: '0123456789' } },
    '✅ Check Check ended at 0123456: success.',
  ],
  ['deployment', { deployment: { sha: '0123456789' } }, 'nell deploys 0123456 to an environment.'],
  ['page_build', { build: { status: 'errored', error: { message: 'No page' } } }, '❌ Pages build: errored (No page).'],
  [
    'release',
    { action: 'published', release: { name: 'One', tag_name: 'v1', html_url: url, body: 'All new' } },
    `nell published release [One](${url}):\n\n\`\`\`quote\nAll new\n\`\`\``,
  ],
  [
    'release',
    { action: 'deleted', release: { tag_name: 'v1', html_url: url, body: 'All new' } },
    `nell deleted release [v1](${url}).`,
  ],
  ['star', { action: 'deleted' }, 'nell unstarred [yard](https://git.example/yard).'],
  [
    'membership',
    { action: 'removed', member: { login: 'omar' }, team: { name: 'Crew' } },
    'nell removed omar from team Crew.',
  ],
  [
    'membership',
    { action: 'added', member: { login: 'omar' }, team: { name: 'Crew' } },
    'nell added omar to team Crew.',
  ],
  [
    'organization',
    { action: 'member_removed', membership: { user: { login: 'omar' } } },
    'nell removed omar from the organization.',
  ],
  [
    'organization',
    { action: 'renamed', changes: { login: { from: 'pier' } }, organization: { login: 'dock' } },
    'nell renamed the organization pier to dock.',
  ],
  ['code_scanning_alert', { action: 'fixed', alert: { number: 3 } }, '⚠️ Code scanning alert #3: fixed.'],
];

test('samples of events', () => {
  for (const [event, payload, wanted] of SAMPLES) assert.equal(contentOf(event, payload), wanted, event);
});

test('a topic for each issue, pull request and branch; names are plain text', () => {
  const issue = { ...subject, title: 'No @**all** [x]', body: '@**all** help' };
  const opened = read('issues', { action: 'opened', issue });
  assert.ok(typeof opened === 'object');
  assert.equal(opened.topic, 'yard / issue #4 No @all x');
  assert.ok(!/@\*\*/.test(opened.content), opened.content);
  const approved = read('pull_request_review', {
    action: 'submitted',
    pull_request: subject,
    review: { state: 'approved' },
  });
  assert.equal(typeof approved === 'object' && approved.topic, 'yard / PR #4 Gate');
});

test('of a push at most 20 commits are listed, and the rest is counted', () => {
  const commits = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: 'abcdef0123', message: `Step ${n}` }));
  const pushed = (count: number) => contentOf('push', { ref: 'refs/heads/a', commits: commits(count) }).split('\n');
  assert.equal(pushed(20).at(-1), '* Step 19 (abcdef0)');
  assert.deepEqual(pushed(22).slice(-2), ['* Step 19 (abcdef0)', '* … and 2 more']);
});

test('an event in no table is told, under a mark; without an event nothing is understood', () => {
  const received = read('moon_phase', {});
  assert.ok(typeof received === 'object');
  assert.equal(received.once, 'GitHub event moon_phase');
  for (const event of ['constructor', 'toString', '__proto__']) assert.equal(typeof read(event, {}), 'object');
  assert.equal(read('', {}), 'unknown');
});

test('every event takes an empty payload', () => {
  for (const event of Object.keys(githubEvents)) assert.doesNotThrow(() => readGithub({}, event), event);
});

test('docs/guides/incoming-webhooks.md lists the events that are told, and those that are not', async () => {
  const text = await readFile('docs/guides/incoming-webhooks.md', 'utf8');
  for (const event of [...Object.keys(githubEvents), ...unheardEvents]) assert.ok(text.includes(`\`${event}\``), event);
});
