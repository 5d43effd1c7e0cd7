import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../../tests/harness/clients.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const phoneOf = (n: number) => `+1415556${String(n).padStart(4, '0')}`;
// biome-ignore lint/suspicious/noExplicitAny: as answered
const outcomes = (answer: any) => answer.json.results.map((each: any) => each.outcome ?? each.error.cause);

test('a check says what a batch of workers would do, and the batch does it; each item is judged by itself', async () => {
  const api = new DispatchClient((await server.organization()).dispatch);
  const workers = [
    { name: 'Dora Driver', phone: '(415) 556-0001', teams: ['North', 'South'], vehicle: { type: 'CAR', color: 'red' } },
    { name: 'Ben', phone: phoneOf(2), teams: ['north'], skills: ['Fridge'], capacity: 3 },
    { name: 'Tess', phone: phoneOf(3) },
    { name: 'No', phone: '12', teams: ['East'] },
    { name: '', phone: phoneOf(4), teams: ['East'] },
    { name: 'Vic', phone: phoneOf(5), teams: ['North'], vehicle: { type: 'ROCKET' } },
    { name: 'Uma', phone: 5, teams: ['North'] },
    'nobody',
    { name: 'Dora Driver', phone: phoneOf(1), teams: ['North', 'South'] },
  ];
  const checked = await api.post('/workers/batch/check', { workers });
  assert.equal(checked.status, 200, checked.text);
  assert.deepEqual((await api.get('/workers')).json, []);
  const made = await api.post('/workers/batch', { workers });
  assert.deepEqual([outcomes(made), made.json.newTeams], [outcomes(checked), ['North', 'South']]);
  const [dora, ben, tess, no, nameless, vic, uma, nobody, again] = outcomes(made);
  assert.deepEqual([dora, ben, tess, again], ['created', 'created', 'The worker needs a team.', 'unchanged']);
  assert.match([no, nameless, vic, uma, nobody].join('\n'), /12.*\n.*name.*\n.*type.*\n.*phone.*\n.*object/s);
  const known = (await api.get('/workers')).json;
  assert.deepEqual(known.map(({ name }: { name: string }) => name).sort(), ['Ben', 'Dora Driver']);

  const newer = { workers: [{ name: 'Dora D', phone: phoneOf(1), capacity: 7 }] };
  const left = await api.post('/workers/batch', { ...newer, onlyNew: true });
  const changed = await api.post('/workers/batch', newer);
  assert.deepEqual([outcomes(left), outcomes(changed)], [['unchanged'], ['changed']]);
  assert.deepEqual([changed.json.results[0].changes, changed.json.newTeams], [['name', 'capacity'], []]);
  // No invitation was sent.
  assert.equal((await api.get('/workers/invitations')).json.waiting, 2);
});
