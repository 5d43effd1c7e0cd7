import { html } from '../http/html.ts';
import { page } from '../http/page.ts';
import { accessPublic, accessPublicChannel, publicAnswer } from './access.ts';
import { appPath, PUBLIC, publicChannelPath, publicTopicPath } from './addresses.ts';
import { idIn, publicView } from './public-view.ts';

const PER_PAGE = 100;

export const publicTopics = page({
  path: `${PUBLIC}/c/:channel`,
  summary: 'The topics of a channel that everybody may read',
  access: 'anyone',
  asksWhich: true,
  async show(request) {
    const { params, texts, query, worldApi } = request;
    const face = await accessPublic(request);
    const channel = accessPublicChannel(face, params.channel!);
    if (face.isAtHome) return { redirect: appPath(channel.id) };
    const { publicPages: words } = texts;
    const before = idIn(query.get('before'));
    const { topics } = publicAnswer(
      await worldApi(`GET /api/v1/users/me/${channel.id}/topics`, {
        allow_empty_topic_name: true,
        ...(before !== undefined && { before }),
        // One more: whether there are others.
        limit: PER_PAGE + 1,
      }),
    ) as { topics: { name: string; max_id: number }[] };
    const shown = topics.slice(0, PER_PAGE);
    const path = publicChannelPath(channel.id);
    return publicView(request, face, {
      title: `#${channel.name}`,
      description: channel.description || words.topicsOf({ channel: channel.name, organization: face.name }),
      path,
      signIn: words.enter,
      isFirst: query.size === 0,
      body: html`<p><a href="${PUBLIC}">${words.channels}</a></p>
${channel.description !== '' && html`<p dir="auto">${channel.description}</p>`}
${shown.length === 0 && html`<p>${words.noTopics}</p>`}
<ul class="public-list">${shown.map(
        ({ name }) =>
          html`<li><a href="${publicTopicPath(channel.id, name)}" dir="auto">${name || face.emptyTopicName}</a></li>`,
      )}</ul>
${topics.length > PER_PAGE && html`<p><a href="${path}?before=${shown.at(-1)!.max_id}" rel="next">${words.moreTopics}</a></p>`}`,
    });
  },
});
