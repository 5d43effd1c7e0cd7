import type { HubProblem } from '../../../rules/hub-lines.ts';
import type { RecipientProblem } from '../../../rules/recipient-lines.ts';
import type { RowFault } from '../../../rules/table-file.ts';
import type { LineProblem } from '../../../rules/task-lines.ts';
import type { WorkerProblem } from '../../../rules/worker-lines.ts';

type Kind =
  | (LineProblem | RecipientProblem | WorkerProblem | HubProblem)['kind']
  | RowFault
  | 'repeated'
  | 'repeatedHub';

/** Sentences about what is wrong with a line, in the language of commands. */
const SENTENCES: Readonly<Record<Kind, string>> = {
  noPlace: 'An address is missing.',
  phone: 'The phone number is missing. Recipients are identified by it.',
  name: 'The name is missing.',
  hubName: 'The name is missing. Hubs are identified by it.',
  workerPhone: 'The phone number is missing. Workers are identified by it.',
  vehicle: '“{text}” is not a kind of vehicle. Give car, motorcycle, bicycle, truck or none.',
  noVehicle: 'The vehicle is “none”, but “{text}” says something about it.',
  time: '“{text}” is not a time.',
  noSuchTime: '{text} does not exist on that day, because the clocks go forward.',
  order: '“Not after” is earlier than “Not before”.',
  number: '“{text}” is not a number.',
  position: '“{text}” is not a position. Give latitude and longitude.',
  yesNo: '“{text}” is neither yes nor no.',
  worker: 'No worker is called “{text}”.',
  workers: 'Several workers are called “{text}”. Give the phone number instead.',
  team: 'No team is called “{text}”.',
  teams: 'Several teams are called “{text}”.',
  both: 'A task has either a worker or a team, not both.',
  language: '“{text}” is not a language. Give two letters, such as “en” or “de”.',
  repeated: 'Line {text} has the same phone number and says something else.',
  repeatedHub: 'Line {text} has the same name and says something else.',
  quotes: 'A quotation mark is missing its partner.',
  moreCells: 'This line has more cells than the line of headings.',
  unstorable: 'This line has a character that cannot be stored. Enter the text again.',
};

/** Returns the sentence about a problem. @param text as it stands in the file */
export function problemSentence(kind: Kind, text = ''): string {
  return SENTENCES[kind].replace('{text}', () => text);
}
