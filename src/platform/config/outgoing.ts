import { anyText, onOff, trueFalse } from './readers.ts';
import type { Settings } from './setting.ts';

/** Requests that the server makes to others, because people name them. */
export const outgoingSettings = {
  slackToken: {
    variable: 'SLACK_TOKEN',
    about:
      'Token of a Slack app with the scope `files:read`: `import slack` then fetches files. Without it they stay links.',
    isSecret: true,
    read: anyText,
  },
  onfleetKey: {
    variable: 'ONFLEET_KEY',
    about: 'API key of the organization whose fleet `import onfleet` reads; `--key-file` goes before.',
    isSecret: true,
    read: anyText,
  },
  outgoingHosts: {
    variable: 'OUTGOING_HOSTS',
    about:
      'Hosts that users may make this server contact, separated by commas, `*.example.com` for all subdomains: webhook receivers, bot services, external pictures and previews, browser push services; unset: any public host.',
    read: hosts,
  },
  webhookAllowInsecure: {
    variable: 'WEBHOOK_ALLOW_INSECURE',
    about: '`true` allows plain HTTP and private addresses as webhook receivers.',
    fallback: 'false',
    read: trueFalse,
  },
  webhookSignatureHeaders: {
    variable: 'WEBHOOK_SIGNATURE_HEADERS',
    about: 'Additional headers that carry the webhook signature.',
    fallback: 'X-Onfleet-Signature',
    read: headerNames,
  },
  pictureProxy: {
    variable: 'PICTURE_PROXY',
    about: '`off` shows external pictures as links; `on` lets this server fetch them once, from public hosts by HTTPS.',
    fallback: 'on',
    read: onOff,
  },
  sitePreviews: {
    variable: 'SITE_PREVIEWS',
    about: '`on` shows the title and picture of pages that messages link to; requires PICTURE_PROXY.',
    fallback: 'off',
    read: onOff,
  },
} satisfies Settings;

function hosts(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$|^[0-9a-f:]+$/.test(name)))
    throw new Error('must be host names separated by commas, such as hooks.example.com or *.example.com');
  return names;
}

function headerNames(value: string): string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.some((name) => !/^[A-Za-z0-9-]+$/.test(name))) throw new Error('must be header names separated by commas');
  return names;
}
