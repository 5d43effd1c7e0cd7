import { clean } from './clean.ts';
import { escapeHtml } from './escape.ts';
import { channelHref, topicHref } from './links.ts';
import type { ResolvedReference } from './resolve.ts';

/** Stands for the nameless topic. */
const GENERAL_CHAT = 'general chat';

export interface WrittenReference {
  html: string;
  text: string;
}

/** `silent` is what the place makes of it: a mention inside a quote is silent however it was written. */
export function writeReference(reference: ResolvedReference, silent: boolean): WrittenReference {
  const sign = silent ? '' : '@';
  const mention = (classes: string, data: string, name: string) => {
    const text = `${sign}${clean(name)}`;
    return { html: `<span class="${classes}${silent ? ' silent' : ''}"${data}>${escapeHtml(text)}</span>`, text };
  };
  switch (reference.kind) {
    case 'user':
      return mention('user-mention', ` data-user-id="${Number(reference.user.id)}"`, reference.user.fullName);
    case 'group':
      return mention('user-group-mention', ` data-user-group-id="${Number(reference.group.id)}"`, reference.group.name);
    case 'channel-wildcard':
      return mention('user-mention channel-wildcard-mention', ' data-user-id="*"', reference.word);
    case 'topic-wildcard':
      return mention('topic-mention', '', 'topic');
    case 'channel':
      return writeChannelLink(reference);
  }
}

function writeChannelLink(reference: ResolvedReference & { kind: 'channel' }): WrittenReference {
  const { channel, topic, messageId, withId } = reference;
  const id = Number(channel.id);
  const name = clean(channel.name);
  if (topic === undefined) {
    const text = `#${name}`;
    return {
      html: `<a class="stream" data-stream-id="${id}" href="${channelHref(channel)}">${escapeHtml(text)}</a>`,
      text,
    };
  }
  const plain = `#${name} > ${topic || GENERAL_CHAT}`;
  const shown = topic ? escapeHtml(plain) : `${escapeHtml(`#${name} > `)}<em>${GENERAL_CHAT}</em>`;
  const href = topicHref(channel, topic);
  if (messageId !== undefined) {
    return {
      html: `<a class="message-link" href="${href}/near/${Number(messageId)}">${shown} @ 💬</a>`,
      text: `${plain} @ 💬`,
    };
  }
  // A message leads to its topic also when that was moved (client: those of this API's level expect it).
  const anchor = withId === undefined ? '' : `/with/${Number(withId)}`;
  return { html: `<a class="stream-topic" data-stream-id="${id}" href="${href}${anchor}">${shown}</a>`, text: plain };
}
