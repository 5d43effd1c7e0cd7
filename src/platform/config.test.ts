import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigError } from './config/setting.ts';
import { readConfig } from './config.ts';

const CELLS = 'postgres://hubbub@cells.example/cells';

test('no settings at all give the documented defaults', () => {
  const config = readConfig({});
  assert.equal(config.port, 9800);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.dataDir, './data');
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.uploadQuotaMib, 10_240);
  assert.equal(config.rateLimits, true);
  assert.equal(config.webhookAllowInsecure, false);
  assert.deepEqual(config.webhookSignatureHeaders, ['X-Onfleet-Signature']);
});

test('headers and share of traces are read as OpenTelemetry has them', () => {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20x=, a=b',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  assert.deepEqual(config.otlpHeaders, { authorization: 'Bearer x=', a: 'b' });
  assert.equal(config.traceShare, 0.25);
});

test('an empty value counts as not set', () => {
  assert.equal(readConfig({ PORT: '' }).port, 9800);
});

const GIVEN = {
  name: 'acme',
  label: 'Acme',
  issuer: 'https://login.example',
  clientId: 'hubbub',
  clientSecret: 'between the two',
};
const PROVIDER = JSON.stringify(GIVEN);
const provider = (change: object) => ({ OPENID_PROVIDERS: JSON.stringify([{ ...GIVEN, ...change }]) });

test('providers are read from a file or the environment, and not from both', async () => {
  const expected = { ...GIVEN, organization: undefined, secondFactor: false };
  const OPENID_PROVIDERS = `[${PROVIDER}]`;
  assert.deepEqual(readConfig({ OPENID_PROVIDERS }).openIdProviders, [expected]);
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'hubbub-config-')), 'providers.json');
  await writeFile(file, OPENID_PROVIDERS);
  assert.deepEqual(readConfig({ OPENID_PROVIDERS_FILE: file }).openIdProviders, [expected]);
  assert.throws(() => readConfig({ OPENID_PROVIDERS, OPENID_PROVIDERS_FILE: file }), /must not both be set/);
  await rm(path.dirname(file), { recursive: true });
  assert.throws(
    () => readConfig(provider({ issuer: 'ftp://x' })),
    (error: Error) => !error.message.includes('between the two'),
  );
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
  [{ SECRET_KEY: `${'ab'.repeat(32)},abc` }, /^SECRET_KEY must be 64 hexadecimal digits \(32 bytes\)\.$/],
  [{ SECRET_KEY: 'abc' }, /^SECRET_KEY must be 64 hexadecimal digits \(32 bytes\)\.$/],
  [{ WEBHOOK_ALLOW_INSECURE: 'yes' }, /^WEBHOOK_ALLOW_INSECURE must be one of true, false/],
  [
    { WEBHOOK_ALOW_INSECURE: 'true' },
    /^WEBHOOK_ALOW_INSECURE is not a setting of Hubbub\. Did you mean WEBHOOK_ALLOW_INSECURE\?/,
  ],
  [
    { DATABASE_URI: 'postgres://u:secret@h/d' },
    /^DATABASE_URI is not a setting of Hubbub\. Did you mean DATABASE_URL\? [^@]*$/,
  ],
  [{ PUBLICURL: 'https://couriers.example' }, /^PUBLICURL .* Did you mean PUBLIC_URL/],
  [{ data_dir: '/srv' }, /^data_dir .* Did you mean DATA_DIR/],
  [{ TRUSTED_PROXIES: 'proxy.couriers.example' }, /^TRUSTED_PROXIES must be addresses or CIDR blocks/],
  [{ METRICS_TOKEN: 'short secret' }, /^METRICS_TOKEN must have at least 16 characters and no spaces\.$/],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization' },
    /^OTEL_EXPORTER_OTLP_HEADERS must be name=value separated by commas, with percent-encoded values\.$/,
  ],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=x%0d%0ab: c' }, /^OTEL_EXPORTER_OTLP_HEADERS must be/],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
  [{ RATE_LIMIT: 'off' }, /^RATE_LIMIT is not a setting/],
  [{ OPENID_PROVIDERS: '{' }, /^OPENID_PROVIDERS must be JSON\.$/],
  [{ OPENID_PROVIDERS: '{}' }, /^OPENID_PROVIDERS must be an array of at most 20 providers\.$/],
  [{ OPENID_PROVIDERS: '[{"name":"acme"}]' }, /^OPENID_PROVIDERS must have "label" for every provider, as text\.$/],
  [provider({ extra: 1 }), /must not have "extra" in a provider/],
  [provider({ name: 'Acme/x' }), /must name each provider with at most 40 lower-case/],
  [provider({ clientSecret: '' }), /must have "clientSecret"/],
  [provider({ label: 'x'.repeat(61) }), /labels of at most 60 characters/],
  [provider({ organization: 7 }), /ID of an organization/],
  [provider({ secondFactor: 'yes' }), /true or false as "secondFactor"/],
  [provider({ issuer: 'http://login.example' }), /issuers that start with https:/],
  [provider({ issuer: 'https://u:p@login.example' }), /issuers/],
  [provider({ issuer: 'login.example' }), /issuers/],
  [{ OPENID_PROVIDERS: `[${PROVIDER},${PROVIDER}]` }, /a name of its own/],
  [{ OPENID_PROVIDERS_FILE: '/nowhere/providers.json' }, /^OPENID_PROVIDERS_FILE must be the path of a readable file/],
  [{ OPENID_PROVIDERS: '[]', OPENID_PROVIDERS_FILE: '/dev/null' }, /^OPENID_PROVIDERS_FILE must be JSON/],
  [{ ORGANIZATION_ADDRESSES: 'on', PUBLIC_URL: 'http://127.0.0.1' }, /^PUBLIC_URL must have a host name/],
  [{ ORGANIZATION_ADDRESSES: 'on', PUBLIC_URL: 'https://[::1]' }, /^PUBLIC_URL must have a host name/],
  [{ ORGANIZATION_ADDRESSES: 'on', HOST: '0.0.0.0' }, /^PUBLIC_URL must have a host name/],
  [{ CELL_DIRECTORY_URL: CELLS }, /^CELL_DIRECTORY_URL requires ORGANIZATION_ADDRESSES=on, because/],
  [{ CELL_DIRECTORY_URL: CELLS, ORGANIZATION_ADDRESSES: 'on' }, /^CELL_DIRECTORY_URL requires PUBLIC_URL/],
  [
    { CELL_DIRECTORY_URL: 'https://cells.example' },
    /^CELL_DIRECTORY_URL must be an address that starts with postgres:/,
  ],
  [{ CELL_NAME: 'east' }, /^CELL_NAME requires CELL_DIRECTORY_URL/],
  [{ CELL_NAME: 'East 1' }, /^CELL_NAME must have 1 to 63 lower-case letters/],
  [{ SECURITY_CONTACT: 'security@couriers.example' }, /^SECURITY_CONTACT must be an address that starts with mailto:/],
  [{ SECURITY_CONTACT: 'mailto:a b@couriers.example' }, /^SECURITY_CONTACT must be an address/],
  [{ OUTGOING_HOSTS: 'hooks.example, https://x' }, /^OUTGOING_HOSTS must be/],
  [{ SMS_FROM: '4155550100' }, /^SMS_FROM must be a phone number/],
  [{ SMS_FROM: '+12345' }, /^SMS_FROM must be a phone number/],
  [{ SMS_FROM: '+1234567890123456' }, /^SMS_FROM must be a phone number/],
  [{ MAIL_FROM: 'Couriers <mail@couriers.example' }, /^MAIL_FROM must be an e-mail address/],
  [{ MAIL_FROM: 'mail' }, /^MAIL_FROM must be an e-mail address/],
  [{ MAIL_DOMAIN: 'mail_couriers.example' }, /^MAIL_DOMAIN must be a domain name/],
  [{ MAIL_DOMAIN: `${'x'.repeat(64)}.example` }, /^MAIL_DOMAIN must be a domain name/],
  [{ BACKUP_RECIPIENTS: 'age1qqqq, ssh-ed25519' }, /^BACKUP_RECIPIENTS must be age public keys/],
  [{ WEB_PUSH_SUBJECT: 'couriers.example' }, /^WEB_PUSH_SUBJECT must be an address that starts with mailto: or https:/],
  [{ APNS_KEY_FILE: '/nowhere/key.p8' }, /^APNS_KEY_FILE must be the path of a readable file/],
  [{ APNS_KEY_FILE: '/dev/null' }, /^APNS_KEY_FILE must be a file with an ES256 private key/],
  [
    { FCM_SERVICE_ACCOUNT_FILE: '/dev/null' },
    /^FCM_SERVICE_ACCOUNT_FILE must be the JSON file of a Google service account/,
  ],
  [{ GEOCODER: 'nominatim' }, /^GEOCODER_URL must be set because/],
  [{ ROUTER: 'osrm' }, /^ROUTER_URL must be set because/],
  [{ FILE_STORE: 's3' }, /^S3_BUCKET must be set because/],
  [{ SMS_PROVIDER: 'twilio' }, /^SMS_ACCOUNT must be set/],
  [{ SMS_PROVIDER: 'twilio', SMS_ACCOUNT: 'AC1' }, /^SMS_SECRET must be set/],
  [{ SMTP_URL: 'smtp://mail.couriers.example' }, /^MAIL_FROM must/],
  [{ INCOMING_MAIL_URL: 'lmtp://127.0.0.1:2400' }, /^MAIL_DOMAIN must/],
  [{ WEB_PUSH_KEY: 'A'.repeat(43) }, /^WEB_PUSH_SUBJECT must be set because/],
  [{ ARCHIVE_BUCKET: 'files', S3_BUCKET: 'files' }, /^ARCHIVE_BUCKET must not be S3_BUCKET/],
  [
    { ARCHIVE_FOLDER: '/srv/archive', DATABASE_URL: 'postgres://h/d' },
    /^ARCHIVE_FOLDER only works with Hubbub’s own PostgreSQL/,
  ],
  [
    { ARCHIVE_FOLDER: '/srv/archive', ARCHIVE_BUCKET: 'archive' },
    /^ARCHIVE_FOLDER and ARCHIVE_BUCKET must not both be set/,
  ],
];
for (const [environment, sentence] of bad) {
  test(`${JSON.stringify(environment)} stops the start`, () => {
    assert.throws(
      () => readConfig(environment),
      (error: Error) => error instanceof ConfigError && sentence.test(error.message),
    );
  });
}

for (const environment of [
  { DATABASE_URL: 'mysql://u:secret@h/d' },
  { WEB_PUSH_KEY: 'nearly-right-secret' },
  { GEOCODER_URL: 'htps://u:secret@geocoder.example' },
  { ROUTER_URL: 'htps://u:secret@router.example' },
  { VROOM_URL: 'htps://u:secret@vroom.example' },
]) {
  test(`a bad ${Object.keys(environment)} may hold a secret and is not repeated`, () => {
    assert.throws(
      () => readConfig(environment),
      (error: Error) => error instanceof ConfigError && !error.message.includes('secret'),
    );
  });
}

test('an address of Apple that is none stops the start, with or without a key', () => {
  assert.throws(() => readConfig({ APNS_URL: 'push.apple.example' }), /APNS_URL must be an address/);
});

test('names that only look like settings are told, and stop nothing', () => {
  const received: string[] = [];
  const config = readConfig(
    { WEBHOOK_SECRET: 'x', S3_MOUNT: '/mnt', HOSTNAME: 'h', PORTAL: '1', DATABASE: 'd' },
    (sentence) => received.push(sentence),
  );
  assert.equal(config.port, 9800);
  assert.deepEqual(
    received.map((sentence) => sentence.split(' ')[0]),
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
        assert.match(error.message, /^DATABASE_URL must name one host/);
        return !error.message.includes('secret');
      },
    );
  const one = 'postgresql://hubbub:a%2Cb,c@%2Fvar%2Frun/hubbub';
  assert.equal(readConfig({ DATABASE_URL: one }).databaseUrl, one);
});

test('addresses, numbers and names in their longest and shortest forms are taken', () => {
  const config = readConfig({
    ...{ SECURITY_CONTACT: 'mailto:security@couriers.example', WEB_PUSH_SUBJECT: 'mailto:push@couriers.example' },
    ...{ SMS_FROM: '+123456', MAIL_FROM: 'Couriers <mail@couriers.example>', MAIL_DOMAIN: `${'x'.repeat(63)}.example` },
    ...{ WEB_PUSH_KEY: 'A'.repeat(43), BACKUP_RECIPIENTS: 'age1qqqq, age1zzzz' },
  });
  assert.equal(config.securityContact, 'mailto:security@couriers.example');
  assert.equal(config.smsFrom, '+123456');
  assert.deepEqual(config.backupRecipients, ['age1qqqq', 'age1zzzz']);
  assert.deepEqual(config.webPush, { privateKey: 'A'.repeat(43), subject: 'mailto:push@couriers.example' });
  assert.equal(readConfig({ SMS_FROM: '+123456789012345' }).smsFrom, '+123456789012345');
});
