import { elementsOf, plainCell, readNumber } from './cells.ts';
import { byHeading, guessColumns, plainHeading } from './task-columns.ts';

/** Possible meanings of a column in a list of the fleet. */
export const workerMeanings = [
  ...(['name', 'firstName', 'lastName', 'displayName', 'phone', 'teams', 'capacity', 'skills'] as const),
  ...(['vehicle', 'vehicleDescription', 'licensePlate', 'color'] as const),
] as const;
type WorkerMeaning = (typeof workerMeanings)[number];

const meaningOf = byHeading<WorkerMeaning>({
  name: 'name|full name|driver|driver name|worker|worker name|courier|rider|employee|fahrer|fahrerin|kurier|mitarbeiter|mitarbeiterin',
  firstName: 'first name|firstname|given name|vorname',
  lastName: 'last name|lastname|surname|family name|nachname|familienname',
  displayName: 'display name|displayname|nickname|shown as|anzeigename|rufname',
  phone: 'phone|phone number|driver phone|telephone|tel|mobile|mobile phone|cell|telefon|telefonnummer|handy|mobil',
  teams: 'team|teams|group|groups|shift|depot|gruppe|gruppen|schicht',
  capacity: 'capacity|max capacity|load|kapazitat|ladung',
  skills: 'skills|skill|qualifications|fahigkeiten|qualifikationen',
  vehicle: 'vehicle|vehicle type|type of vehicle|transport|fahrzeug|fahrzeugtyp|fahrzeugart',
  vehicleDescription:
    'vehicle description|description|model|make|make and model|vehicle model|fahrzeugmodell|modell|marke|beschreibung',
  licensePlate:
    'license plate|licence plate|licenseplate|plate|number plate|registration|kennzeichen|nummernschild|kfz kennzeichen',
  color: 'color|colour|vehicle color|vehicle colour|farbe|fahrzeugfarbe',
});

/** Words for kinds of vehicles, in English and German. */
const KINDS: Readonly<Record<'CAR' | 'MOTORCYCLE' | 'BICYCLE' | 'TRUCK' | 'none', string>> = {
  CAR: 'car|van|auto|pkw|wagen|transporter|lieferwagen|kombi|sedan|suv',
  MOTORCYCLE: 'motorcycle|motorbike|moped|scooter|motor scooter|motorrad|roller|mofa',
  BICYCLE: 'bicycle|bike|cargo bike|e bike|ebike|cycle|fahrrad|rad|lastenrad|lastenfahrrad',
  TRUCK: 'truck|lorry|lkw|lastwagen|laster',
  none: 'none|no|foot|on foot|walking|walker|zu fuß|zu fuss|kein|keines|keine',
};
const kindOf = byHeading(KINDS);
/** Words that say no more than their kind. */
const PLAIN_KINDS = new Set(['car', 'motorcycle', 'bicycle', 'truck']);

/** Guesses the meanings of a list's columns. @param remembered earlier choices, by the keys of headings */
export function guessWorkerMeanings(
  columns: readonly string[],
  remembered: Readonly<Record<string, string>>,
): (WorkerMeaning | '')[] {
  return guessColumns(columns, remembered, new Set(workerMeanings), (heading) => meaningOf.get(heading));
}

/** A worker as a list of the fleet says them. What is absent says nothing. */
export interface WorkerLine {
  name: string;
  phone: string;
  displayName?: string;
  /** Names of teams. */
  teams?: readonly string[];
  /** Null: on foot. */
  vehicle?: {
    type?: 'CAR' | 'MOTORCYCLE' | 'BICYCLE' | 'TRUCK';
    description?: string;
    licensePlate?: string;
    color?: string;
  } | null;
  /** Units that the worker can carry. */
  capacity?: number;
  skills?: readonly string[];
}

/** Problem of a line, before the fleet is looked at. */
export interface WorkerProblem {
  kind: 'name' | 'workerPhone' | 'vehicle' | 'noVehicle' | 'number';
  /** As it stands in the file. */
  text: string;
}

/** Reads the cells of a line. An empty cell says nothing, so that it changes nothing of a known worker. */
export function readWorkerLine(
  cells: readonly string[],
  meanings: readonly (WorkerMeaning | '')[],
): { worker: WorkerLine; problems: readonly WorkerProblem[] } {
  const given = new Map<WorkerMeaning, string>();
  for (const [at, meaning] of meanings.entries()) {
    const text = plainCell(cells[at] ?? '');
    if (meaning && text !== '') given.set(meaning, text);
  }
  const text = (meaning: WorkerMeaning): string => given.get(meaning) ?? '';
  const problems: WorkerProblem[] = [];
  const name = text('name') || [text('firstName'), text('lastName')].filter(Boolean).join(' ');
  const [phone, displayName, written] = [text('phone'), text('displayName'), text('capacity')];
  if (!name) problems.push({ kind: 'name', text: phone });
  if (!phone) problems.push({ kind: 'workerPhone', text: name });
  const capacity = written ? readNumber(written) : undefined;
  if (written && (capacity === undefined || capacity < 0)) problems.push({ kind: 'number', text: written });
  const vehicle = readVehicleCells(text, problems);
  const worker: WorkerLine = {
    ...{ name, phone },
    ...(displayName && { displayName }),
    ...(text('teams') && { teams: elementsOf(text('teams')) }),
    ...(vehicle !== undefined && { vehicle }),
    ...(capacity !== undefined && { capacity }),
    ...(text('skills') && { skills: elementsOf(text('skills')) }),
  };
  return { worker, problems };
}

/** A word that says more than its kind, such as “van”, is kept as the description. Undefined: the line says nothing. */
function readVehicleCells(
  text: (meaning: WorkerMeaning) => string,
  problems: WorkerProblem[],
): WorkerLine['vehicle'] | undefined {
  const [written, licensePlate, color] = [text('vehicle'), text('licensePlate'), text('color')];
  const kind = written ? kindOf.get(plainHeading(written)) : undefined;
  if (written && !kind) problems.push({ kind: 'vehicle', text: written });
  const own = written && !PLAIN_KINDS.has(plainHeading(written)) ? written : '';
  if (kind === 'none') {
    const rest = text('vehicleDescription') || licensePlate || color;
    if (rest) problems.push({ kind: 'noVehicle', text: rest });
    return null;
  }
  const description = text('vehicleDescription') || own;
  if (!written && !description && !licensePlate && !color) return undefined;
  return {
    ...(kind && { type: kind }),
    ...(description && { description }),
    ...(licensePlate && { licensePlate }),
    ...(color && { color }),
  };
}
