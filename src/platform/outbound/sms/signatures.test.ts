import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSignedByTwilio } from './twilio-requests.ts';

test("Twilio's own example of a signature is taken, and no other", () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields = new Map([
    ['CallSid', 'CA1234567890ABCDE'],
    ['From', '+12349013030'],
    ['To', '+18005551212'],
    ['Caller', '+12349013030'],
    ['Digits', '1234'],
  ]);
  assert.ok(isSignedByTwilio('12345', '0/KCTR6DLpKmkAf8muzZqo1nDgQ=', url, fields));
  assert.ok(!isSignedByTwilio('12346', '0/KCTR6DLpKmkAf8muzZqo1nDgQ=', url, fields));
  assert.ok(!isSignedByTwilio('12345', undefined, url, fields));
});
