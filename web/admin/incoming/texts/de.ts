import type { IncomingWords } from './en.ts';

export const de: IncomingWords = {
  lead: 'Andere Programme schreiben als Bot in Kanäle, jedes unter einer eigenen Adresse.',
  how: 'Den Schlüssel hat ein Bot vom Typ „eingehender Webhook“: Ein Chat-Programm legt ihn an, in den Einstellungen der Bots. Setzen Sie ihn für API_KEY ein, und die Namen eines Kanals und eines Themas für CHANNEL und TOPIC; ohne Kanal geht die Nachricht an seinen Besitzer.',
  columns: { name: 'Dienst', events: 'Ereignisse, die gemeldet werden', address: 'Adresse' },
  everything: 'alle',
  addressOf: (service) => `Adresse für ${service}`,
};
