import type { MapWords } from './en.ts';

export const de: MapWords = {
  lead: 'Welche Karte die Disposition zeichnet.',
  title: 'Kartendatei',
  outline: 'Küsten, Grenzen und Orte aus dem, was das Programm mitbringt. Straßen gibt es keine.',
  file: 'Straßen aus einer Datei des Servers.',
  missing:
    'Eine Datei mit Straßen ist eingestellt und lässt sich gerade nicht lesen. Solange werden die Umrisse gezeichnet.',
  name: 'Datei',
  attribution: 'Herkunft',
  zooms: 'Zoomstufen',
  how: 'Das stellt ein, wer den Server betreibt: MAP_FILE ist der Pfad einer .pmtiles-Datei (protomaps.com und andere bieten Gebiete an). Es gilt ab dem nächsten Start.',
  toMap: 'Karte öffnen',
};
