import type { Services } from '../../platform/services.ts';
import { organizationNameAt, readHost } from '../http/read-host.ts';

/** Path of the manifest: the name and pictures of the installed app. */
export const CHAT_MANIFEST = '/chat.webmanifest';

/** Names under an icon are cut off beyond this. */
const SHORT = 12;

/** Returns the web app manifest of the chat: it is called as the organization of this host is. */
export async function chatManifest(services: Services, host: string): Promise<object> {
  const name = (await organizationNameAt(services, await readHost(services, host))) ?? 'Hubbub';
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose,
  });
  return {
    name,
    short_name: name.length > SHORT ? 'Hubbub' : name,
    id: '/chat',
    start_url: '/chat',
    scope: '/chat',
    display: 'standalone',
    // The composer takes these out of the address (web/chat/composer/shared-text.ts).
    share_target: {
      action: '/chat/inbox',
      method: 'GET',
      params: { title: 'shared-title', text: 'shared-text', url: 'shared-url' },
    },
    background_color: '#f5f6f8',
    theme_color: '#f5f6f8',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
      ...[192, 512].map((size) => icon(size, 'maskable')),
      ...[192, 512].map((size) => icon(size, 'any')),
    ],
  };
}
