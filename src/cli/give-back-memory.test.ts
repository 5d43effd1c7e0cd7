import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveBackMemory } from './give-back-memory.ts';

test('what was taken and left behind is given back at once', () => {
  const before = process.memoryUsage().heapUsed;
  let taken: string[] | undefined = Array.from({ length: 500_000 }, (_, index) => `left behind ${index}`);
  const withIt = process.memoryUsage().heapUsed;
  assert.ok(taken.length > 0 && withIt > before + 8e6, 'the heap grew');
  taken = undefined;
  giveBackMemory();
  assert.ok(process.memoryUsage().heapUsed < withIt - 8e6, 'the heap is as it was');
});
