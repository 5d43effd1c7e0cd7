/** Rounds of load with a fault in each: `ROUNDS=200 SEED=7 npm run test:fault`; `FAULT=backend` for those of one name. */

process.env.ROUNDS ??= '200';
process.env.SEED ??= String(1 + Math.floor(Math.random() * 1_000_000));
process.argv.push('tests/fault/rounds.test', `--test-timeout=${24 * 3_600_000}`);
await import('./test.mjs');
