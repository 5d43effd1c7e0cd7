import { UrlTemplate } from '../../../rules/url-template.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { badRequest } from '../http/errors.ts';
import { isSafeHref } from '../markdown/links.ts';
import { doAddItems, doRemoveItems } from '../owned-lists/actions.ts';
import type { ItemOwner } from '../owned-lists/owned-list.ts';
import { type Playground, playgroundList } from './playground.ts';

/** @returns its ID @throws {ChatError} `BAD_REQUEST` */
export async function doAddPlayground(tx: Tx, caller: ItemOwner, given: Omit<Playground, 'id'>): Promise<number> {
  checkPlayground(given);
  const [added] = await doAddItems(tx, playgroundList, caller, [given]);
  audit(tx, caller, 'playground.created', added!, { language: { to: given.language } });
  return added!.id;
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function doRemovePlayground(tx: Tx, caller: ItemOwner, id: number): Promise<void> {
  const [removed] = await doRemoveItems(tx, playgroundList, caller, [id]);
  audit(tx, caller, 'playground.removed', removed!, { language: { from: removed!.language } });
}

function checkPlayground({ name, language, urlTemplate }: Omit<Playground, 'id'>): void {
  if (name === '') throw badRequest('name cannot be blank');
  if (!/^[a-zA-Z0-9_+./#() :,*'&-]{1,40}$/.test(language)) throw badRequest('Invalid characters in pygments language');
  const template = UrlTemplate.parse(urlTemplate);
  if (!template || !isSafeHref(template.expand({ code: '1' }))) throw badRequest('Invalid URL template.');
  if (!template.variables.includes('code'))
    throw badRequest('Missing the required variable "code" in the URL template');
  if (template.variables.length > 1) throw badRequest('"code" should be the only variable present in the URL template');
}

function audit(
  tx: Tx,
  { organizationId }: ItemOwner,
  action: 'playground.created' | 'playground.removed',
  { id, name }: Playground,
  details: { language: { from: string } | { to: string } },
): void {
  tx.audit({ organizationId, action, object: { kind: 'playground', id: String(id), name }, details });
}
