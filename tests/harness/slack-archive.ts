import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** Files by their paths: texts as they are, everything else as JSON. */
export type ArchiveFiles = Record<string, unknown>;

const bytesOf = (content: unknown): Buffer =>
  Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

/** For tests: a folder of files, gone with `await using`. */
export async function writeFolder(files: ArchiveFiles): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-archive-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytesOf(content));
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** For tests: a zip file. @param declared sizes that entries claim to have, where they lie */
export function zipOf(files: ArchiveFiles, declared: Record<string, number> = {}): Buffer {
  return zipOfEntries(Object.entries(files), declared);
}

/** The same, in which a path may come twice. */
export function zipOfEntries(files: readonly [string, unknown][], declared: Record<string, number> = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const bytes = bytesOf(content);
    const packed = deflateRawSync(bytes);
    const fileName = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared[name] ?? bytes.length, 18);
    fields.writeUInt16LE(fileName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, fileName, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, fileName]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** For tests: a small team's archive of Slack, in which most things occur. */
export function slackTeam(): ArchiveFiles {
  const user = (id: string, name: string, more: object = {}) => {
    const { profile, ...rest } = more as { profile?: object };
    return {
      id,
      name: name.toLowerCase(),
      real_name: name,
      profile: { email: `${name.toLowerCase()}@example.com`, ...profile },
      ...rest,
    };
  };
  const message = (ts: string, sender: string, text: string, more: object = {}) => ({
    type: 'message',
    user: sender,
    ts,
    text,
    ...more,
  });
  return {
    'users.json': [
      user('U1', 'Olive', { is_owner: true }),
      user('U2', 'Mara', { tz: 'Europe/Vienna' }),
      user('U3', 'Ned', { deleted: true }),
      user('U4', 'Gwen', { is_restricted: true }),
      user('U5', 'Pat', { profile: { email: '' } }),
      user('B1', 'Robo', { is_bot: true, profile: { bot_id: 'BB1' } }),
    ],
    'channels.json': [
      {
        id: 'C1',
        name: 'general',
        created: 1_500_000_000,
        creator: 'U1',
        is_general: true,
        members: ['U1', 'U2', 'U3', 'U4', 'U5'],
        purpose: { value: 'Everything *else*' },
      },
      { id: 'C2', name: 'my_old_yard', created: 1_500_000_000, creator: 'U2', is_archived: true, members: ['U2'] },
    ],
    'groups.json': [{ id: 'G1', name: 'bosses', created: 1_500_000_000, creator: 'U1', members: ['U1', 'U2'] }],
    'dms.json': [{ id: 'D1', created: 1_500_000_000, members: ['U1', 'U2'] }],
    'mpims.json': [{ id: 'M1', name: 'mpdm-olive--mara--gwen-1', created: 1_500_000_000, members: ['U1', 'U2', 'U4'] }],
    'general/2020-01-02.json': [
      message('1577952000.000100', 'U2', 'hello <@U1> and <!channel>, see <#C2|my_old_yard> _now_'),
      message('1577952010.000200', 'U1', '*Which gate* takes the pallets tomorrow morning when the rain comes?', {
        thread_ts: '1577952010.000200',
        reply_count: 2,
        reactions: [
          { name: '+1::skin-tone-2', users: ['U2', 'U4'] },
          { name: 'white_check_mark', users: ['U2'] },
          { name: 'partyparrot', users: ['U2'] },
        ],
      }),
      message('1577952020.000300', 'U2', 'gate 4', { thread_ts: '1577952010.000200', parent_user_id: 'U1' }),
      message('1577952030.000400', 'U3', 'joined', { subtype: 'channel_join' }),
    ],
    'general/2020-01-03.json': [
      message('1578038400.000100', 'U4', 'gate 4 it is', {
        subtype: 'thread_broadcast',
        thread_ts: '1577952010.000200',
        edited: { user: 'U4', ts: '1578038500.000000' },
      }),
      message('1578038410.000200', 'U2', 'As <https://team.slack.com/archives/C1/p1577952010000200|said>', {
        files: [
          { id: 'F1', name: 'plan.pdf', title: 'Plan', permalink: 'https://team.slack.com/files/U2/F1/plan.pdf' },
          { id: 'F2', name: 'gone.pdf', mode: 'tombstone' },
        ],
      }),
      { type: 'message', subtype: 'bot_message', bot_id: 'BB1', ts: '1578038420.000300', text: 'Build *green* @*all*' },
      {
        type: 'message',
        subtype: 'bot_message',
        bot_id: 'B9',
        username: 'Weather',
        ts: '1578038430.000400',
        text: 'Sun',
      },
      message('1578038440.000500', 'U2', 'waves', { subtype: 'me_message' }),
      message('1578038450.000600', 'U1', '*Which gate* takes the pallets tomorrow morning when the rain comes?', {
        thread_ts: '1578038450.000600',
        reply_count: 1,
      }),
      message('1578038460.000700', 'U2', 'any', { thread_ts: '1578038450.000600' }),
    ],
    'my_old_yard/2020-01-02.json': [message('1577952005.000100', 'U2', 'old `code *x*` :white_check_mark:')],
    'bosses/2020-01-03.json': [message('1578038405.000100', 'U1', 'secret')],
    'D1/2020-01-03.json': [message('1578038406.000100', 'U2', 'psst <@U1>')],
    'mpdm-olive--mara--gwen-1/2020-01-03.json': [message('1578038407.000100', 'U4', 'all three')],
  };
}

/** For tests: the same team with so many messages more, over some days and in all of its places. */
export function manyMessages(team: ArchiveFiles, count: number): ArchiveFiles {
  return { ...team, ...Object.fromEntries(manyDays(count)) };
}

/** The files of these messages, a day after the other: one each minute, of three of them one with a mention and a link. */
export function* manyDays(count: number): Generator<[file: string, messages: object[]]> {
  const places = ['general', 'bosses', 'D1', 'my_old_yard'];
  let files = new Map<string, object[]>();
  let today = '';
  for (let n = 0; n < count; n++) {
    const seconds = 1_600_000_000 + n * 60;
    const day = new Date(seconds * 1000).toISOString().slice(0, 10);
    if (day !== today) {
      yield* files;
      files = new Map();
      today = day;
    }
    const name = `${places[n % places.length]}/${day}.json`;
    const ts = `${seconds}.${String(n % 1_000_000).padStart(6, '0')}`;
    const isReply = n % 12 === 4 || n % 12 === 8;
    const rootOf = n - (n % 12);
    const root = `${1_600_000_000 + rootOf * 60}.${String(rootOf % 1_000_000).padStart(6, '0')}`;
    if (!files.has(name)) files.set(name, []);
    files.get(name)!.push({
      type: 'message',
      user: n % 2 === 0 ? 'U1' : 'U2',
      ts,
      text:
        n % 3 === 0
          ? `Order ${n} for *gate ${n % 7}* <@U2>, see <https://team.slack.com/archives/C1/p${root.replace('.', '')}>`
          : `Order ${n} leaves from gate ${n % 7} five minutes late, the pallets are not wrapped yet`,
      ...(isReply && { thread_ts: root }),
      ...(n % 12 === 0 && { thread_ts: ts, reply_count: 2 }),
      ...(n % 5 === 0 && { reactions: [{ name: 'tada', users: ['U1', 'U4'] }] }),
    });
  }
  yield* files;
}
