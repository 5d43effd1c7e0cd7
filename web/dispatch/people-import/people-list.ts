import type { CheckRecipientsAnswer, CheckWorkersAnswer } from '../../store/wire/dispatch.ts';

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

/** Answer to a batch of people or to its check. */
export type ListedPeopleAnswer =
  | Pick<CheckRecipientsAnswer, 'results'>
  | Pick<CheckWorkersAnswer, 'results' | 'newTeams'>;

/** A person as a line of a list has them. */
interface Person {
  name: string;
  phone: string;
}

/** A kind of list whose lines are people, who are recognised by their phone numbers. */
export interface ListOfPeople<Meaning extends string> {
  words: ListWords;
  /** Heading of the column with the people. */
  person: string;
  meanings: readonly { value: Meaning; name: string }[];
  guess(headings: readonly string[], remembered: Readonly<Record<string, string>>): (Meaning | '')[];
  /** Reads a line. @returns the person, and sentences about what is wrong with the line */
  read(cells: readonly string[], meanings: readonly (Meaning | '')[]): { person: Person; problems: string[] };
  /** Path of the operation that writes a batch; its check is below it. */
  path: string;
  /** Member of the body that has the people, and prefix of remembered headings: no heading has a colon. */
  member: 'recipients' | 'workers';
  /** Lines that the server looks at in one request. */
  checkedAtOnce: number;
  /** Name of a field that changes. */
  nameOfField(field: string): string;
  /** Sentence about what else would be created; undefined if nothing would. */
  besides?(answers: readonly ListedPeopleAnswer[]): string | undefined;
}

/** A line of the file and its outcome. */
export interface CheckedPerson {
  /** As an editor counts. */
  number: number;
  cells: readonly string[];
  person: Person;
  problems: readonly string[];
  /** Number in E.164 form; undefined if it was not checked or is not valid. */
  phone: string | undefined;
  outcome: Outcome;
  changes: readonly string[];
}

/** All lines of a file. */
export interface CheckedList {
  lines: CheckedPerson[];
  /** Columns of the file. */
  headings: readonly string[];
  besides: string | undefined;
}
