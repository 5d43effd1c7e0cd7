import { fenced, nameChannelTopic, namePerson } from '../../notices/names.ts';
import { noticeTexts } from '../../notices/texts.ts';
import type { Message } from '../../reading/message.ts';

interface Report {
  reporter: { id: number; fullName: string };
  message: Message;
  reason: string;
  /** What the reporter adds; may be empty. */
  note: string;
}

/** What the moderators read of a report: the message is quoted, since it may be gone when they look. */
export function reportNotice(
  language: string,
  { reporter, message, reason, note }: Report,
): { topic: string; content: string } {
  const texts = noticeTexts(language);
  const { sender, channelName, topic, people, id } = message;
  const where =
    channelName === null
      ? `(${people.map(namePerson).join(', ')}, ID ${id})`
      : `(${nameChannelTopic(channelName, topic)}, ID ${id})`;
  const summary = texts.reported({ reporter: namePerson(reporter), sender: namePerson(sender), reason, where });
  const parts = [summary, ...(note === '' ? [] : [fenced('quote', note)]), fenced('quote', message.content)];
  return { topic: texts.reportTopic({ fullName: sender.fullName }), content: parts.join('\n') };
}
