/** Writes the fixture of this version (`npm run fixture`): the first minutes of the demo's organization, in chat and dispatch. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { OWNER } from '../../src/cli/demo/cast.ts';
import { live } from '../../src/cli/demo/demo.ts';
import { setStage } from '../../src/cli/demo/stage.ts';
import { VERSION } from '../../src/platform/version.ts';
import { until } from '../harness/clients.ts';
import { startTestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { FIXTURE_KEY, FIXTURES, type Fixture, readSequences, readTables } from './fixture.ts';

await using server = await startTestServer({ secretKey: FIXTURE_KEY });
const end = new AbortController();
const stage = await setStage(server.services, server.url, end.signal);
const PACE = { stepMs: 5, metresAStep: 90, stepsPerOrder: 3, stepsPerLine: 5, stepsPerQuestion: 10 };
const going = live(stage, end.signal, PACE);
const visitor = new SessionBrowser(server.url);
await visitor.signIn(OWNER.email, OWNER.password);
const hasDelivered = async () => {
  const { tasks } = (await visitor.get('/api/v2/tasks/all?from=0')).json;
  return tasks.some(({ state }: { state: number }) => state === 3);
};
await until(hasDelivered, 'a delivery', 60);
end.abort();
await going;

const client = new pg.Client({ connectionString: server.connectionString });
await client.connect();
const migrations = await client.query<Fixture['migrations'][number]>(
  'select name, checksum from public.hubbub_migrations order by name',
);
const fixture: Fixture = {
  version: VERSION,
  migrations: migrations.rows,
  tables: await readTables(client),
  sequences: await readSequences(client),
};
await client.end();
const file = path.join(FIXTURES, `${VERSION}.json.gz`);
const bytes = gzipSync(JSON.stringify(fixture), { level: 9 });
await writeFile(file, bytes);
console.log(`${file}: ${Object.keys(fixture.tables).length} tables, ${bytes.length} bytes`);
