/** What the bot says, in one language; values come as Markdown that is safe already. */
interface Texts {
  scheduledFailed(time: string, reason: string): string;

  accepted(person: string): string;
  reminder(message: string): string;
  reminderOfNothing: string;
  note: string;
  said(sender: string): string;
  /** @param reason the reporter's words for the kind of report */
  reported(reporter: string, sender: string, reason: string, where: string): string;
  reportTopic(fullName: string): string;
  /** @param channels links to one or several */
  newChannels(creator: string, channels: readonly string[]): string;
  newChannelsTopic: string;
}

const quote = (text: string) => `> ${text.replaceAll('\n', '\n> ')}`;

const languages: Record<string, Texts> = {
  en: {
    accepted: (person) => `${person} accepted your invitation to join the organization.`,
    reminder: (message) => `You requested a reminder for ${message}.`,
    reminderOfNothing: 'You requested a reminder for a message that you can no longer see.',
    note: 'Your note:',
    said: (sender) => `${sender} said:`,
    reported: (reporter, sender, reason, where) => `${reporter} reported a message of ${sender} ${where} (${reason}).`,
    reportTopic: (fullName) => `${fullName}'s moderation requests`,
    newChannels: (creator, channels) =>
      channels.length === 1
        ? `${creator} created a new channel ${channels[0]}.`
        : `${creator} created the following channels: ${channels.join(', ')}.`,
    newChannelsTopic: 'new channels',
    scheduledFailed: (time, reason) =>
      `The message that you scheduled for ${time} was not sent because of the following error:\n\n${quote(reason)}`,
  },
  de: {
    accepted: (person) => `${person} hat deine Einladung angenommen.`,
    reminder: (message) => `Du wolltest an ${message} erinnert werden.`,
    reminderOfNothing: 'Du wolltest an eine Nachricht erinnert werden, die du nicht mehr sehen kannst.',
    note: 'Deine Notiz:',
    said: (sender) => `${sender} schrieb:`,
    reported: (reporter, sender, reason, where) =>
      `${reporter} hat eine Nachricht von ${sender} gemeldet, ${where} (${reason}).`,
    reportTopic: (fullName) => `Meldungen zu ${fullName}`,
    newChannels: (creator, channels) =>
      channels.length === 1
        ? `${creator} hat einen neuen Kanal angelegt: ${channels[0]}.`
        : `${creator} hat neue Kanäle angelegt: ${channels.join(', ')}.`,
    newChannelsTopic: 'neue Kanäle',
    scheduledFailed: (time, reason) =>
      `Die Nachricht, die du für ${time} geplant hattest, wurde wegen dieses Fehlers nicht gesendet:\n\n${quote(reason)}`,
  },
};

/** @param language the organization's; English where its texts are not there */
export function noticeTexts(language: string): Texts {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return languages[base] ?? languages.en!;
}
