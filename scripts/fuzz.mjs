/** Parsers with any text, for so long each: `FUZZ_SECONDS=300 SEED=7 npm run test:fuzz`; a word names one of them. */

process.env.FUZZ_SECONDS ??= '60';
process.env.SEED ??= String(1 + Math.floor(Math.random() * 1_000_000));
const [parser] = process.argv.splice(2);
process.argv.push('tests/hostile/parsers.test', `--test-timeout=${24 * 3_600_000}`);
if (parser) process.argv.push(`--test-name-pattern=^${parser}`);
console.log(`seed ${process.env.SEED}`);
await import('./test.mjs');
