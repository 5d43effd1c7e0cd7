import { collectStatements, type WholeStatement } from './collect.ts';
import { type Compositions, composeStatements } from './compose.ts';
import { chat } from './examples/chat.ts';
import { dispatch } from './examples/dispatch.ts';
import { moves } from './examples/moves.ts';
import { narrows } from './examples/narrows.ts';
import { ownedLists } from './examples/owned-lists.ts';
import { platform } from './examples/platform.ts';

/** Every statement of the program: those that are whole in the source, and forms of those that are put together. */
export async function readStatements(root: string): Promise<Compositions> {
  const collected = collectStatements(root);
  const examples = [...chat, ...narrows, ...ownedLists, ...dispatch, ...platform, ...moves];
  const { statements, wrong } = await composeStatements(collected, examples);
  return { statements: [...collected.fixed, ...statements].sort(byPlace), wrong };
}

const byPlace = (a: WholeStatement, b: WholeStatement) => (a.file === b.file ? a.at - b.at : a.file < b.file ? -1 : 1);
