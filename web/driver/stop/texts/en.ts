import type { FieldProblem } from '../../../store/driver/fields.ts';
import type { Gap } from '../../../store/driver/requirements.ts';

const problems: Record<FieldProblem, string> = {
  type: 'This does not fit here.',
  required: 'This must be filled in.',
  'not yours': 'Only dispatch can change this.',
};

/** The words of today, of a stop, and of the camera. */
export const en = {
  next: 'Next stop',
  underWay: 'Under way',
  here: 'You are there',
  later: (count: number) => (count === 1 ? 'Then 1 more' : `Then ${count} more`),
  done: (count: number) => `Done (${count})`,
  alsoHere: (count: number) =>
    count === 1 ? '1 more delivery at this place' : `${count} more deliveries at this place`,
  empty: 'Nothing to do',
  emptyText: 'Your dispatcher has given you no tasks. New ones show here by themselves.',
  notYet: 'Your tasks are not on this phone yet',
  notYetText: 'They come as soon as there is a connection.',
  asOf: (time: string) => `As of ${time}`,
  offDuty: 'You are off duty',
  goOnDuty: 'Go on duty',
  pickup: 'Pickup',
  dropoff: 'Delivery',
  window: { from: (time: string) => `from ${time}`, until: (time: string) => `until ${time}` },
  late: 'late',
  open: 'Open',
  start: 'Start',
  first: (name: string) => `First finish ${name}.`,
  arrive: 'I am there',
  complete: 'Complete',
  completeMany: (count: number) => `Complete all ${count}`,
  fail: 'Could not do it',
  take: 'Take it',
  toTake: 'To take',
  gone: 'This task is no longer yours',
  goneText: 'Dispatch gave it to somebody else, or it is done.',
  back: 'Back to today',
  navigate: 'Navigate',
  call: 'Call',
  text: 'Text',
  ask: 'Ask',
  sketch: (others: number) =>
    `Sketch of the area, north above: this stop in the middle${others === 0 ? '' : others === 1 ? ', and 1 other stop' : `, and ${others} other stops`}`,
  sketchYou: '● you',
  sketchOthers: '■ other stops',
  directions: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
  away: (far: string, direction: string) => `${far} to the ${direction} of the stop`,
  awayNow: (where: string) => `You are ${where}`,
  awayThen: (where: string, time: string) => `At ${time} you were ${where}`,
  notes: 'Notes',
  notesOf: (name: string) => `About ${name}`,
  notesOfPlace: 'About the place',
  message: 'From the recipient',
  quantity: (count: number) => (count === 1 ? '1 piece' : `${count} pieces`),
  order: (id: string) => `Order ${id}`,
  together: 'Do these together',
  needed: 'needed',
  full: 'This phone has no room left. Free some, then try again: nothing that you did is lost.',
  photos: 'Photos',
  takePhoto: 'Take a photo',
  photo: (number: number) => `Photo ${number}`,
  removePhoto: (number: number) => `Remove photo ${number}`,
  unkept: 'Couldn’t save this on your phone. Please try again.',
  unreadable: 'This picture could not be read. Take another one.',
  tooManyPhotos: (most: number) => `At most ${most} photos.`,
  signature: 'Signature',
  sign: 'Have it signed',
  signAgain: 'Sign again',
  signed: 'Signed',
  removeSignature: 'Remove the signature',
  signHere: 'Sign here, with a finger',
  clear: 'Clear',
  useSignature: 'Use it',
  orType: 'Or type the name',
  useName: 'Use the name',
  barcodes: 'Barcodes',
  scan: 'Scan',
  anyCode: 'Any code',
  typeCode: 'Or type it in',
  scanned: 'scanned',
  mustScan: 'must be scanned',
  mayScan: 'to be scanned',
  notAsked: 'This task does not ask for this code.',
  removeCode: (code: string) => `Remove ${code}`,
  age: 'Age',
  ageSeen: (years: number) => `I have seen a document: at least ${years} years old`,
  pin: 'PIN',
  pinOf: (name: string) => `PIN of ${name}`,
  askForPin: 'Ask the recipient for it. It is checked at once when you are online, otherwise later.',
  wrongPin: (left: number) =>
    left === 0
      ? 'The PIN was wrong too often. Ask dispatch for a new one.'
      : `This PIN is wrong: ${left === 1 ? '1 try is' : `${left} tries are`} left.`,
  driverNotes: 'Your notes',
  fields: 'More to fill in',
  details: 'Details',
  oneEach: 'One on each line.',
  yes: 'Yes',
  no: 'No',
  reason: 'Why?',
  reasons: {
    RECIPIENT_UNAVAILABLE: 'Nobody there',
    INCORRECT_ADDRESS: 'Wrong address',
    REFUSED_BY_RECIPIENT: 'Refused',
    DAMAGED: 'Damaged',
    TRANSPORTATION_ISSUE: 'Trouble on the way',
    OTHER: 'Something else',
  },
  chooseReason: 'Choose one.',
  failNotes: 'What happened?',
  gap: (gap: Gap): string => {
    switch (gap.kind) {
      case 'signature':
        return 'A signature is needed.';
      case 'photo':
        return 'A photo is needed.';
      case 'notes':
        return 'Notes are needed.';
      case 'pin':
        return "The recipient's PIN is needed.";
      case 'age':
        return `The recipient must be at least ${gap.years} years old, by a document.`;
      case 'barcode':
        return gap.code === undefined ? 'A code must be scanned.' : `${gap.code} must be scanned.`;
      case 'foreign barcode':
        return `${gap.code} is not asked for.`;
      case 'field':
        return problems[gap.problem];
    }
  },
  missing: 'Something is missing; it is marked above.',
  camera: {
    opening: 'The camera opens …',
    looking: 'Hold the code before the camera.',
    refused: 'The camera cannot be used. Allow it in the settings of the browser, or type the code in.',
    picture: 'What the camera sees',
    use: 'Use it',
  },
};

export type StopWords = typeof en;
