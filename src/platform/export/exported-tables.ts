import { isOwned, type Table } from '../db/tables.ts';
import { leftOutOf } from './secret-columns.ts';

/** Tables with rows of an organization that do not belong to it: the program's own notes, and secrets. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'chat.bot_webhook_secrets': 'is secrets',
  'chat.message_search': 'is made of chat.messages',
  'chat.search_progress': 'is how far the search has come',
  'chat.search_stale': 'is how far the search has come',
  'dispatch.webhook_deliveries': 'is on its way',
  'dispatch.worker_changes': 'is what the program keeps for two hours',
  'platform.erasures': 'is sealed',
  'platform.event_log': 'says again, for up to 22 days, what other tables hold',
  'platform.idempotent_answers': 'is sealed',
  'platform.organization_imports': 'is how far an import has come',
  'platform.sealed_secrets': 'is secrets',
};

/** Returns why an organization's export has no rows of a table; undefined: it has them. */
export function whyLeftOut(table: Table): string | undefined {
  const { name } = table;
  return LEFT_OUT[name] ?? (isOwned(table) || name === 'platform.organizations' ? undefined : 'is of no organization');
}

/** Returns the columns that every exported row of a table has. */
export function exportedColumns(table: Table): string[] {
  const leftOut = new Set(['organization_id', ...leftOutOf(table)]);
  return table.columns.map(({ name }) => name).filter((name) => !leftOut.has(name));
}
