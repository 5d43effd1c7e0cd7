import { onOff, trueFalse } from './readers.ts';
import type { Settings } from './setting.ts';

/** Requests that the server makes to others, because people name them. */
export const outgoingSettings = {
  outgoingHosts: {
    variable: 'OUTGOING_HOSTS',
    about:
      'Hosts that this server asks for people, separated by commas, `*.example.com` for all below one: receivers of webhooks, services of bots, pictures and previews of other sites, push services of browsers. Unset, any public host.',
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
    about: 'Headers that repeat the webhook signature.',
    fallback: 'X-Onfleet-Signature',
    read: headerNames,
  },
  pictureProxy: {
    variable: 'PICTURE_PROXY',
    about:
      '`off` shows pictures from elsewhere as links; else this server fetches them for whoever looks, once, from public hosts by HTTPS.',
    fallback: 'on',
    read: onOff,
  },
  sitePreviews: {
    variable: 'SITE_PREVIEWS',
    about: '`on` asks pages that messages link to for their title and picture, and shows them; needs PICTURE_PROXY.',
    fallback: 'off',
    read: onOff,
  },
} satisfies Settings;

function hosts(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$|^[0-9a-f:]+$/.test(name)))
    throw new Error('must be names of hosts separated by commas, such as hooks.example.com or *.example.com');
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
