import type { PhoneWords } from './en.ts';

export const de: PhoneWords = {
  title: 'Telefon',
  lead: 'Der Fahrer scannt ein Bild von diesem Bildschirm und ist in der Fahrer-App angemeldet, ohne Passwort.',
  show: 'Ein Telefon anmelden',
  picture: 'Link, der das Telefon anmeldet, als Bild zum Scannen',
  how: (worker) => `${worker} scannt das mit der Kamera des Telefons.`,
  whom: 'Zeigen Sie es niemand anderem: Wer den Link zuerst öffnet, ist angemeldet.',
  holds: (time) => `Er gilt einmal, bis ${time}.`,
  over: 'Dieser Link gilt nicht mehr.',
  again: 'Einen neuen machen',
  copy: 'Link kopieren',
  copied: 'Link kopiert.',
};
