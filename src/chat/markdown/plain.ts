import type { Rendered } from './types.ts';

/** Begins with a letter, ends in no blank, one line, and no character that means anything to Markdown or HTML. */
const PLAIN =
  /^\p{L}(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic} ,.;?!'()/%-]*[\p{L}\p{M}\p{N}\p{Extended_Pictographic},.;?!'()/%-])?$/u;

/** Most chat messages are a line of words; they need no parser. Undefined when the text might hold anything else. */
export function renderPlain(content: string): Rendered | undefined {
  if (content.length > 1000 || !PLAIN.test(content)) return undefined;
  return {
    html: `<p>${content}</p>`,
    isMeMessage: false,
    mentionedUserIds: [],
    mentionedGroupIds: [],
    channelWildcard: false,
    topicWildcard: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    attachmentPaths: [],
    plainText: content,
  };
}
