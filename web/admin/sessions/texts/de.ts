import type { SessionWords } from './en.ts';

export const de: SessionWords = {
  lead: 'Jeder Browser, in dem jemand aus der Organisation angemeldet ist, der zuletzt benutzte zuerst.',
  columns: { who: 'Wer', browser: 'Browser', used: 'Zuletzt benutzt', tools: 'Was man tun kann' },
  current: 'dieser Browser',
  shared: 'gemeinsames Gerät',
  since: (day) => `seit ${day}`,
  end: 'Abmelden',
  endTitle: (name, browser) => `${name} von ${browser} abmelden?`,
  endText: 'Er ist sofort abgemeldet. Die Person kann sich dort wieder anmelden.',
  ended: 'Der Browser ist abgemeldet',
  own: 'Ihre eigenen Geräte und App-Schlüssel stehen auf Ihrer Kontoseite.',
  toOwn: 'Ihre Geräte',
};
