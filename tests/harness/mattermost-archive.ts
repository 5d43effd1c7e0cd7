import sharp from 'sharp';
import type { ArchiveFiles } from './slack-archive.ts';

/** Lines of an export of Mattermost. */
export type MattermostLines = Record<string, unknown>[];

/** For tests: the files of an export, as `mmctl export` packs them. */
export function mattermostFiles(lines: MattermostLines, files: ArchiveFiles = {}): ArchiveFiles {
  return { 'import.jsonl': `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, ...files };
}

const AT = Date.UTC(2020, 0, 2, 9);

/** For tests: a small team's export of Mattermost, in which most things occur. Its posts are not in the order of time. */
export async function mattermostTeam(): Promise<{ lines: MattermostLines; files: ArchiveFiles }> {
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const channels = (...names: string[]) => [
    { name: 'couriers', roles: 'team_user', channels: names.map((name) => ({ name, roles: 'channel_user' })) },
  ];
  const user = (username: string, more: object, ...names: string[]) => ({
    type: 'user',
    user: { username, email: `${username}@couriers.example`, roles: 'system_user', teams: channels(...names), ...more },
  });
  const post = (user: string, channel: string, minute: number, message: string, more: object = {}) => ({
    type: 'post',
    post: { team: 'couriers', channel, user, message, create_at: AT + minute * 60_000, ...more },
  });
  const reply = (user: string, minute: number, message: string, more: object = {}) => ({
    user,
    message,
    create_at: AT + minute * 60_000,
    ...more,
  });
  const direct = (people: string[], user: string, minute: number, message: string, more: object = {}) => ({
    type: 'direct_post',
    direct_post: { channel_members: people, user, message, create_at: AT + minute * 60_000, ...more },
  });
  const channel = (name: string, more: object) => ({
    type: 'channel',
    channel: { team: 'couriers', name, display_name: name, type: 'O', ...more },
  });
  return {
    lines: [
      { type: 'version', version: 1 },
      { type: 'role', role: { name: 'system_user' } },
      { type: 'emoji', emoji: { name: 'van', image: 'emoji/van.png' } },
      { type: 'team', team: { name: 'couriers', display_name: 'Couriers', type: 'O' } },
      channel('town-square', { display_name: 'Town Square', purpose: 'For all' }),
      channel('dock', { display_name: 'Dock', type: 'P' }),
      channel('old', { display_name: 'Dock', deleted_at: AT }),
      user('mara', { first_name: 'Mara', last_name: 'Moss', roles: 'system_user system_admin' }, 'town-square', 'dock'),
      user('ned.n', { nickname: 'Ned', profile_image: 'profile/ned.png' }, 'town-square', 'dock'),
      user('gwen', { roles: 'system_guest', delete_at: AT }, 'town-square'),
      { type: 'bot', bot: { username: 'robo', display_name: 'Robo' } },
      post('ned.n', 'town-square', 5, 'last @mara, see ~dock. `@mara` @nobody @all @**Mara Moss**'),
      post('mara', 'town-square', 1, '**Gate 4** is shut', {
        edit_at: AT + 61_000,
        flagged_by: ['ned.n'],
        reactions: [
          { user: 'ned.n', emoji_name: 'van', create_at: AT },
          { user: 'gwen', emoji_name: '+1', create_at: AT },
          { user: 'gwen', emoji_name: 'unknown-thing', create_at: AT },
          { user: 'nobody.here', emoji_name: '+1', create_at: AT },
        ],
        attachments: [{ path: '20200102/plan.txt' }],
        replies: [
          reply('ned.n', 7, 'open again'),
          reply('gwen', 2, 'since when?', { attachments: [{ path: 'lost.txt' }] }),
        ],
      }),
      post('mara', 'town-square', 3, 'joined', { type: 'system_join_channel' }),
      post('robo', 'dock', 4, '', {
        props: { attachments: [{ title: 'Build', title_link: 'https://x.example/1', text: 'green @**all**' }] },
      }),
      post('mara', 'dock', 6, '*waves*', { type: 'me', is_pinned: true }),
      { type: 'direct_channel', direct_channel: { members: ['mara', 'ned.n'] } },
      direct(['mara', 'ned.n'], 'mara', 8, 'coffee?', { replies: [reply('ned.n', 9, 'yes')] }),
      direct(['mara', 'ned.n', 'gwen'], 'gwen', 10, 'bye all'),
    ],
    files: {
      'data/20200102/plan.txt': 'the plan',
      'data/emoji/van.png': picture,
      'data/profile/ned.png': picture,
    },
  };
}

/** For tests: the same team with so many more messages in `town-square`, the latest first. */
export function manyMattermostMessages(lines: MattermostLines, count: number): MattermostLines {
  return [...withManyPosts(lines, count)];
}

/** The same, a line after the other; of three messages one has a mention. */
export function* withManyPosts(lines: MattermostLines, count: number): Generator<MattermostLines[number]> {
  const end = lines.findIndex(({ type }) => type === 'direct_channel');
  yield* lines.slice(0, end);
  for (let n = 0; n < count; n++)
    yield {
      type: 'post',
      post: {
        team: 'couriers',
        channel: 'town-square',
        user: n % 3 === 0 ? 'mara' : 'ned.n',
        message:
          n % 3 === 0
            ? `message ${count - n} of *many*, @mara`
            : `message ${count - n}: leaves five minutes late, the pallets are not wrapped yet`,
        create_at: AT + 86_400_000 + (count - n) * 1000,
      },
    };
  yield* lines.slice(end);
}
