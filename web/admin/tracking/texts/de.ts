import type { TrackingWords } from './en.ts';

export const de: TrackingWords = {
  lead: 'Wie die Seite aussieht, auf der Empfänger sehen, wann eine Lieferung kommt.',
  looks: 'Aussehen',
  colour: 'Farbe',
  ownColour: 'Eine eigene Farbe',
  phone: 'Nummer für Anrufe',
  phoneHint: 'Leer: Empfänger erreichen den Fahrer über den Server, wo das eingerichtet ist.',
  photos: 'Fotos der Zustellung zeigen',
  picture: 'Bild des Fahrers zeigen',
  preview: 'So sieht es aus',
  sample: {
    arriving: 'Kommt 14:10–14:25',
    stops: '3 Stopps vor Ihnen',
    driver: 'Wanda',
    call: 'Anrufen',
    photo: 'Foto der Zustellung',
  },
};
