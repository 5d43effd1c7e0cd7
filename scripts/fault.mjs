/**
 * Rounds of load with a fault in each: `ROUNDS=200 SEED=7 npm run test:fault`; `FAULT=backend` for those of one name;
 * `FAULT=three-processes` for twenty rounds of several processes behind a proxy, which are also part of it without a name.
 */

const several = 'three-processes';
const isSeveral = several.includes(process.env.FAULT ?? several);
const isSingle = process.env.FAULT !== several;
process.env.ROUNDS_OF_THREE ??= process.env.FAULT === several ? (process.env.ROUNDS ?? '20') : '20';
process.env.ROUNDS ??= '200';
process.env.SEED ??= String(1 + Math.floor(Math.random() * 1_000_000));
if (isSingle) process.argv.push('tests/fault/rounds.test');
if (isSeveral) process.argv.push(`tests/fault/${several}.test`);
process.argv.push(`--test-timeout=${24 * 3_600_000}`);
await import('./test.mjs');
