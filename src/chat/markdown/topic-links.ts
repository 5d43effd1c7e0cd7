import { findAddresses } from './addresses.ts';
import type { Linkifier } from './types.ts';

export interface TopicLink {
  text: string;
  url: string;
}

/** A topic's name is short: all linkifiers of an organization may look at it, but for the costliest. */
const MAX_LINKIFIER_STEPS = 200_000;

/** The web addresses in a topic's name and what the organization's linkifiers find in it, as they stand. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[] = []): TopicLink[] {
  const name = topic.toWellFormed();
  const found = findAddresses(name);
  const steps = { left: MAX_LINKIFIER_STEPS };
  for (const linkifier of linkifiers) {
    for (const each of linkifier.find(name, steps)) {
      if (found.every(({ start, end }) => each.end <= start || each.start >= end)) found.push(each);
    }
  }
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, href }) => ({ text: name.slice(start, end), url: href }));
}
