import { isSafeHref } from './links.ts';
import { parser } from './parser.ts';

/** The web addresses in a topic's name, for the `topic_links` of its messages. */
export function topicLinks(topic: string): { text: string; url: string }[] {
  if (!topic.includes('://')) return [];
  const links: { text: string; url: string }[] = [];
  for (const match of parser.linkify.match(topic.toWellFormed()) ?? []) {
    const url = parser.normalizeLink(match.url);
    if (/^https?:$/i.test(match.schema) && isSafeHref(url)) links.push({ text: match.text, url });
  }
  return links;
}
