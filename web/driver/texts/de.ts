import type { Words } from './en.ts';

export const de: Words = {
  title: 'Fahrer',
  navigation: 'Ansichten',
  screens: { today: 'Heute', sent: 'Gesendet', me: 'Ich', stop: 'Halt', ask: 'Zentrale fragen' },
  unsent: (count, since) => `${count} nicht gesendet seit ${since}`,
  nothingUnsent: 'Alles ist gesendet',
  offline: (since) => `Keine Verbindung seit ${since}`,
  clock: (minutes, ahead) =>
    `Die Uhr dieses Telefons geht ${minutes} Minuten ${ahead ? 'vor' : 'nach'}. Die Zeiten der Lieferungen wären falsch: bitte stellen.`,
  door: {
    insecure: 'Diese Adresse ist nicht sicher',
    insecureText:
      'Die App braucht eine Adresse, die mit https beginnt, um Ihre Arbeit auf diesem Telefon aufzuheben. Fragen Sie die Zentrale danach.',
    noDriver: 'Sie sind hier kein Fahrer',
    noDriverText: (organization) =>
      `Diese App ist für die Fahrer von ${organization}. Die Zentrale kann Sie dazu machen.`,
    home: 'Zur Startseite',
  },
  action: {
    saved: 'auf diesem Telefon gespeichert',
    sent: (time) => `gesendet ${time}`,
    refused: (reason) => `nicht angenommen: ${reason}`,
  },
  reported: 'die Zentrale hatte diese Aufgabe schon geändert. Was Sie getan haben, liegt dort als Bericht',
  waitsFor: (deed) => `wartet auf „${deed}“, das nicht angenommen wurde`,
  deeds: {
    start: 'Begonnen',
    arrive: 'Angekommen',
    take: 'Übernommen',
    complete: 'Erledigt',
    fail: 'Gescheitert',
    message: 'Nachricht',
    onDuty: 'Im Dienst',
    offDuty: 'Außer Dienst',
  },
  sent: {},
  me: {},
};
