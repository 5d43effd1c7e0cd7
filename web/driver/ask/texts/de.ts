import type { AskWords } from './en.ts';

export const de: AskWords = {
  about: (task) => `Zu ${task}`,
  back: 'Zurück zum Halt',
  canned: 'Gleich sagen',
  answers: [
    'Ich komme später.',
    'Es ist niemand da. Was soll ich tun?',
    'Ich finde die Adresse nicht.',
    'Ich komme nicht hinein. Gibt es einen Code?',
    'Bitte rufen Sie mich an.',
    'In Ordnung.',
  ],
  message: 'Nachricht',
  send: 'Absenden',
  empty: 'Zu diesem Auftrag hat noch niemand etwas geschrieben.',
  offline: 'Was andere schreiben, zeigt sich mit einer Verbindung.',
  unavailable: 'Ihre Organisation hat keinen Kanal für Fragen zu Aufträgen. Rufen Sie die Disposition an.',
  edited: 'bearbeitet',
  older: 'Weiter oben steht mehr, im Chat.',
  you: 'Sie',
};
