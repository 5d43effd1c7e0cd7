export type MovedCount = number | 'some' | 'all';

/** What the bot says, in one language; values come as Markdown that is safe already. */
export interface NoticeTexts {
  scheduledFailed(time: string, reason: string): string;

  /** @param author of the message that it should have replied to */
  botFailed(bot: string, author: string, reason: string): string;
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
  /** @param channels links to one or several */
  subscribed(subscriber: string, channels: readonly string[]): string;
  joined(person: string): string;
  joinedTopic: string;
  /**
   * @param moved how many messages; `some`: it is not to be said; `all`: the whole topic
   * @param from where they were, as a link, `aPrivateChannel` or `anotherTopic`
   */
  movedHere(mover: string, moved: MovedCount, from: string): string;
  movedAway(mover: string, moved: MovedCount, to: string): string;
  aPrivateChannel: string;
  anotherTopic: string;
  resolved(person: string): string;
  unresolved(person: string): string;
  /** The topic of notices about a channel's changes. */
  channelTopic: string;
  renamed(person: string, from: string, to: string): string;
  /** @param from block of text, as `to` */
  described(person: string, from: string, to: string): string;
  noDescription: string;
  privacies: Record<'webPublic' | 'public' | 'sharedHistory' | 'protectedHistory', string>;
  privacyChanged(person: string, from: string, to: string): string;
  postingChanged(person: string, from: string, to: string): string;
  systemGroups: Record<string, string>;
  /** The number of people or groups that are not named. */
  more(count: number): string;
}

const quote = (text: string) => `> ${text.replaceAll('\n', '\n> ')}`;

function movedSubject(moved: MovedCount): string {
  if (moved === 'all') return 'This topic was';
  if (moved === 1) return 'A message was';
  return moved === 'some' ? 'Messages were' : `${moved} messages were`;
}

function movedObject(moved: MovedCount): string {
  if (moved === 'all') return 'dieses Thema';
  if (moved === 1) return 'eine Nachricht';
  return moved === 'some' ? 'Nachrichten' : `${moved} Nachrichten`;
}

const languages: Record<string, NoticeTexts> = {
  en: {
    botFailed: (bot, author, reason) =>
      `Your bot ${bot} could not reply to a message of ${author}:\n\n${quote(reason)}`,
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
    subscribed: (subscriber, channels) =>
      channels.length === 1
        ? `${subscriber} subscribed you to the channel ${channels[0]}.`
        : `${subscriber} subscribed you to the following channels: ${channels.join(', ')}.`,
    joined: (person) => `${person} joined this organization.`,
    joinedTopic: 'signups',
    movedHere: (mover, moved, from) => `${movedSubject(moved)} moved here from ${from} by ${mover}.`,
    movedAway: (mover, moved, to) =>
      `${movedSubject(moved)} moved ${moved === 'all' ? '' : 'from this topic '}to ${to} by ${mover}.`,
    aPrivateChannel: 'a private channel',
    anotherTopic: 'another topic',
    resolved: (person) => `${person} has marked this topic as resolved.`,
    unresolved: (person) => `${person} has marked this topic as unresolved.`,
    channelTopic: 'channel events',
    renamed: (person, from, to) => `${person} renamed this channel from ${from} to ${to}.`,
    described: (person, from, to) =>
      `${person} changed the description of this channel.\n\nOld description:\n\n${from}\n\nNew description:\n\n${to}`,
    noDescription: '*No description.*',
    privacies: {
      webPublic: 'web-public',
      public: 'public',
      sharedHistory: 'private, shared history',
      protectedHistory: 'private, protected history',
    },
    privacyChanged: (person, from, to) => `${person} changed who may read this channel from **${from}** to **${to}**.`,
    postingChanged: (person, from, to) => `${person} changed who may post in this channel from ${from} to ${to}.`,
    systemGroups: {
      'role:internet': '**everyone on the internet**',
      'role:everyone': '**everyone**',
      'role:members': '**members**',
      'role:fullmembers': '**full members**',
      'role:moderators': '**moderators**',
      'role:administrators': '**administrators**',
      'role:owners': '**owners**',
      'role:nobody': '**nobody**',
    },
    more: (count) => `${count} more`,
    scheduledFailed: (time, reason) =>
      `The message that you scheduled for ${time} was not sent because of the following error:\n\n${quote(reason)}`,
  },
  de: {
    botFailed: (bot, author, reason) =>
      `Ihr Bot ${bot} konnte auf eine Nachricht von ${author} nicht antworten:\n\n${quote(reason)}`,
    accepted: (person) => `${person} hat Ihre Einladung angenommen.`,
    reminder: (message) => `Sie wollten an ${message} erinnert werden.`,
    reminderOfNothing: 'Sie wollten an eine Nachricht erinnert werden, die Sie nicht mehr sehen können.',
    note: 'Ihre Notiz:',
    said: (sender) => `${sender} schrieb:`,
    reported: (reporter, sender, reason, where) =>
      `${reporter} hat eine Nachricht von ${sender} gemeldet, ${where} (${reason}).`,
    reportTopic: (fullName) => `Meldungen zu ${fullName}`,
    newChannels: (creator, channels) =>
      channels.length === 1
        ? `${creator} hat einen neuen Kanal angelegt: ${channels[0]}.`
        : `${creator} hat neue Kanäle angelegt: ${channels.join(', ')}.`,
    newChannelsTopic: 'neue Kanäle',
    subscribed: (subscriber, channels) =>
      channels.length === 1
        ? `${subscriber} hat für Sie den Kanal ${channels[0]} abonniert.`
        : `${subscriber} hat für Sie diese Kanäle abonniert: ${channels.join(', ')}.`,
    joined: (person) => `${person} gehört jetzt zu dieser Organisation.`,
    joinedTopic: 'Neue Mitglieder',
    movedHere: (mover, moved, from) => `${mover} hat ${movedObject(moved)} hierher verschoben; vorher: ${from}.`,
    movedAway: (mover, moved, to) =>
      `${mover} hat ${movedObject(moved)}${moved === 'all' ? '' : ' aus diesem Thema'} verschoben; jetzt: ${to}.`,
    aPrivateChannel: 'ein privater Kanal',
    anotherTopic: 'ein anderes Thema',
    resolved: (person) => `${person} hat dieses Thema als erledigt markiert.`,
    unresolved: (person) => `${person} hat dieses Thema als nicht erledigt markiert.`,
    channelTopic: 'Änderungen am Kanal',
    renamed: (person, from, to) => `${person} hat diesen Kanal umbenannt, von ${from} in ${to}.`,
    described: (person, from, to) =>
      `${person} hat die Beschreibung dieses Kanals geändert.\n\nVorher:\n\n${from}\n\nJetzt:\n\n${to}`,
    noDescription: '*Keine Beschreibung.*',
    privacies: {
      webPublic: 'im Web öffentlich',
      public: 'öffentlich',
      sharedHistory: 'privat, gemeinsamer Verlauf',
      protectedHistory: 'privat, geschützter Verlauf',
    },
    privacyChanged: (person, from, to) =>
      `${person} hat geändert, wer diesen Kanal liest: bisher **${from}**, jetzt **${to}**.`,
    postingChanged: (person, from, to) =>
      `${person} hat geändert, wer in diesem Kanal schreibt: bisher ${from}, jetzt ${to}.`,
    systemGroups: {
      'role:internet': '**alle im Internet**',
      'role:everyone': '**alle**',
      'role:members': '**Mitglieder**',
      'role:fullmembers': '**volle Mitglieder**',
      'role:moderators': '**Moderatoren**',
      'role:administrators': '**Administratoren**',
      'role:owners': '**Besitzer**',
      'role:nobody': '**niemand**',
    },
    more: (count) => `${count} weitere`,
    scheduledFailed: (time, reason) =>
      `Die Nachricht, die Sie für ${time} geplant hatten, wurde wegen dieses Fehlers nicht gesendet:\n\n${quote(reason)}`,
  },
};

/** @param language the organization's; English where its texts are not there */
export function noticeTexts(language: string): NoticeTexts {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return languages[base] ?? languages.en!;
}
