import type { MapWords } from './en.ts';

const workers = (count: number) => (count === 1 ? '1 Fahrer' : `${count} Fahrer`);
const tasks = (count: number) => (count === 1 ? '1 Auftrag' : `${count} Aufträge`);

export const de: MapWords = {
  summary: (onMap, open, late) =>
    `Karte: ${workers(onMap)}, ${tasks(open)}, ${late} verspätet. Alles steht auch in den Listen daneben.`,
  fit: 'Alles zeigen',
  legend: 'Legende',
  signs: {
    fresh: 'Fahrer, Position höchstens eine Minute alt',
    old: 'Position älter als eine Minute',
    lost: 'Position älter als fünf Minuten',
    unassigned: 'Auftrag, nicht zugeteilt',
    assigned: 'Auftrag, zugeteilt',
    active: 'Auftrag, unterwegs',
    late: 'Verspätet',
    unplaced: 'Adresse nicht gefunden: nur ungefähr dort',
    hub: 'Standort',
  },
  lists: 'Aufträge und Fahrer auf der Karte',
  unassigned: (count) => `Nicht zugeteilt (${count})`,
  assigned: (count) => `Zugeteilt und unterwegs (${count})`,
  onDuty: (count) => `Im Dienst (${count})`,
  pin: {
    title: (name) => `Wo ist ${name}?`,
    hint: 'Die Nadel an die Stelle ziehen oder mit den Pfeiltasten bewegen (mit Umschalttaste in kleinen Schritten).',
    name: 'Die Stelle',
    position: 'Breite, Länge',
    unreadable: 'Zwei Zahlen, wie 37.78, -122.4',
    saved: (address) => `Gespeichert. Was zu ${address} geht, findet ab jetzt hin.`,
  },
  noStreets: 'Es ist keine Straßenkarte eingerichtet; Orte stehen auf leerem Grund.',
  streetsMissing: 'Die Straßenkarte ist gerade nicht lesbar; zu sehen sind Küsten, Grenzen und Orte.',
  noWebGl: 'Dieser Browser zeichnet keine Karten (WebGL ist aus). Eine Skizze zeigt, wo alles ist.',
  notLoaded: 'Die Karte konnte nicht geladen werden. Eine Skizze zeigt, wo alles ist.',
  sketch: (onMap, open) => `Skizze von ${workers(onMap)} und ${tasks(open)}`,
  rectangle: 'Mit Umschalttaste und Ziehen werden Aufträge ausgewählt.',
  drag: 'Ein Auftrag wird zugeteilt, indem man ihn auf einen Fahrer zieht.',
};
