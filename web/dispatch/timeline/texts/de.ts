import type { TimelineWords } from './en.ts';

const tasks = (count: number) => (count === 1 ? '1 Auftrag' : `${count} Aufträge`);

export const de: TimelineWords = {
  label: (count) => `Zeitplan von ${count} Fahrern`,
  waiting: 'Wartende Aufträge',
  now: 'Jetzt',
  goNow: 'Jetzt zeigen',
  fewerHours: 'Weniger Stunden',
  moreHours: 'Mehr Stunden',
  numbers: (workers, late) => `${workers} Fahrer, ${tasks(late)} zu spät`,
  nobody: 'Zum Filter passt niemand',
  nobodyText: 'Hier ist, wer im Dienst ist oder etwas zu tun hat; alle anderen mit „Auch außer Dienst“.',
  nothing: 'Nichts zu tun',
  until: (time) => `bis ${time}`,
  lateCount: (count) => `${count} zu spät`,
  noPosition: 'Standort unbekannt',
  shift: (spans) => `Schicht ${spans}`,
  break: 'Pause',
  about: 'ungefähr',
  early: 'vor seiner Zeit',
  done: (time) => `erledigt ${time}`,
  bar: {
    taskFrom: (from, end) => `${from} bis ${end}`,
  },
  refused: 'Die Schichten ließen sich nicht erfragen.',
};
