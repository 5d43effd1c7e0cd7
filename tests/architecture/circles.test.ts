import { describe, test } from 'node:test';
import { assertHolds, assertRefuses, read } from './holds.ts';
import { noCircleOfFiles, noCircleOfFolders, noCircleOfSlices } from './rules.ts';

/** Every line of `wrong` lies on a circle that the rule finds, and none of `right`. */
const CASES = [
  {
    rule: noCircleOfFiles,
    what: 'a long one, of types too',
    right: ['chat/a/two.ts → chat/b/leaf.ts', 'chat/b/root.ts → chat/a/one.ts'],
    wrong: ['chat/a/one.ts → chat/a/two.ts', 'chat/a/two.ts → chat/b/three.ts', 'chat/b/three.ts → chat/a/one.ts'],
  },
  ...['chat', 'dispatch', 'platform'].map((part) => ({
    rule: noCircleOfFolders,
    what: `in ${part}, though no file reaches itself`,
    right: [],
    wrong: [`${part}/a/access.ts → ${part}/b/model.ts`, `${part}/b/access.ts → ${part}/a/model.ts`],
  })),
  {
    rule: noCircleOfFolders,
    what: 'between two rooms of one folder',
    right: [],
    wrong: ['chat/a/one/step.ts → chat/a/two/model.ts', 'chat/a/two/step.ts → chat/a/one/model.ts'],
  },
  {
    rule: noCircleOfFolders,
    what: 'none is made by operations or jobs, by a room and its folder, or by files beside the folders',
    right: [
      'operation chat/a/get-a.ts → chat/b/access.ts',
      'job chat/a/a-job.ts → chat/b/actions.ts',
      'chat/b/access.ts → chat/a/access.ts',
      'chat/a/room/step.ts → chat/a/model.ts',
      'chat/a/access.ts → chat/a/room/step.ts',
      'platform/core.ts → platform/db/database.ts',
      'platform/db/database.ts → platform/clock.ts',
    ],
    wrong: [],
  },
  {
    rule: noCircleOfSlices,
    what: 'by way of a room',
    right: [
      'chat/a/access.ts → platform/db/database.ts',
      'operation dispatch/b/get-b.ts → dispatch/c/access.ts',
      'dispatch/c/access.ts → dispatch/b/model.ts',
    ],
    wrong: ['chat', 'dispatch', 'platform'].flatMap((part) => [
      `${part}/a/access.ts → ${part}/b/model.ts`,
      `${part}/b/room/step.ts → ${part}/a/model.ts`,
    ]),
  },
];

for (const rule of [noCircleOfFiles, noCircleOfFolders, noCircleOfSlices]) {
  describe(rule.name, () => {
    test('holds in the sources', () => assertHolds(rule));
    for (const { what, right, wrong } of CASES.filter((one) => one.rule === rule))
      test(`finds made-up circles: ${what}`, () => assertRefuses(rule, [...right, ...wrong].map(read), wrong));
  });
}
