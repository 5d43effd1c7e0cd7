import { clean } from './clean.ts';
import { scanReference, splitTopic, splitUserId } from './scan.ts';
import type { References } from './types.ts';

const NOTHING: References = { userNames: [], userIds: [], groupNames: [], channelNames: [], topics: [], hasAny: false };

/**
 * Everything the text may refer to. It looks through code and escapes as well, because knowing better would mean
 * parsing: the directory may then hold a name too many, never one too few.
 */
export function findReferences(content: string): References {
  if (!content.includes('@') && !content.includes('#')) return NOTHING;
  const found: Found = {
    userNames: new Set(),
    userIds: new Set(),
    groupNames: new Set(),
    channelNames: new Set(),
    topics: new Map(),
  };
  const text = clean(content);
  collect(text, found);
  // A table cell writes `@**Name\|7**` for what the cell's own text calls `@**Name|7**`.
  if (text.includes('\\|')) collect(text.replaceAll('\\|', '|'), found);
  const hasAny = found.userNames.size + found.userIds.size + found.groupNames.size + found.channelNames.size > 0;
  if (!hasAny) return NOTHING;
  return {
    userNames: [...found.userNames],
    userIds: [...found.userIds],
    groupNames: [...found.groupNames],
    channelNames: [...found.channelNames],
    topics: [...found.topics.values()],
    hasAny,
  };
}

interface Found {
  userNames: Set<string>;
  userIds: Set<number>;
  groupNames: Set<string>;
  channelNames: Set<string>;
  topics: Map<string, References['topics'][number]>;
}

function collect(text: string, found: Found): void {
  for (const { index } of text.matchAll(/@_?\*|#\*\*/g)) {
    const reference = scanReference(text, index, text.length);
    if (!reference) continue;
    const body = reference.body.trim();
    if (reference.kind === 'group') {
      found.groupNames.add(body.toLowerCase());
    } else if (reference.kind === 'user') {
      found.userNames.add(body.toLowerCase());
      const withId = splitUserId(body);
      if (withId) found.userIds.add(withId.id);
    } else {
      found.channelNames.add(body);
      const withTopic = splitTopic(body);
      if (!withTopic) continue;
      const { channel, topic, messageId } = withTopic;
      found.channelNames.add(channel);
      if (messageId === undefined) found.topics.set(`${channel}>${topic}`, { channel, topic });
    }
  }
}
