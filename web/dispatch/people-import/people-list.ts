import type { CheckHubsAnswer, CheckRecipientsAnswer, CheckWorkersAnswer } from '../../store/wire/dispatch.ts';

type Counted = (values: { count: number }) => string;

/** Words that differ between lists. */
interface ListWords extends Record<'title' | 'preview' | 'what' | 'isNew' | 'onlyNew', string> {
  created: Counted;
  changed: Counted;
  unchanged: Counted;
  bad: Counted;
  save: Counted;
  saving(values: { done: number; count: number }): string;
  stopped(values: { done: number; count: number }): string;
  saved(values: { created: number; changed: number }): string;
}

/** Outcome of a line, as the server says. */
type Outcome = CheckRecipientsAnswer['results'][number]['outcome'];

/** Answer to a batch of a kind of list or to its check. */
export type ListedPeopleAnswer =
  | Pick<CheckRecipientsAnswer, 'results'>
  | Pick<CheckWorkersAnswer, 'results' | 'newTeams'>
  | Pick<CheckHubsAnswer, 'results'>;

/** A person, or a hub, as a line of a list has them. */
interface LineSubject {
  name: string;
  phone?: string;
}

/** The server's result for a line. */
type LineResult = ListedPeopleAnswer['results'][number];

/** A kind of list whose lines are people, who are recognised by their phone numbers, or hubs. */
export interface ListOfPeople<Meaning extends string> {
  words: ListWords;
  /** Heading of the column with the people. */
  person: string;
  meanings: readonly { value: Meaning; name: string }[];
  guess(headings: readonly string[], remembered: Readonly<Record<string, string>>): (Meaning | '')[];
  /** Reads a line. @returns the person, and sentences about what is wrong with the line */
  read(cells: readonly string[], meanings: readonly (Meaning | '')[]): { person: LineSubject; problems: string[] };
  /** Path of the operation that writes a batch; its check is below it. */
  path: string;
  /** Member of the body that has the people, and prefix of remembered headings: no heading has a colon. */
  member: 'recipients' | 'workers' | 'hubs';
  /** Lines that the server looks at in one request. */
  checkedAtOnce: number;
  /** Returns what the check of a later part needs of a line that would be written. */
  earlierOf?(subject: LineSubject): object;
  /** Lines that the server writes in one request. */
  sentAtOnce: number;
  /** Words by which one knows the subject beside its name. Without them, it is the phone number. */
  detailOf?(subject: LineSubject): string;
  /** Name of a field that changes. */
  nameOfField(field: string): string;
  /** Sentence about what else would be created; undefined if nothing would. */
  besides?(answers: readonly ListedPeopleAnswer[]): string | undefined;
  /** Returns the identity of a line's subject. Without it, the phone number of the result is the identity. */
  keyOf?(subject: LineSubject): string;
  /** Sentence about a line that says something else than a line above about the same one; about phone numbers if absent. */
  repeated?(values: { line: number }): string;
  /** Returns a note about a line that is shown beside its changes. */
  noteOf?(result: LineResult): string | undefined;
  /** A value for the lines that have none. */
  rest?: { label: string; none: string; values: readonly string[]; choose(value: string): void };
}

/** A line of the file and its outcome. */
export interface CheckedPerson {
  /** As an editor counts. */
  number: number;
  cells: readonly string[];
  person: LineSubject;
  problems: readonly string[];
  /** Identity of its subject, such as a number in E.164 form; undefined if it was not checked or is not valid. */
  key: string | undefined;
  outcome: Outcome;
  changes: readonly string[];
  note: string | undefined;
}

/** All lines of a file. */
export interface CheckedList {
  lines: CheckedPerson[];
  /** Columns of the file. */
  headings: readonly string[];
  besides: string | undefined;
}
