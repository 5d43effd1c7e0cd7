// Makes src/platform/credentials/known-passwords.txt: the most common passwords that are long enough for the rule, each by the first
// 48 bits of its SHA-256, so that nobody has to read them.
//
//   npm pack @zxcvbn-ts/language-common@4.1.3 && tar xf zxcvbn-ts-language-common-4.1.3.tgz
//   node scripts/known-passwords.mjs package/src/passwords.json
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** As `password-rule.ts` has it; shorter ones are refused by their length. */
const MIN_CHARACTERS = 10;

const passwords = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const lines = passwords
  .map((password) => password.normalize('NFKC').toLowerCase())
  .filter((password) => [...password].length >= MIN_CHARACTERS)
  .map((password) => createHash('sha256').update(password).digest('base64url').slice(0, 8));
const file = new URL('../src/platform/credentials/known-passwords.txt', import.meta.url);
writeFileSync(file, `${[...new Set(lines)].sort().join('\n')}\n`);
