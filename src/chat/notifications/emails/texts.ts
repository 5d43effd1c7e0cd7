import type { NotificationTrigger } from '../decision.ts';

/** The words of e-mails of missed messages. */
export interface EmailTexts {
  newMessages: string;
  directSubject(names: string): string;
  channelSubject(channel: string, topic: string): string;
  /** @param organization whose name stands in front */
  ofOrganization(organization: string, subject: string): string;
  contentHidden: string;
  more(count: number): string;
  why: Record<NotificationTrigger, string>;
  answer: string;
  open(organization: string, url: string): string;
  unsubscribe(url: string): string;
}

const languages: Record<string, EmailTexts> = {
  en: {
    newMessages: 'New messages',
    directSubject: (names) => `Direct message from ${names}`,
    channelSubject: (channel, topic) => `#${channel} > ${topic}`,
    ofOrganization: (organization, subject) => `[${organization}] ${subject}`,
    contentHidden:
      'This e-mail does not show what was written, as your settings or those of your organization have it.',
    more: (count) => `… and ${count} more`,
    why: {
      direct: 'You receive this because you were written to directly.',
      mention: 'You receive this because you were mentioned.',
      topic_wildcard: 'You receive this because everybody in the topic was mentioned.',
      channel_wildcard: 'You receive this because everybody in the channel was mentioned.',
      followed_topic: 'You receive this because you follow the topic.',
      channel: 'You receive this because you asked to be notified of everything in the channel.',
    },
    answer: 'What you answer to this e-mail is sent there in your name.',
    open: (organization, url) => `Read and answer it in ${organization}: ${url}`,
    unsubscribe: (url) => `No more e-mails of missed messages: ${url}`,
  },
  de: {
    newMessages: 'Neue Nachrichten',
    directSubject: (names) => `Direktnachricht von ${names}`,
    channelSubject: (channel, topic) => `#${channel} > ${topic}`,
    ofOrganization: (organization, subject) => `[${organization}] ${subject}`,
    contentHidden:
      'Diese E-Mail zeigt nicht, was geschrieben wurde, wie es in Ihren Einstellungen oder denen Ihrer Organisation steht.',
    more: (count) => `… und ${count} weitere`,
    why: {
      direct: 'Sie bekommen das, weil Ihnen direkt geschrieben wurde.',
      mention: 'Sie bekommen das, weil Sie erwähnt wurden.',
      topic_wildcard: 'Sie bekommen das, weil alle im Thema erwähnt wurden.',
      channel_wildcard: 'Sie bekommen das, weil alle im Kanal erwähnt wurden.',
      followed_topic: 'Sie bekommen das, weil Sie dem Thema folgen.',
      channel: 'Sie bekommen das, weil Sie über alles im Kanal benachrichtigt werden wollen.',
    },
    answer: 'Was Sie auf diese E-Mail antworten, wird dort in Ihrem Namen gesendet.',
    open: (organization, url) => `In ${organization} lesen und antworten: ${url}`,
    unsubscribe: (url) => `Keine E-Mails über verpasste Nachrichten mehr: ${url}`,
  },
};

/** @param language of whom they are for; English where its texts are not there */
export function emailTexts(language: string): EmailTexts {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return languages[base] ?? languages.en!;
}
