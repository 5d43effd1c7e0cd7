import { type TObject, Type } from 'typebox';
import { membersText } from '../../platform/http/json-object-text.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import type { ChatOperation } from './operation.ts';

/**
 * The success body: `{"result":"success","msg":"",…}`.
 * @param unsupported names of parameters that came and that the operation does not know
 */
export function successBody(answer: object | JsonText, unsupported: readonly string[]): string {
  // The head is not cut out of the whole object: a long text would be copied once more.
  const members = answer instanceof JsonText ? answer.members : membersText(answer);
  const head =
    unsupported.length > 0
      ? `{"result":"success","msg":"","ignored_parameters_unsupported":${JSON.stringify(unsupported)}`
      : '{"result":"success","msg":""';
  return members === '' ? `${head}}` : `${head},${members}}`;
}

/** Schema of the whole success body: nothing but what is declared. */
export function answerSchema(operation: Pick<ChatOperation, 'answer' | 'optionalAnswer'>): TObject {
  const optionalFields = new Set<string>(operation.optionalAnswer ?? []);
  return Type.Object(
    {
      result: Type.Literal('success'),
      msg: Type.Literal(''),
      ...Object.fromEntries(
        Object.entries(operation.answer).map(([name, schema]) => [
          name,
          optionalFields.has(name) ? Type.Optional(schema as TObject) : schema,
        ]),
      ),
      ignored_parameters_unsupported: Type.Optional(Type.Array(Type.String())),
    },
    { additionalProperties: false },
  );
}
