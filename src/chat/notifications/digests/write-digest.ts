import { truncate } from '../../reading/content.ts';
import type { Realm } from '../../realms/access.ts';
import { conversationUrl } from '../conversation.ts';
import type { Digest, DigestTopic } from './gather-digest.ts';
import { type DigestTexts, digestTexts } from './texts.ts';

/** Characters of a message that a digest shows. */
const MAX_TEXT = 300;

/** Data of a digest e-mail. */
export interface DigestFacts {
  realm: Realm;
  digest: Digest;
  /** Language of the recipient. */
  language: string;
  showsContent: boolean;
  url: string;
  unsubscribeUrl: string;
}

export function writeDigest(facts: DigestFacts): { subject: string; body: string } {
  const { realm, digest, showsContent, url } = facts;
  const texts = digestTexts(facts.language);
  const { topics, channels } = digest;
  const body = [
    ...(showsContent
      ? [
          ...(topics.length > 0 ? [texts.opening({ organization: realm.name })] : []),
          ...topics.map((topic) => writeTopic(topic, realm, texts, url)),
          ...(channels.length > 0 ? [texts.newChannels({ names: channels.map((name) => `#${name}`).join(', ') })] : []),
        ]
      : [texts.contentHidden({ topics: topics.length, channels: channels.length })]),
    `-- \n${texts.why}\n${texts.open({ organization: realm.name, url })}\n${texts.unsubscribe({ url: facts.unsubscribeUrl })}\n`,
  ].join('\n\n');
  return { subject: texts.subject({ organization: realm.name }), body };
}

function writeTopic({ messages, hasMore }: DigestTopic, realm: Realm, texts: DigestTexts, url: string): string {
  const first = messages[0]!.message;
  return [
    texts.topic({ channel: first.channelName!, topic: first.topic || realm.emptyTopicDisplayName }),
    ...(hasMore ? [texts.more] : []),
    ...messages.map(({ message, text }) => `${message.sender.fullName}: ${truncate(text, MAX_TEXT, '…')}`),
    conversationUrl(url, first),
  ].join('\n');
}
