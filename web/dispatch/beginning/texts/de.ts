import type { BeginningWords } from './en.ts';

export const de: BeginningWords = {
  title: 'Noch nichts zu disponieren',
  text: 'Es braucht vier Dinge, eins nach dem anderen.',
  rest: 'Was noch fehlt',
  steps: {
    team: { name: 'Ein Team', why: 'Fahrer arbeiten in Teams, um die sich Disponenten kümmern.', add: 'Team anlegen' },
    worker: { name: 'Ein Fahrer', why: 'Wer fährt. Angemeldet wird mit der Telefonnummer.', add: 'Fahrer anlegen' },
    hub: { name: 'Ein Standort', why: 'Das Lager oder Geschäft, wo Routen beginnen.', add: 'Standort anlegen' },
    task: { name: 'Ein Auftrag', why: 'Was wohin soll, und bis wann.', add: 'Auftrag anlegen' },
  },
  done: 'erledigt',
  pretend: {
    title: 'Oder erst einmal umsehen',
    text: 'Eine Übungsflotte hat einen Standort, ein Team, drei Fahrer und einige Aufträge zum Verschieben. Niemand darin ist echt, und niemand bekommt eine Nachricht. Alles lässt sich mit einem Klick entfernen.',
    make: 'Mit einer Übungsflotte probieren',
    confirm: 'Übungsflotte anlegen?',
    confirmText:
      'Angelegt werden ein Standort, ein Team, drei Fahrer und sechs Aufträge, alle als Übung gekennzeichnet. Ihre Webhooks hören davon wie von echten.',
    made: 'Die Übungsflotte ist da.',
    label: 'Übungsflotte',
    here: 'Das ist eine Übungsflotte: niemand darin ist echt.',
    remove: 'Entfernen',
    removeTitle: 'Übungsflotte entfernen?',
    removeText:
      'Standort, Team, Fahrer und Aufträge der Übung werden endgültig gelöscht. Ihre eigenen Fahrer und Aufträge bleiben.',
    removed: 'Die Übungsflotte ist weg.',
  },
};
