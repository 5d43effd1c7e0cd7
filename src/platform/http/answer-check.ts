import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

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
    const [first] = validator.Errors(answer);
    throw new Error(
      `the response of ${operation} does not match its declaration: ${first?.instancePath} ${first?.message}`,
    );
  };
}
