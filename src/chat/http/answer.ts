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

/** Members of every success body; named, so that documents have each once. */
export const SuccessResult = Type.Enum(['success'], { description: 'Always `success`.' });
export const SuccessText = Type.Enum([''], { description: 'Always empty.' });
export const UnsupportedParameters = Type.Array(Type.String(), {
  description: 'Names of parameters that the request had and this operation does not know. Absent if there are none.',
});

/** Schema of the whole success body: nothing but what is declared. */
export function answerSchema(operation: Pick<ChatOperation, 'answer' | 'optionalAnswer'>): TObject {
  const optionalFields = new Set<string>(operation.optionalAnswer ?? []);
  return Type.Object(
    {
      result: SuccessResult,
      msg: SuccessText,
      ...Object.fromEntries(
        Object.entries(operation.answer).map(([name, schema]) => [
          name,
          optionalFields.has(name) ? Type.Optional(schema as TObject) : schema,
        ]),
      ),
      ignored_parameters_unsupported: Type.Optional(UnsupportedParameters),
    },
    { additionalProperties: false },
  );
}
