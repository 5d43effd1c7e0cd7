import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { UrlTemplate } from '../linkifiers/url-template.ts';
import { isSafeHref } from '../markdown/links.ts';
import { presentedPlaygrounds } from './access.ts';
import type { PlaygroundRow } from './playground.ts';
import { deletePlayground, insertPlayground, loadPlaygrounds } from './queries.ts';

/** Playgrounds of one organization: every client gets all. */
const MAX_PLAYGROUNDS = 200;

/** @returns its ID @throws {ChatError} `BAD_REQUEST` */
export async function doAddPlayground(
  tx: Tx,
  organizationId: string,
  given: Omit<PlaygroundRow, 'id'>,
): Promise<number> {
  checkPlayground(given);
  // Two at once are added one after the other.
  await tx.position(organizationId);
  const existing = await loadPlaygrounds(tx, organizationId);
  if (existing.some(({ name, language }) => name === given.name && language === given.language))
    throw badRequest('Realm playground with this Realm, Pygments language and Name already exists.');
  if (existing.length >= MAX_PLAYGROUNDS) throw badRequest(`Too many playgrounds (limit: ${MAX_PLAYGROUNDS})`);
  const id = await insertPlayground(tx, organizationId, given);
  const object = { kind: 'playground', id: String(id), name: given.name };
  tx.audit({ organizationId, action: 'playground.created', object, details: { language: { to: given.language } } });
  await emitPlaygrounds(tx, organizationId);
  return id;
}

function checkPlayground({ name, language, urlTemplate }: Omit<PlaygroundRow, 'id'>): void {
  if (name === '') throw badRequest('name cannot be blank');
  if (!/^[a-zA-Z0-9_+./#() :,*'&-]{1,40}$/.test(language)) throw badRequest('Invalid characters in pygments language');
  const template = UrlTemplate.parse(urlTemplate);
  if (!template || !isSafeHref(template.expand({ code: '1' }))) throw badRequest('Invalid URL template.');
  if (!template.variables.includes('code'))
    throw badRequest('Missing the required variable "code" in the URL template');
  if (template.variables.length > 1) throw badRequest('"code" should be the only variable present in the URL template');
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function doRemovePlayground(tx: Tx, organizationId: string, id: number): Promise<void> {
  await tx.position(organizationId);
  const old = (await loadPlaygrounds(tx, organizationId)).find((each) => each.id === id);
  if (!old || !(await deletePlayground(tx, organizationId, id))) throw badRequest('Invalid playground');
  tx.audit({
    organizationId,
    action: 'playground.removed',
    object: { kind: 'playground', id: String(id), name: old.name },
    details: { language: { from: old.language } },
  });
  await emitPlaygrounds(tx, organizationId);
}

async function emitPlaygrounds(tx: Tx, organizationId: string): Promise<void> {
  const realm_playgrounds = await presentedPlaygrounds(tx, organizationId);
  emitChatEvent(
    tx,
    organizationId,
    ['organization'],
    { type: 'realm_playgrounds', realm_playgrounds },
    { state: false },
  );
}
