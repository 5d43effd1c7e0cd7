import { zipOf } from '../../harness/slack-archive.ts';

/** People of the company, whose archive of Slack is imported on Friday. */
export const PEOPLE = 60;
/** Messages of the archive; each tenth begins a thread with one reply. */
export const MESSAGES = 300;
export const DRIVERS = 12;
export const OWNER = { email: 'p0@lark.example', name: 'Person 0' };

export const addressOf = (n: number): string => `p${n}@lark.example`;
export const driverPhone = (n: number): string => `+1415556${String(n).padStart(4, '0')}`;

/** The archive of a company of 60, as Slack exports it. */
export function companyArchive(): Buffer {
  const users = Array.from({ length: PEOPLE }, (_, n) => ({
    id: `U${n}`,
    name: `p${n}`,
    real_name: `Person ${n}`,
    is_owner: n === 0,
    profile: { email: addressOf(n) },
  }));
  const members = users.map(({ id }) => id);
  const messages = Array.from({ length: MESSAGES }, (_, n) => ({
    type: 'message',
    user: `U${n % PEOPLE}`,
    ts: `${1_577_952_000 + n}.000100`,
    text: `line ${n} of *last year*`,
  }));
  return zipOf({
    'users.json': users,
    'channels.json': [
      { id: 'C1', name: 'general', is_general: true, members },
      { id: 'C2', name: 'floor', members: members.slice(0, 30) },
    ],
    'general/2020-01-02.json': messages,
    'floor/2020-01-02.json': [{ type: 'message', user: 'U1', ts: '1577952000.000200', text: 'the floor' }],
  });
}

/** A list of orders as a shop exports it; the last line has a problem. */
export function ordersList(count: number): string {
  const lines = Array.from({ length: count }, (_, n) => {
    const [lat, lon] = [37.76 + (n % 20) * 0.001, -122.43 + Math.floor(n / 20) * 0.001];
    return `Recipient ${n},+1415557${String(n).padStart(4, '0')},"${lat.toFixed(4)}, ${lon.toFixed(4)}",San Francisco,North`;
  });
  return ['Name,Phone,Position,City,Team', ...lines, 'Nobody,no number,"37.7, -122.4",San Francisco,North'].join('\n');
}
