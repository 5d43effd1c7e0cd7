import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FIELD_TYPES } from '../../rules/custom-fields.ts';
import { MAX_COMPLETION_NOTES } from '../../rules/limits.ts';
import { changedValues } from '../../src/dispatch/custom-fields/value.ts';
import { DispatchError } from '../../src/dispatch/http/errors.ts';
import { readBarcodes } from '../../src/dispatch/tasks/barcodes.ts';
import {
  checkRequirements,
  type DriverCompletionInput,
  readDriverCompletion,
} from '../../src/dispatch/tasks/completion.ts';
import type { TaskRow } from '../../src/dispatch/tasks/task-row.ts';
import type { ActionFile, Completion } from '../../web/store/driver/action.ts';
import { codeOf } from '../../web/store/driver/barcodes.ts';
import { type StopProof, withEarlier } from '../../web/store/driver/earlier.ts';
import type { DriverField } from '../../web/store/driver/fields.ts';
import { driverDayOf } from '../../web/store/driver/places.ts';
import { type AskedTask, gapsOf } from '../../web/store/driver/requirements.ts';
import type { ShownTask } from '../../web/store/driver/shown.ts';

/* Compares a phone's checks without a network with the server's later ones: the same cases run through both. */

interface Given {
  task: AskedTask;
  completion: Completion;
  photos: string[];
  signature: string | null;
  fields: DriverField[];
}

/** Whether the server would take it, by its own checks. */
function isTakenByServer({ task, completion, photos, signature, fields }: Given): boolean {
  const { required = [] } = task.barcodes ?? {};
  const row = { ...task, barcodes: readBarcodes(required), customFields: [] } as unknown as TaskRow;
  const input = { ...completion, photoUploadIds: photos, signatureUploadId: signature } as DriverCompletionInput;
  try {
    // Whether it is right only the server knows (docs/decisions/0091-pins.md): here any is.
    const isPinRight = Boolean(completion.pin?.trim());
    checkRequirements(row, { ...readDriverCompletion(input, { type: 'WORKER', id: 'w' }), isPinRight });
    changedValues(fields, [], input.customFields, row, 'worker');
    return true;
  } catch (error) {
    assert.ok(error instanceof DispatchError, String(error));
    return false;
  }
}

const isTakenHere = ({ task, completion, photos, signature, fields }: Given): boolean =>
  gapsOf(task, completion, { photos: photos.length, signatures: signature === null ? 0 : 1 }, fields).length === 0;

const none = { signature: false, photo: false, notes: false, minimumAge: 0, pin: false };
const plain: AskedTask = { requirements: none, scanOnlyRequiredBarcodes: false, pickupTask: false };
const given = (more: Partial<Given> & { asked?: Partial<AskedTask>; message?: Partial<Completion> }): Given => ({
  ...{ photos: [], signature: null, fields: [] },
  ...more,
  task: { ...plain, ...more.asked },
  completion: { success: true, ...more.message },
});

const field = (type: DriverField['type'], more: Partial<DriverField> = {}): DriverField => ({
  ...{ key: 'f', name: 'F', description: '', type, asArray: false, contexts: [] },
  ...{ visibility: ['admin', 'api', 'worker'], editability: ['worker'] },
  ...more,
});
const required = (conditions: DriverField['contexts'][number]['conditions'] = []) => ({
  contexts: [{ name: 'save', isRequired: true, conditions }],
});
const pickupsOnly = [{ fieldName: 'pickupTask', comparison: 'equal_to', targetValue: true } as const];
const valued = (one: DriverField, value: unknown, asked: Partial<AskedTask> = {}) =>
  given({ fields: [one], message: { customFields: [{ key: 'f', value }] }, asked });

const asks = {
  barcodes: {
    required: [
      { data: btoa('A'), blockCompletion: true },
      { data: btoa('B'), blockCompletion: false },
    ],
    captured: [],
  },
};

const asksForAny = { barcodes: { required: [{ blockCompletion: true }], captured: [] } };

/** Each with what both must say of it. */
const CASES: Record<string, [Given, boolean]> = {
  'nothing is asked': [given({}), true],
  'a signature is missing': [given({ asked: { requirements: { ...none, signature: true } } }), false],
  'a signature is there': [given({ asked: { requirements: { ...none, signature: true } }, signature: 's' }), true],
  'a photo is missing': [given({ asked: { requirements: { ...none, photo: true } }, signature: 's' }), false],
  'a photo is there': [given({ asked: { requirements: { ...none, photo: true } }, photos: ['p'] }), true],
  'blank notes': [given({ asked: { requirements: { ...none, notes: true } }, message: { notes: ' \n' } }), false],
  notes: [given({ asked: { requirements: { ...none, notes: true } }, message: { notes: 'left' } }), true],
  'too young': [given({ asked: { requirements: { ...none, minimumAge: 18 } }, message: { verifiedAge: 17.9 } }), false],
  'a blank PIN': [given({ asked: { requirements: { ...none, pin: true } }, message: { pin: ' ' } }), false],
  'a PIN': [given({ asked: { requirements: { ...none, pin: true } }, message: { pin: '1234' } }), true],
  'no age': [given({ asked: { requirements: { ...none, minimumAge: 18 } } }), false],
  'old enough': [given({ asked: { requirements: { ...none, minimumAge: 18 } }, message: { verifiedAge: 18 } }), true],
  'a failure needs no proof': [
    given({ asked: { requirements: { ...none, photo: true } }, message: { success: false } }),
    true,
  ],
  'the barcode that blocks is missing': [given({ asked: asks, message: { barcodes: ['B'] } }), false],
  'the barcode that does not is': [given({ asked: asks, message: { barcodes: ['A'] } }), true],
  'one that nobody asked for': [given({ asked: asks, message: { barcodes: ['A', 'X'] } }), true],
  'one where only those asked for are scanned': [
    given({ asked: { ...asks, scanOnlyRequiredBarcodes: true }, message: { barcodes: ['A', 'X'] } }),
    false,
  ],
  'any barcode will do, and there is none': [given({ asked: asksForAny }), false],
  'any barcode will do': [given({ asked: asksForAny, message: { barcodes: ['X'] } }), true],
  'any barcode will do where only those asked for are scanned': [
    given({ asked: { ...asksForAny, scanOnlyRequiredBarcodes: true }, message: { barcodes: ['X'] } }),
    true,
  ],
  'one of a failure, too': [
    given({ asked: { ...asks, scanOnlyRequiredBarcodes: true }, message: { success: false, barcodes: ['X'] } }),
    false,
  ],
  'a line': [valued(field('single_line_text_field'), 'one'), true],
  'a line of two': [valued(field('single_line_text_field'), 'one\ntwo'), false],
  'a long line': [valued(field('single_line_text_field'), 'x'.repeat(1001)), false],
  'a text of two lines': [valued(field('multi_line_text_field'), 'one\ntwo'), true],
  'a number as text': [valued(field('integer'), '3'), false],
  'half a number': [valued(field('integer'), 3.5), false],
  'a decimal': [valued(field('decimal'), 3.5), true],
  'a date': [valued(field('date'), '2026-11-22'), true],
  'a date that is none': [valued(field('date'), '2026-13-45'), false],
  'a date out of all time': [valued(field('date'), 9e15), false],
  'an address': [valued(field('url'), 'https://couriers.example/a'), true],
  'an address of a script': [valued(field('url'), 'javascript:alert(1)'), false],
  'a list': [valued(field('integer', { asArray: true }), [1, 2]), true],
  'a list of texts': [valued(field('integer', { asArray: true }), [1, '2']), false],
  'a field that is not the worker’s': [valued(field('integer', { editability: ['api'] }), 1), false],
  'a required one emptied': [valued(field('single_line_text_field', required()), ''), false],
  'a required one taken away': [valued(field('single_line_text_field', required()), null), false],
  'a required yes that is no': [valued(field('boolean', required()), false), false],
  'required of pickups, at a drop-off': [valued(field('single_line_text_field', required(pickupsOnly)), ''), true],
  'required of pickups, at one': [
    valued(field('single_line_text_field', required(pickupsOnly)), '', { pickupTask: true }),
    false,
  ],
  'a field that was not touched': [given({ fields: [field('integer', required())] }), true],
  'a key that is no field’s': [given({ message: { customFields: [{ key: 'x', value: 1 }] } }), true],
};

describe('what a driver’s phone accepts is what the server accepts', () => {
  for (const [name, [asked, isTaken]] of Object.entries(CASES))
    test(name, () => assert.deepEqual([isTakenHere(asked), isTakenByServer(asked)], [isTaken, isTaken]));

  test('of whatever comes', () => {
    const data = fc.constantFrom('A', 'B', 'C');
    const values = fc.oneof(
      fc.constantFrom(null, undefined, '', 'text', 'a\nb', 'https://a.example', '2026-11-22', 'http://', true, false),
      fc.double(),
      fc.integer(),
      fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 3 }),
    );
    const fields = fc.uniqueArray(
      fc.record({
        key: fc.constantFrom('f', 'g', 'h'),
        type: fc.constantFrom(...FIELD_TYPES),
        asArray: fc.boolean(),
        editability: fc.constantFrom<DriverField['editability']>(['worker'], ['api', 'worker'], ['api']),
        contexts: fc.constantFrom([], required().contexts, required(pickupsOnly).contexts),
      }),
      { selector: ({ key }) => key },
    );
    const cases = fc.record({
      task: fc.record({
        requirements: fc.record({
          signature: fc.boolean(),
          photo: fc.boolean(),
          notes: fc.boolean(),
          minimumAge: fc.constantFrom(0, 18),
          pin: fc.boolean(),
        }),
        barcodes: fc.record({
          required: fc.uniqueArray(
            fc.record({ data: data.map(btoa), blockCompletion: fc.boolean() }, { requiredKeys: ['blockCompletion'] }),
            { selector: (one) => one.data },
          ),
          captured: fc.constant<never[]>([]),
        }),
        scanOnlyRequiredBarcodes: fc.boolean(),
        pickupTask: fc.boolean(),
      }),
      completion: fc.record(
        {
          success: fc.boolean(),
          notes: fc.constantFrom('', ' ', 'left'),
          barcodes: fc.array(data, { maxLength: 3 }),
          verifiedAge: fc.constantFrom(0, 17, 18, 40),
          pin: fc.constantFrom('', ' ', '1234'),
          customFields: fc.array(fc.record({ key: fc.constantFrom('f', 'g', 'x'), value: values }), { maxLength: 3 }),
        },
        { requiredKeys: ['success'] },
      ),
      photos: fc.constantFrom<string[]>([], ['p']),
      signature: fc.constantFrom(null, 's'),
      fields: fields.map((all) => all.map((one) => ({ ...field(one.type), ...one }))),
    });
    fc.assert(
      fc.property(cases, (asked) => isTakenHere(asked) === isTakenByServer(asked)),
      { numRuns: 3000 },
    );
  });
});

describe('a driver’s day', () => {
  const stop = (id: string, lon: number, state: ShownTask['state'] = 'open', apartment = '') =>
    ({
      task: { id, destination: { location: [lon, 1], address: { apartment } } },
      state,
      actions: [],
    }) as unknown as ShownTask;
  const ids = (tasks: readonly ShownTask[]) => tasks.map(({ task }) => task.id).join('');
  const day = (...tasks: ShownTask[]) => {
    const { here, later, done } = driverDayOf(tasks);
    return [ids(here), ids(later), ids(done)];
  };

  test('begins with what is under way, and with it what follows at the same door', () => {
    assert.deepEqual(day(), ['', '', '']);
    assert.deepEqual(day(stop('a', 1), stop('b', 1), stop('c', 2), stop('d', 1)), ['ab', 'cd', '']);
    assert.deepEqual(day(stop('a', 1), stop('b', 2, 'active'), stop('c', 2)), ['b', 'ac', '']);
    assert.deepEqual(day(stop('a', 1, 'done'), stop('b', 1), stop('c', 1, 'open', '4')), ['b', 'c', 'a']);
  });
});

test('what is in a code is read from base64 as Node reads it; what is none stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (code) => {
      assert.equal(codeOf(Buffer.from(code).toString('base64')), Buffer.from(code).toString('utf8'));
    }),
  );
  for (const code of ['PARCEL 17', '012345678905']) assert.equal(codeOf(code), code);
});

describe('a task that is finished in one go with others keeps what was filled in of it before', () => {
  const picture = (id: string, kind: ActionFile['kind'] = 'photo'): ActionFile => ({ id, kind, size: 1 });
  const nothing: StopProof = { notes: '', photos: [], signature: null, barcodes: [], verifiedAge: null, fields: {} };
  const asking = (...codes: string[]): AskedTask => ({
    ...plain,
    barcodes: { required: codes.map((code) => ({ data: btoa(code), blockCompletion: true })), captured: [] },
  });
  const field = (key: string, type: DriverField['type']): DriverField =>
    ({ key, name: key, type, asArray: false, editability: ['worker'], contexts: [] }) as unknown as DriverField;
  const finished = (
    earlier: Partial<StopProof>,
    message: Partial<Completion> = {},
    files: ActionFile[] = [],
    task = plain,
  ) =>
    withEarlier(
      { completion: { success: true, ...message }, files },
      { ...nothing, ...earlier },
      {
        task,
        together: [asking('of the first'), task],
        fields: [field('crates', 'integer'), field('gate', 'boolean')],
      },
    );

  test('its notes, beside those of all; as much of them as there is room for', () => {
    assert.equal(finished({ notes: 'Dog!' }, { notes: 'At the gate' }).completion.notes, 'Dog!\nAt the gate');
    assert.equal(finished({ notes: 'Dog!' }).completion.notes, 'Dog!');
    assert.equal(finished({ notes: 'At the gate ' }, { notes: 'At the gate' }).completion.notes, 'At the gate');
    const long = finished({ notes: 'x'.repeat(MAX_COMPLETION_NOTES) }, { notes: 'At the gate' }).completion.notes!;
    assert.equal(long.length, MAX_COMPLETION_NOTES);
    assert.ok(long.endsWith('x\nAt the gate'));
    for (const notes of ['🚪'.repeat(MAX_COMPLETION_NOTES), `x${'🚪'.repeat(MAX_COMPLETION_NOTES)}`])
      assert.ok(finished({ notes }, { notes: 'At the gate' }).completion.notes!.isWellFormed());
    assert.equal(
      finished({ notes: 'Dog!' }, { notes: 'y'.repeat(MAX_COMPLETION_NOTES) }).completion.notes,
      'y'.repeat(MAX_COMPLETION_NOTES),
    );
  });

  test('its codes, without those that another one asks for, or that it does not take', () => {
    const barcodes = ['own', 'of the first', 'strange', 'own'];
    const own = asking('own', 'now');
    assert.deepEqual(finished({ barcodes }, { barcodes: ['now'] }, [], own).completion.barcodes, [
      'now',
      'own',
      'strange',
    ]);
    assert.ok(!('scans' in finished({ barcodes }, {}, [], own).completion));
    const many = Array.from({ length: 1001 }, (_, n) => `code ${n}`);
    assert.deepEqual(finished({ barcodes: many }).completion.barcodes, many.slice(0, 1000));
    const closed = { ...own, scanOnlyRequiredBarcodes: true };
    assert.deepEqual(finished({ barcodes }, { barcodes: ['now'] }, [], closed).completion.barcodes, ['now', 'own']);
  });

  test('the age that was seen, and fields that nothing else was said of and that the server takes', () => {
    const { completion } = finished(
      { verifiedAge: 21, fields: { crates: 'two', gate: true } },
      { verifiedAge: 18, customFields: [{ key: 'other', value: 1 }] },
    );
    assert.equal(completion.verifiedAge, 21);
    assert.deepEqual(completion.customFields, [
      { key: 'gate', value: true },
      { key: 'other', value: 1 },
    ]);
    const message = finished({ fields: { crates: 1 } }, { customFields: [{ key: 'crates', value: 2 }] }).completion;
    assert.deepEqual(message.customFields, [{ key: 'crates', value: 2 }]);
    assert.ok(!('verifiedAge' in message));
  });

  test('its pictures as far as there is room; of signatures the one that was just made', () => {
    const photos = Array.from({ length: 50 }, (_, n) => picture(`p${n}`));
    const now = [picture('new'), picture('signed', 'signature')];
    const { files, leftOut } = finished({ photos, signature: picture('before', 'signature') }, {}, now);
    assert.deepEqual(files, [...photos.slice(0, 49), ...now]);
    assert.deepEqual(
      leftOut.map(({ id }) => id),
      ['p49', 'before'],
    );
    assert.deepEqual(finished({ signature: picture('before', 'signature') }).files, [picture('before', 'signature')]);
  });
});
