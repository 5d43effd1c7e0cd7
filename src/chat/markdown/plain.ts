import type { Rendered } from './types.ts';

/**
 * Begins with a letter, ends in no blank, one line, and no character that means anything to Markdown, HTML or emoji; a
 * dot within a word may make an address of it.
 */
const PLAIN = /^\p{L}(?:[\p{L}\p{M}\p{N} ,.;?!'()/%-]*[\p{L}\p{M}\p{N},.;?!'()/%-])?$/u;

/** Matches text that turns words into an address, or a digit into an emoji. */
const SPECIAL = /\.[^ ]|\ufe0f|\u20e3/;

/** Most chat messages are a line of words; they need no parser. Undefined when the text might hold anything else. */
export function renderPlain(content: string): Rendered | undefined {
  if (content.length > 1000 || !PLAIN.test(content) || SPECIAL.test(content)) return undefined;
  return {
    html: `<p>${content}</p>`,
    isMeMessage: false,
    mentionedUserIds: [],
    mentionedGroupIds: [],
    refusedGroups: [],
    channelWildcard: false,
    topicWildcard: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    attachmentPaths: [],
    sites: [],
    plainText: content,
  };
}
