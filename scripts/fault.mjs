/**
 * Rounds of load with a fault in each: `ROUNDS=200 SEED=7 npm run test:fault`; `FAULT=backend` for those of one name.
 * `FAULT=three-processes` for twenty rounds of several processes behind a proxy, and `FAULT=failover` for five deaths, crashes and
 * switchovers of their database's node, and `FAULT=move` for ten moves of an organization to another cell. They are also part of it
 * without a name.
 */

const { FAULT, ROUNDS } = process.env;
const apart = [
  { name: 'three-processes', setting: 'ROUNDS_OF_THREE', usual: '20' },
  { name: 'failover', setting: 'ROUNDS_OF_FAILOVER', usual: '5' },
  { name: 'move', setting: 'ROUNDS_OF_MOVE', usual: '10' },
];
const chosen = apart.filter(({ name }) => name.includes(FAULT ?? name));
for (const { name, setting, usual } of chosen) {
  process.env[setting] ??= FAULT === name ? (ROUNDS ?? usual) : usual;
  process.argv.push(`tests/fault/${name}.test`);
}
process.env.ROUNDS ??= '200';
process.env.SEED ??= String(1 + Math.floor(Math.random() * 1_000_000));
if (!apart.some(({ name }) => name === FAULT)) process.argv.push('tests/fault/rounds.test');
process.argv.push(`--test-timeout=${24 * 3_600_000}`);
await import('./test.mjs');
