/** What the bot says in tasks' topics, in one language; values come as Markdown that is safe already. */
export interface BotTexts {
  task(shortId: string): string;
  pickup: string;
  delivery: string;
  window(from: string | undefined, until: string | undefined): string;
  openTask: string;
  assigned(worker: string, by: string): string;
  unassigned(by: string): string;
  by(name: string): string;
  started(worker: string, at: string): string;
  completed(worker: string, at: string): string;
  failed(worker: string, at: string): string;
  /** Of what a driver reported when the task was not the driver's to complete any more. */
  reported(worker: string, success: boolean, at: string): string;
  received(at: string): string;
  deleted(by: string): string;
  reason: string;
  notes: string;
  photos(count: number): string;
  signature: string;
  barcodes(count: number): string;
  age(years: number): string;
  missing(count: number): string;
  proof: string;
  recipientSays: string;
  recipientRates(stars: number): string;
  dispatch: string;
  /** Of a driver's message that came late. */
  writtenAt(at: string): string;
  channel: string;
  channelOf(team: string): string;
  channelDescription: string;
  commands: CommandTexts;
}

/** What the bot answers to commands. */
export interface CommandTexts {
  noRights: string;
  readOnly: string;
  outOfSight: string;
  gone: string;
  failed(reason: string): string;
  whom: string;
  nobody(name: string): string;
  several(names: string): string;
  assigned(worker: string): string;
  states: readonly [unassigned: string, assigned: string, active: string, completed: string];
  worker(name: string): string;
  noWorker: string;
  noPosition(worker: string): string;
  position(worker: string, at: string, place: string): string;
  away(distance: string): string;
  noEta: string;
  eta(arrival: string, done: string): string;
  late(minutes: number): string;
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const en: BotTexts = {
  task: (shortId) => `**Task ${shortId}**`,
  pickup: 'pickup',
  delivery: 'delivery',
  window: (from, until) => [from && `after ${from}`, until && `before ${until}`].filter(Boolean).join(', '),
  openTask: 'Open the task',
  assigned: (worker, by) => `${worker} has the task now${by}.`,
  unassigned: (by) => `Nobody has the task any more${by}.`,
  by: (name) => `, by ${name}`,
  started: (worker, at) => `${worker} has started, ${at}.`,
  completed: (worker, at) => `✅ Completed by ${worker}, ${at}.`,
  failed: (worker, at) => `❌ Not delivered: ${worker}, ${at}.`,
  reported: (worker, success, at) =>
    `⚠️ ${worker} reports ${success ? 'a completion' : 'a failure'} of ${at}, when the task could not be completed by them any more.`,
  received: (at) => `It came in ${at}.`,
  deleted: (by) => `The task was deleted${by}.`,
  reason: 'Reason',
  notes: 'Notes',
  photos: (count) => plural(count, 'photo', 'photos'),
  signature: 'signature',
  barcodes: (count) => plural(count, 'barcode', 'barcodes'),
  age: (years) => `age ${years} checked`,
  missing: (count) => `${plural(count, 'proof', 'proofs')} that could not be sent`,
  proof: 'Proof',
  recipientSays: 'The recipient writes',
  recipientRates: (stars) => `The recipient gives ${plural(stars, 'star', 'stars')} of 5`,
  dispatch: 'dispatch',
  writtenAt: (at) => `written ${at}`,
  channel: 'Deliveries',
  channelOf: (team) => `Deliveries: ${team}`,
  channelDescription: 'A topic for each task that somebody has something to say about.',
  commands: {
    noRights: 'Commands are for those who dispatch.',
    readOnly: 'You may only look at tasks, so commands are not for you.',
    outOfSight: 'This task belongs to a team that you do not manage.',
    gone: 'The task does not exist any more.',
    failed: (reason) => `That was refused: ${reason}`,
    whom: 'Whom? `/assign NAME`, with the name of a worker.',
    nobody: (name) => `There is no worker ${name}.`,
    several: (names) => `Which one? ${names}`,
    assigned: (worker) => `${worker} has the task already.`,
    states: ['not assigned', 'assigned', 'under way', 'done'],
    worker: (name) => `Worker: ${name}`,
    noWorker: 'Nobody has the task.',
    noPosition: (worker) => `It is not known where ${worker} is: no position in the last hour.`,
    position: (worker, at, place) => `${worker} was here ${at}: ${place}`,
    away: (distance) => `${distance} from the destination in a straight line`,
    noEta: 'There is no estimate.',
    eta: (arrival, done) => `Expected ${arrival}, done ${done}.`,
    late: (minutes) => `${plural(minutes, 'minute', 'minutes')} late.`,
  },
};

const de: BotTexts = {
  task: (shortId) => `**Auftrag ${shortId}**`,
  pickup: 'Abholung',
  delivery: 'Lieferung',
  window: (from, until) => [from && `ab ${from}`, until && `bis ${until}`].filter(Boolean).join(', '),
  openTask: 'Auftrag öffnen',
  assigned: (worker, by) => `${worker} hat jetzt den Auftrag${by}.`,
  unassigned: (by) => `Niemand hat mehr den Auftrag${by}.`,
  by: (name) => `, durch ${name}`,
  started: (worker, at) => `${worker} ist unterwegs, ${at}.`,
  completed: (worker, at) => `✅ Erledigt von ${worker}, ${at}.`,
  failed: (worker, at) => `❌ Nicht zugestellt: ${worker}, ${at}.`,
  reported: (worker, success, at) =>
    `⚠️ ${worker} meldet ${success ? 'eine Zustellung' : 'einen Fehlschlag'} von ${at}, als der Auftrag nicht mehr so abzuschließen war.`,
  received: (at) => `Eingegangen ${at}.`,
  deleted: (by) => `Der Auftrag wurde gelöscht${by}.`,
  reason: 'Grund',
  notes: 'Notiz',
  photos: (count) => plural(count, 'Foto', 'Fotos'),
  signature: 'Unterschrift',
  barcodes: (count) => plural(count, 'Strichcode', 'Strichcodes'),
  age: (years) => `Alter ${years} geprüft`,
  missing: (count) =>
    `${plural(count, 'Nachweis, der', 'Nachweise, die')} nicht gesendet werden ${count === 1 ? 'konnte' : 'konnten'}`,
  proof: 'Nachweis',
  recipientSays: 'Der Empfänger schreibt',
  recipientRates: (stars) => `Der Empfänger gibt ${plural(stars, 'Stern', 'Sterne')} von 5`,
  dispatch: 'die Disposition',
  writtenAt: (at) => `geschrieben ${at}`,
  channel: 'Lieferungen',
  channelOf: (team) => `Lieferungen: ${team}`,
  channelDescription: 'Ein Thema für jeden Auftrag, zu dem jemand etwas zu sagen hat.',
  commands: {
    noRights: 'Befehle sind für die Disposition.',
    readOnly: 'Sie dürfen Aufträge nur ansehen; Befehle sind nicht für Sie.',
    outOfSight: 'Dieser Auftrag gehört einem Team, das Sie nicht leiten.',
    gone: 'Den Auftrag gibt es nicht mehr.',
    failed: (reason) => `Das wurde abgelehnt: ${reason}`,
    whom: 'Wem? `/assign NAME`, mit dem Namen eines Fahrers.',
    nobody: (name) => `Es gibt keinen Fahrer ${name}.`,
    several: (names) => `Wen? ${names}`,
    assigned: (worker) => `${worker} hat den Auftrag schon.`,
    states: ['nicht zugewiesen', 'zugewiesen', 'unterwegs', 'erledigt'],
    worker: (name) => `Fahrer: ${name}`,
    noWorker: 'Niemand hat den Auftrag.',
    noPosition: (worker) => `Wo ${worker} ist, ist nicht bekannt: keine Position in der letzten Stunde.`,
    position: (worker, at, place) => `${worker} war ${at} hier: ${place}`,
    away: (distance) => `${distance} Luftlinie bis zum Ziel`,
    noEta: 'Es gibt keine Schätzung.',
    eta: (arrival, done) => `Erwartet ${arrival}, fertig ${done}.`,
    late: (minutes) => `${plural(minutes, 'Minute', 'Minuten')} zu spät.`,
  },
};

/** @param language the organization's; English where its texts are not there */
export function botTexts(language: string): BotTexts {
  return /^de\b/i.test(language) ? de : en;
}
