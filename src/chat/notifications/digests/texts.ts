/** The words of digests. */
export interface DigestTexts {
  subject(organization: string): string;
  opening(organization: string): string;
  topic(channel: string, topic: string): string;
  more: string;
  newChannels(names: string): string;
  contentHidden(topics: number, channels: number): string;
  why: string;
  open(organization: string, url: string): string;
  unsubscribe(url: string): string;
}

const languages: Record<string, DigestTexts> = {
  en: {
    subject: (organization) => `${organization}: while you were away`,
    opening: (organization) => `This was said in ${organization} while you were away.`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: '… and more before that',
    newChannels: (names) => `New channels: ${names}`,
    contentHidden: (topics, channels) =>
      `There is something unread in ${topics} topics, and ${channels} channels are new. This e-mail does not show more, as your settings or those of your organization have it.`,
    why: 'You receive this once a week at most, when you have not been there for some days.',
    open: (organization, url) => `Open ${organization}: ${url}`,
    unsubscribe: (url) => `No more such summaries: ${url}`,
  },
  de: {
    subject: (organization) => `${organization}: während Sie weg waren`,
    opening: (organization) => `Das wurde in ${organization} geschrieben, während Sie weg waren.`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: '… und davor noch mehr',
    newChannels: (names) => `Neue Kanäle: ${names}`,
    contentHidden: (topics, channels) =>
      `In ${topics} Themen gibt es Ungelesenes, und ${channels} Kanäle sind neu. Mehr zeigt diese E-Mail nicht, wie es in Ihren Einstellungen oder denen Ihrer Organisation steht.`,
    why: 'Sie bekommen das höchstens einmal in der Woche, wenn Sie einige Tage nicht da waren.',
    open: (organization, url) => `${organization} öffnen: ${url}`,
    unsubscribe: (url) => `Keine solchen Zusammenfassungen mehr: ${url}`,
  },
};

/** @param language of whom they are for; English where its texts are not there */
export function digestTexts(language: string): DigestTexts {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return languages[base] ?? languages.en!;
}
