import type { ScheduleWords } from './en.ts';

export const de: ScheduleWords = {
  title: 'Schichten',
  none: 'Keine Schichten in dieser und der nächsten Woche.',
  edit: 'Schichten ändern',
  week: 'Woche',
  weekFrom: (day) => `Woche ab ${day}`,
  shift: 'Schicht',
  add: (day) => `Schicht am ${day} dazu`,
  remove: (day) => `Diese Schicht am ${day} entfernen`,
  from: (day) => `${day}, von`,
  to: (day) => `${day}, bis`,
  hint: 'Die Zeiten gelten dort, wo Sie sind. Eine Schicht, die vor ihrem Anfang endet, endet am nächsten Tag.',
  saved: 'Schichten gespeichert.',
};
