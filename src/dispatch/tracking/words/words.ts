/** A text for each form that a number takes in the language; `{count}` stands for the number. */
export type CountedText = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** How somebody who is not at home would like it. */
export const OPTIONS = ['door', 'neighbour', 'call'] as const;
export type Option = (typeof OPTIONS)[number];

/** What recipients read, in one language. Words in braces stand for what is known of their task. */
export interface TrackingWords {
  /** Of the language, in itself. */
  name: string;
  title: string;
  pickupTitle: string;
  preparing: string;
  pin: string;
  planned: string;
  arriving: string;
  noTime: string;
  next: string;
  stops: CountedText;
  onTheWay: string;
  onTheWayUnnamed: string;
  arrived: string;
  arrivedUnnamed: string;
  completed: string;
  pickedUp: string;
  failed: string;
  late: string;
  distance: string;
  noPosition: string;
  driver: string;
  call: string;
  write: string;
  noteTitle: string;
  options: Record<Option, string>;
  note: string;
  send: string;
  sent: string;
  tooLate: string;
  proof: string;
  rateTitle: string;
  stars: CountedText;
  comments: string;
  thanks: string;
  rated: string;
  rateFirst: string;
  refresh: string;
  notConnected: string;
  notSent: string;
  over: string;
  sketch: string;
  language: string;
}
