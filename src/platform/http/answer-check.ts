import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { constantOf, discriminatorOf, membersOf } from './discriminated.ts';

/**
 * Makes the check of an operation's answers against its declaration. The schema is compiled at the first answer: a test
 * server meets few of its operations.
 * @throws (the check) what does not fit; it is the program's mistake, so the client gets a 500
 */
export function answerCheck(operation: string | undefined, schema: () => TSchema): (json: string) => void {
  let validator: Validator | undefined;
  return (json) => {
    validator ??= Compile(schema());
    const answer: unknown = JSON.parse(json);
    if (validator.Check(answer)) return;
    throw new Error(`the response of ${operation} does not match its declaration: ${mismatch(schema(), answer)}`);
  };
}

/**
 * Makes the check of the frames of a stream of Server-Sent Events against the schemas of its events, by their names.
 * @throws (the check) as that of an answer; also for an event without a schema
 */
export function streamCheck(
  operation: string | undefined,
  events: Readonly<Record<string, TSchema>>,
): (frames: string) => void {
  const checks = new Map<string, (json: string) => void>();
  return (frames) => {
    for (const frame of frames.split('\n\n')) {
      // Not by an expression over lines: for those U+2028 in a text ends one.
      const lines = frame.split('\n');
      const fieldOf = (field: string) => lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
      const data = fieldOf('data');
      if (data === undefined) continue;
      const name = fieldOf('event') ?? 'message';
      const schema = events[name];
      if (!schema) throw new Error(`the stream of ${operation} does not declare its event ${name}`);
      const check = checks.get(name) ?? answerCheck(`${operation} (${name})`, () => schema);
      checks.set(name, check);
      check(data);
    }
  };
}

/** First mismatch of a value, within the one form of a union that the value says it has. */
function mismatch(schema: TSchema, value: unknown, at = ''): string {
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  const property = discriminatorOf(schema);
  if (property !== undefined) {
    const given = (value as Record<string, unknown> | undefined)?.[property];
    const member = membersOf(schema).find((each) => constantOf(each, property) === given);
    return member ? mismatch(member, value, at) : `${at}/${property} ${JSON.stringify(given)} is of no form`;
  }
  if (Array.isArray(value) && items && !Array.isArray(items)) {
    const index = value.findIndex((each) => !Compile(items).Check(each));
    if (index >= 0) return mismatch(items, value[index], `${at}/${index}`);
  }
  for (const [name, of] of Object.entries(properties)) {
    const member = (value as Record<string, unknown> | null)?.[name];
    if (member !== undefined && !Compile(of).Check(member)) return mismatch(of, member, `${at}/${name}`);
  }
  const [first] = Compile(schema).Errors(value);
  return `${at}${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
}
