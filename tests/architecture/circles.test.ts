import { describe, test } from 'node:test';
import { assertHolds, assertRefuses } from './holds.ts';
import { noCircleOfFiles, noCircleOfFolders } from './rules.ts';

describe('no circle of files', () => {
  test('stands in the sources', () => assertHolds(noCircleOfFiles));

  test('is overlooked, long ones and those of types included', () => {
    assertRefuses(
      noCircleOfFiles,
      [
        { from: 'chat/a/one.ts', to: 'chat/a/two.ts' },
        { from: 'chat/a/two.ts', to: 'chat/b/three.ts' },
        { from: 'chat/b/three.ts', to: 'chat/a/one.ts' },
        { from: 'chat/a/two.ts', to: 'chat/b/leaf.ts' },
        { from: 'chat/b/root.ts', to: 'chat/a/one.ts' },
      ],
      ['chat/a/one.ts → chat/a/two.ts', 'chat/a/two.ts → chat/b/three.ts', 'chat/b/three.ts → chat/a/one.ts'],
    );
  });
});

describe('no circle of folders', () => {
  test('stands in the sources', () => assertHolds(noCircleOfFolders));

  test('is overlooked in any part, though no file reaches itself', () => {
    for (const part of ['chat', 'dispatch', 'platform'])
      assertRefuses(
        noCircleOfFolders,
        [
          { from: `${part}/a/access.ts`, to: `${part}/b/model.ts` },
          { from: `${part}/b/access.ts`, to: `${part}/a/model.ts` },
        ],
        [`${part}/a/access.ts → ${part}/b/model.ts`, `${part}/b/access.ts → ${part}/a/model.ts`],
      );
  });

  test('is made by operations, by a room and its folder, or by files beside the folders', () => {
    assertRefuses(
      noCircleOfFolders,
      [
        { from: 'chat/a/get-a.ts', to: 'chat/b/access.ts', fromOperation: true },
        { from: 'chat/b/access.ts', to: 'chat/a/access.ts' },
        { from: 'chat/a/room/step.ts', to: 'chat/a/model.ts' },
        { from: 'chat/a/access.ts', to: 'chat/a/room/step.ts' },
        { from: 'platform/core.ts', to: 'platform/db/database.ts' },
        { from: 'platform/db/database.ts', to: 'platform/clock.ts' },
      ],
      [],
    );
  });

  test('is overlooked between two rooms of one folder', () => {
    assertRefuses(
      noCircleOfFolders,
      [
        { from: 'chat/a/one/step.ts', to: 'chat/a/two/model.ts' },
        { from: 'chat/a/two/step.ts', to: 'chat/a/one/model.ts' },
      ],
      ['chat/a/one/step.ts → chat/a/two/model.ts', 'chat/a/two/step.ts → chat/a/one/model.ts'],
    );
  });
});
