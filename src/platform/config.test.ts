import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

test('no settings at all give the documented defaults', () => {
  const config = readConfig({});
  assert.equal(config.port, 9800);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.dataDir, './data');
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.rateLimits, true);
  assert.equal(config.webhookAllowInsecure, false);
  assert.deepEqual(config.webhookSignatureHeaders, ['X-Onfleet-Signature']);
});

test('an empty value counts as not set', () => {
  assert.equal(readConfig({ PORT: '' }).port, 9800);
});

const bad: [Record<string, string>, RegExp][] = [
  [{ PORT: 'eighty' }, /^PORT must be a whole number from 0 to 65535 \(it is "eighty"\)\.$/],
  [{ PORT: '65536' }, /^PORT /],
  [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS must be one of on, off/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of trace/],
  [{ PUBLIC_URL: 'couriers.example' }, /^PUBLIC_URL must be an address/],
  [
    { DATABASE_URL: 'mysql://u:secret@h/d' },
    /^DATABASE_URL must be an address that starts with postgres:\/\/ or postgresql:\/\/\.$/,
  ],
  [{ SECRET_KEY: 'abc' }, /^SECRET_KEY must be 64 hexadecimal digits \(32 bytes\)\.$/],
  [{ WEBHOOK_ALLOW_INSECURE: 'yes' }, /^WEBHOOK_ALLOW_INSECURE must be one of true, false/],
  [
    { WEBHOOK_ALOW_INSECURE: 'true' },
    /^WEBHOOK_ALOW_INSECURE is not a setting of Hubbub; it looks like WEBHOOK_ALLOW_INSECURE/,
  ],
  [
    { DATABASE_URI: 'postgres://u:secret@h/d' },
    /^DATABASE_URI is not a setting of Hubbub; it looks like DATABASE_URL\. [^@]*$/,
  ],
  [{ PUBLICURL: 'https://couriers.example' }, /^PUBLICURL .* looks like PUBLIC_URL/],
  [{ data_dir: '/srv' }, /^data_dir .* looks like DATA_DIR/],
  [{ TRUSTED_PROXIES: 'proxy.couriers.example' }, /^TRUSTED_PROXIES must be addresses or CIDR blocks/],
  [{ METRICS_TOKEN: 'short secret' }, /^METRICS_TOKEN must have 16 characters or more, without spaces\.$/],
  [{ RATE_LIMIT: 'off' }, /^RATE_LIMIT is not a setting/],
];
for (const [environment, sentence] of bad) {
  test(`${JSON.stringify(environment)} stops the start`, () => {
    assert.throws(
      () => readConfig(environment),
      (error: Error) => error instanceof ConfigError && sentence.test(error.message),
    );
  });
}

test('a bad secret is not repeated in the sentence', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'mysql://u:secret@h/d' }),
    (error: Error) => !error.message.includes('secret'),
  );
});

test('names that only look like settings are told, and stop nothing', () => {
  const told: string[] = [];
  const config = readConfig(
    { WEBHOOK_SECRET: 'x', S3_MOUNT: '/mnt', HOSTNAME: 'h', PORTAL: '1', DATABASE: 'd' },
    (sentence) => told.push(sentence),
  );
  assert.equal(config.port, 9800);
  assert.deepEqual(
    told.map((sentence) => sentence.split(' ')[0]),
    ['WEBHOOK_SECRET', 'S3_MOUNT'],
  );
});

test('an address of several hosts is refused with a sentence that does not repeat it', () => {
  for (const url of [
    'postgresql://hubbub:secret@one,two/hubbub',
    'postgresql://hubbub:secret@one:5432,two:5433/hubbub',
    'postgresql:///hubbub?host=one,two',
    'postgresql:///hubbub?host=one%2Ctwo',
  ])
    assert.throws(
      () => readConfig({ DATABASE_URL: url }),
      (error: Error) => {
        assert.match(error.message, /^DATABASE_URL names several hosts, but must name one/);
        return !error.message.includes('secret');
      },
    );
  const one = 'postgresql://hubbub:a%2Cb,c@%2Fvar%2Frun/hubbub';
  assert.equal(readConfig({ DATABASE_URL: one }).databaseUrl, one);
});
