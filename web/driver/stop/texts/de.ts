import type { FieldProblem } from '../../../store/driver/fields.ts';
import type { StopWords } from './en.ts';

const problems: Record<FieldProblem, string> = {
  type: 'Das passt hier nicht.',
  required: 'Das muss ausgefüllt sein.',
  'not yours': 'Das kann nur die Disposition ändern.',
};

export const de: StopWords = {
  next: 'Nächster Halt',
  underWay: 'Unterwegs',
  here: 'Sie sind da',
  later: (count) => `Danach noch ${count}`,
  done: (count) => `Erledigt (${count})`,
  alsoHere: (count) => (count === 1 ? 'Noch 1 Zustellung am selben Ort' : `Noch ${count} Zustellungen am selben Ort`),
  empty: 'Nichts zu tun',
  emptyText: 'Die Disposition hat Ihnen keine Aufträge gegeben. Neue erscheinen hier von selbst.',
  notYet: 'Ihre Aufträge sind noch nicht auf diesem Telefon',
  notYetText: 'Sie kommen, sobald es eine Verbindung gibt.',
  asOf: (time) => `Stand ${time}`,
  offDuty: 'Sie sind nicht im Dienst',
  goOnDuty: 'Dienst beginnen',
  pickup: 'Abholung',
  dropoff: 'Zustellung',
  window: { from: (time) => `ab ${time}`, until: (time) => `bis ${time}` },
  late: 'verspätet',
  open: 'Öffnen',
  start: 'Losfahren',
  first: (name) => `Erst ist ${name} abzuschließen.`,
  arrive: 'Ich bin da',
  complete: 'Abschließen',
  completeMany: (count) => `Alle ${count} abschließen`,
  fail: 'Ging nicht',
  take: 'Übernehmen',
  toTake: 'Zum Übernehmen',
  gone: 'Dieser Auftrag ist nicht mehr Ihrer',
  goneText: 'Die Disposition hat ihn jemand anderem gegeben, oder er ist erledigt.',
  back: 'Zurück zu heute',
  navigate: 'Navigieren',
  call: 'Anrufen',
  text: 'SMS',
  ask: 'Fragen',
  sketch: (others) =>
    `Skizze der Gegend, Norden oben: dieser Stopp in der Mitte${others === 0 ? '' : others === 1 ? ', dazu 1 weiterer Stopp' : `, dazu ${others} weitere Stopps`}`,
  sketchYou: '● Sie',
  sketchOthers: '■ weitere Stopps',
  directions: [
    'nördlich',
    'nordöstlich',
    'östlich',
    'südöstlich',
    'südlich',
    'südwestlich',
    'westlich',
    'nordwestlich',
  ],
  away: (far, direction) => `${far} ${direction} des Stopps`,
  awayNow: (where) => `Sie sind ${where}`,
  awayThen: (where, time) => `Um ${time} waren Sie ${where}`,
  notes: 'Hinweise',
  notesOf: (name) => `Zu ${name}`,
  notesOfPlace: 'Zum Ort',
  message: 'Vom Empfänger',
  quantity: (count) => `${count} Stück`,
  order: (id) => `Bestellung ${id}`,
  together: 'Diese gleich mit',
  needed: 'nötig',
  full: 'Auf diesem Telefon ist kein Platz mehr. Schaffen Sie welchen und versuchen Sie es noch einmal: Nichts, was Sie getan haben, ist verloren.',
  photos: 'Fotos',
  takePhoto: 'Foto machen',
  photo: (number) => `Foto ${number}`,
  removePhoto: (number) => `Foto ${number} entfernen`,
  unkept: 'Das Telefon konnte das nicht aufheben. Bitte noch einmal.',
  unreadable: 'Dieses Bild ist nicht lesbar. Machen Sie ein anderes.',
  tooManyPhotos: (most) => `Höchstens ${most} Fotos.`,
  signature: 'Unterschrift',
  sign: 'Unterschreiben lassen',
  signAgain: 'Neu unterschreiben',
  signed: 'Unterschrieben',
  removeSignature: 'Unterschrift entfernen',
  signHere: 'Hier mit dem Finger unterschreiben',
  clear: 'Leeren',
  useSignature: 'Übernehmen',
  orType: 'Oder den Namen schreiben',
  useName: 'Namen übernehmen',
  barcodes: 'Barcodes',
  scan: 'Scannen',
  anyCode: 'Irgendein Code',
  typeCode: 'Oder eintippen',
  scanned: 'gescannt',
  mustScan: 'muss gescannt werden',
  mayScan: 'zu scannen',
  notAsked: 'Nach diesem Code fragt der Auftrag nicht.',
  removeCode: (code) => `${code} entfernen`,
  age: 'Alter',
  ageSeen: (years) => `Ich habe einen Ausweis gesehen: mindestens ${years} Jahre alt`,
  pin: 'PIN',
  pinOf: (name) => `PIN von ${name}`,
  askForPin: 'Lassen Sie sich die PIN sagen. Mit Verbindung wird sie gleich geprüft, sonst später.',
  wrongPin: (left) =>
    left === 0
      ? 'Die PIN war zu oft falsch. Bitten Sie die Disposition um eine neue.'
      : `Diese PIN ist falsch: noch ${left === 1 ? '1 Versuch' : `${left} Versuche`}.`,
  driverNotes: 'Ihre Notizen',
  fields: 'Noch auszufüllen',
  details: 'Angaben',
  oneEach: 'Eines auf jeder Zeile.',
  yes: 'Ja',
  no: 'Nein',
  reason: 'Warum?',
  reasons: {
    RECIPIENT_UNAVAILABLE: 'Niemand da',
    INCORRECT_ADDRESS: 'Falsche Adresse',
    REFUSED_BY_RECIPIENT: 'Annahme verweigert',
    DAMAGED: 'Beschädigt',
    TRANSPORTATION_ISSUE: 'Schwierigkeiten unterwegs',
    OTHER: 'Etwas anderes',
  },
  chooseReason: 'Wählen Sie eines.',
  failNotes: 'Was ist passiert?',
  gap: (gap) => {
    switch (gap.kind) {
      case 'signature':
        return 'Eine Unterschrift ist nötig.';
      case 'photo':
        return 'Ein Foto ist nötig.';
      case 'notes':
        return 'Notizen sind nötig.';
      case 'pin':
        return 'Die PIN ist nötig.';
      case 'age':
        return `Der Empfänger muss nach einem Ausweis mindestens ${gap.years} Jahre alt sein.`;
      case 'barcode':
        return gap.code === undefined ? 'Ein Code muss gescannt werden.' : `${gap.code} muss gescannt werden.`;
      case 'foreign barcode':
        return `Nach ${gap.code} wird nicht gefragt.`;
      case 'field':
        return problems[gap.problem];
    }
  },
  missing: 'Es fehlt noch etwas; oben ist es gezeigt.',
  camera: {
    opening: 'Die Kamera öffnet sich …',
    looking: 'Halten Sie den Code vor die Kamera.',
    refused:
      'Die Kamera ist nicht zu benutzen. Erlauben Sie sie in den Einstellungen des Browsers, oder tippen Sie den Code ein.',
    picture: 'Was die Kamera sieht',
    use: 'Übernehmen',
  },
};
