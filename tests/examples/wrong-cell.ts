import { addCell } from '../../src/cli/cells.ts';
import { TestDirectory } from '../harness/cells.ts';
import { knowLocalhosts } from '../harness/localhost.ts';
import type { Recorder } from './recorder.ts';

/** Records what a cell answers for a host of another cell. */
export async function callWrongCell(chat: Recorder, dispatch: Recorder): Promise<void> {
  knowLocalhosts();
  await using directory = await TestDirectory.start('http://localhost');
  await directory.command((given, host) => addCell(given, host, 'west'));
  await using east = await directory.cell('east');
  await east.services.cells!.look();
  const url = new URL(east.url);
  url.hostname = 'west.localhost';
  const wrong = { ...east, url: url.origin };
  await chat.as('', wrong).refuse('get-server-settings', {}, 'MISDIRECTED_REQUEST');
  await dispatch.as('', wrong).refuse('test-key', {}, 1403);
}
