import type { Reader } from '../../platform/db/reader.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { loadPerson, loadVerifiedPerson, lockPeople } from '../../platform/people/access.ts';
import { doSetEmail } from '../../platform/people/actions.ts';
import { checkPassword } from '../../platform/people/passwords.ts';
import type { Person } from '../../platform/people/person.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import { PageProblem } from '../http/error-pages.ts';
import { EMPTY, type Filled } from '../http/fields.ts';
import { verbatim } from '../http/form.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { ownPasswordInput } from '../http/password-field.ts';
import { doJoinPeople } from '../session/join-people.ts';
import { isOwnAddress } from './own-addresses.ts';

/**
 * The page behind the link that proves an address. Where somebody else of the organization has proven it, both are one
 * person: who joins them shows the passwords of both.
 */
export const verifyAddress = page({
  path: '/verify/:token',
  summary: 'Verify an e-mail address',
  access: 'anyone',
  form: { password: verbatim(1000), otherPassword: verbatim(1000) },
  async show(request) {
    const opened = await open(request);
    return opened ? form(request, opened, EMPTY) : goneLink(request.texts);
  },
  async submit(request, { password, otherPassword }) {
    const { services, texts, address, origin } = request;
    const opened = await open(request);
    if (!opened) return goneLink(texts);
    const { row, owner } = opened;
    if (owner) {
      const turn = { organizationId: row.organizationId, person: row.personId };
      const account = `${row.organizationId}/${row.personId}`;
      const wasRight = await services.guesses.begin({ api: 'session', account, address });
      // Both always: the time must not tell which one is wrong.
      const isOther = await checkPassword(services, turn, otherPassword, owner.passwordHash);
      const isOwn = await checkPassword(services, turn, password, opened.person.passwordHash);
      if (!isOther || !isOwn) {
        const problems = { password: texts.verify.wrongPasswords };
        return { ...form(request, opened, { values: {}, problems }), status: 400 };
      }
      await wasRight();
    }
    const isProven = await services.database.transaction((tx) => doProve(tx, opened), { origin });
    if (!isProven) return goneLink(texts);
    const { title, done } = texts.verify;
    return {
      title,
      body: html`<p class="done" role="status">${done({ email: row.address })}</p><div class="actions"><a class="button" href="/">${texts.notFound.home}</a></div>`,
    };
  },
});

interface Opened {
  row: NonNullable<Awaited<ReturnType<typeof accessPersonToken>>>;
  person: Person;
  /** Person who has proven the same address. */
  owner: Person | undefined;
}

async function open({ services, params, now, opens }: PageRequest): Promise<Opened | undefined> {
  const { reader } = services.database;
  const row = await accessPersonToken(reader, 'verify', params.token!, now);
  if (!row || !(await opens(row.organizationId))) return undefined;
  const person = await loadPerson(reader, row.organizationId, row.personId);
  if (!person || !(await isOwnAddress(reader.of(person.organizationId), person, row.address))) return undefined;
  return { row, person, owner: await ownerOf(reader.of(row.organizationId), row) };
}

/**
 * Makes the address the person's, or the person one with whoever has proven it. The link is used up by what it opens alone.
 * @returns false when the link opens nothing any more
 * @throws {PageProblem} 409 when the two cannot be made one
 */
async function doProve(tx: PlainTx, { row, owner, person: shown }: Opened): Promise<boolean> {
  const { organizationId, personId, address } = row;
  // Two who prove one address wait for each other here.
  await tx.position(organizationId);
  const people = await lockPeople(tx, organizationId, owner ? [personId, owner.id] : [personId]);
  const person = people.get(personId);
  if (
    !person ||
    !(await isOwnAddress(tx.of(person.organizationId), person, address)) ||
    !(await doUsePersonTokens(tx, row))
  )
    return false;
  const ownerNow = await ownerOf(tx.of(row.organizationId), row);
  const isAsShown =
    ownerNow?.id === owner?.id &&
    ownerNow?.passwordHash === owner?.passwordHash &&
    person.passwordHash === shown.passwordHash;
  const isJoined =
    isAsShown && (ownerNow === undefined || (await doJoinPeople(tx.of(ownerNow.organizationId), ownerNow, person)));
  if (!isJoined) throw new PageProblem(409, ({ verify }) => verify.cannotJoin);
  if (!ownerNow) await doSetEmail(tx, person, address, true);
  return true;
}

/** Returns another person who has proven the address of a link. */
async function ownerOf(
  reader: Reader,
  { organizationId, personId, address }: Opened['row'],
): Promise<Person | undefined> {
  const owner = await loadVerifiedPerson(reader, organizationId, address);
  return owner?.id === personId ? undefined : owner;
}

function form({ texts }: PageRequest, { row, owner }: Opened, filled: Filled): View {
  const { verify: words } = texts;
  const passwords = html`<p>${words.joinLead}</p>
${ownPasswordInput(filled, texts, { name: 'otherPassword', label: words.otherPassword, autocomplete: 'off' })}
${ownPasswordInput(filled, texts, { label: words.password })}`;
  const body = html`<p>${words.question({ email: row.address })}</p>
<form method="post">${owner && passwords}<div class="actions"><button>${words.button}</button></div></form>`;
  return { title: words.title, body };
}
