import { html } from '../http/html.ts';
import { page } from '../http/page.ts';
import { accessPublic } from './access.ts';
import { PUBLIC, publicChannelPath } from './addresses.ts';
import { publicView } from './public-view.ts';

export const publicChannels = page({
  path: PUBLIC,
  summary: 'The channels that everybody may read',
  access: 'anyone',
  asksWhich: true,
  async show(request) {
    const face = await accessPublic(request);
    if (face.isAtHome) return { redirect: '/chat' };
    const { publicPages: words } = request.texts;
    return publicView(request, face, {
      title: words.channels,
      description: face.description || words.channelsOf({ organization: face.name }),
      path: PUBLIC,
      signIn: words.enter,
      isFirst: request.query.size === 0,
      body:
        face.channels.length === 0
          ? html`<p>${words.noChannels}</p>`
          : html`<ul class="public-list">${face.channels.map(
              ({ id, name, description }) =>
                html`<li><a href="${publicChannelPath(id)}" dir="auto">#${name}</a><p dir="auto">${description}</p></li>`,
            )}</ul>`,
    });
  },
});
