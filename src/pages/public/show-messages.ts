import { html } from '../http/html.ts';
import { type PageRequest, page, type Redirect, type View } from '../http/page.ts';
import { accessPublic, accessPublicChannel, notPublic, publicAnswer } from './access.ts';
import { appPath, PUBLIC, publicChannelPath, publicTopicPath } from './addresses.ts';
import { publicHtml, publicText } from './message-html.ts';
import { idIn, publicView } from './public-view.ts';

const PER_PAGE = 50;
const DESCRIPTION_LENGTH = 200;

interface PublicMessage {
  id: number;
  sender_full_name: string;
  timestamp: number;
  content: string;
}

export const publicMessages = page({
  path: `${PUBLIC}/c/:channel/t/:topic`,
  summary: 'Messages of a topic that everybody may read',
  access: 'anyone',
  asksWhich: true,
  show: (request) => showTopic(request, request.params.topic!),
});

/** An address cannot end with a name that is empty. */
export const publicMessagesWithoutTopic = page({
  path: `${PUBLIC}/c/:channel/t`,
  summary: 'Messages without a topic that everybody may read',
  access: 'anyone',
  asksWhich: true,
  show: (request) => showTopic(request, ''),
});

async function showTopic(request: PageRequest, topic: string): Promise<View | Redirect> {
  const { params, query, texts, language } = request;
  const face = await accessPublic(request);
  const channel = accessPublicChannel(face, params.channel!);
  const [from, to] = [idIn(query.get('from')), idIn(query.get('to'))];
  if (face.isAtHome) return { redirect: appPath(channel.id, topic, from ?? to) };
  const { messages, earlier, later } = await loadPage(request, channel.id, topic, { from, to });
  if (messages.length === 0) throw notPublic();
  const { publicPages: words } = texts;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const momentText = (at: Date) => `${time.format(at)} UTC`;
  const path = publicTopicPath(channel.id, topic);
  return publicView(request, face, {
    title: topic || face.emptyTopicName,
    description: publicText(messages[0]!.content, DESCRIPTION_LENGTH, momentText),
    path,
    signIn: words.signIn,
    isFirst: query.size === 0,
    body: html`<p><a href="${publicChannelPath(channel.id)}" dir="auto">#${channel.name}</a></p>
${messages.map(
  ({ id, sender_full_name, timestamp, content }) => html`<article id="message-${id}" class="public-message">
<h2 dir="auto">${sender_full_name}</h2>
<p class="aside"><time datetime="${new Date(timestamp * 1000).toISOString()}">${momentText(new Date(timestamp * 1000))}</time></p>
<div dir="auto">${publicHtml(content, momentText)}</div>
</article>`,
)}
<p class="actions">${earlier !== undefined && html`<a href="${path}?to=${earlier}" rel="prev">${words.earlier}</a>`}
${later !== undefined && html`<a href="${path}?from=${later}" rel="next">${words.later}</a>`}</p>`,
  });
}

/** Loads a page from its oldest message on, or up to its newest, with one more on either side: whether there are others. */
async function loadPage(
  { worldApi }: PageRequest,
  channelId: number,
  topic: string,
  { from, to }: { from: number | undefined; to: number | undefined },
) {
  const isUpwards = from === undefined && to !== undefined;
  const narrow = [
    ['channels', 'web-public'],
    ['channel', channelId],
    ['topic', topic],
  ];
  const answer = publicAnswer(
    await worldApi('GET /api/v1/messages', {
      anchor: isUpwards ? to : (from ?? 'oldest'),
      // One more, also where nothing stands at the anchor.
      num_before: isUpwards ? PER_PAGE + 1 : 1,
      num_after: isUpwards ? 1 : PER_PAGE + 1,
      narrow,
      allow_empty_topic_name: true,
    }),
  );
  const found = answer.messages as PublicMessage[];
  const messages = isUpwards
    ? found.filter(({ id }) => id <= to!).slice(-PER_PAGE)
    : found.filter(({ id }) => id >= (from ?? 0)).slice(0, PER_PAGE);
  const first = messages[0]?.id ?? 0;
  const last = messages.at(-1)?.id ?? 0;
  return {
    messages,
    earlier: found.findLast(({ id }) => id < first)?.id,
    later: found.find(({ id }) => id > last)?.id,
  };
}
