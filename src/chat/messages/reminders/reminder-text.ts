import { fenced, nameMessage, namePerson } from '../../notices/names.ts';
import { noticeTexts } from '../../notices/texts.ts';
import type { Message } from '../../reading/message.ts';

/** The text that a person sees of a reminder until its time: not the message itself, which may change or be hidden. */
export function announcedReminder(language: string, message: Message, note: string): string {
  return [noticeTexts(language).reminder({ message: nameMessage(message) }), ...noteOf(language, note)].join('\n\n');
}

/** The text that a person is reminded by. @param message undefined: they can no longer see it */
export function dueReminder(language: string, message: Message | undefined, note: string): string {
  const texts = noticeTexts(language);
  if (!message) return [texts.reminderOfNothing, ...noteOf(language, note)].join('\n\n');
  const quoted = `${texts.quoted({ sender: namePerson(message.sender) })}\n${fenced('quote', message.content)}`;
  return [announcedReminder(language, message, note), quoted].join('\n\n');
}

function noteOf(language: string, note: string): string[] {
  return note === '' ? [] : [`${noticeTexts(language).note}\n${fenced('quote', note)}`];
}
