import { fenced, nameChannelTopic, namePerson } from '../../notices/names.ts';
import { noticeTexts } from '../../notices/texts.ts';
import type { Message } from '../../reading/message.ts';

interface Report {
  reporter: { id: number; fullName: string };
  message: Message;
  reason: string;
  /** Comment of the reporter; may be empty. */
  note: string;
}

/** Returns the text of a report for moderators. It quotes the message, which may be deleted before they look. */
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
