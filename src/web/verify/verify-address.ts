import type { Tx } from '../../platform/db/tx.ts';
import { loadPerson, loadVerifiedPerson, lockPerson } from '../../platform/people/access.ts';
import { doSetEmail } from '../../platform/people/actions.ts';
import { checkPassword } from '../../platform/people/passwords.ts';
import type { Person } from '../../platform/people/person.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import { EMPTY, type Filled, input } from '../http/fields.ts';
import { verbatim } from '../http/form.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { doJoinPeople } from '../session/join-people.ts';

/**
 * The page behind the link that proves an address. Where somebody else of the organization has proven it, both are one
 * person: who joins them shows the passwords of both.
 */
export const verifyAddress = page({
  path: '/verify/:token',
  summary: 'Prove an e-mail address',
  access: 'anyone',
  form: { password: verbatim(1000), otherPassword: verbatim(1000) },
  async show(request) {
    const opened = await open(request);
    return opened ? form(request, opened, EMPTY) : goneLink(request.texts);
  },
  async submit(request, { password, otherPassword }) {
    const { services, texts, address } = request;
    const opened = await open(request);
    if (!opened) return goneLink(texts);
    const { row, owner } = opened;
    const { organizationId, personId } = row;
    if (owner) {
      const account = `${organizationId}/${personId}`;
      const wasRight = await services.guesses.begin({ api: 'session', account, address });
      const areRight =
        (await checkPassword(services, otherPassword, owner.passwordHash)) &&
        (await checkPassword(services, password, opened.person.passwordHash));
      if (!areRight) {
        const problems = { '': undefined, password: texts.verify.wrongPasswords };
        return { ...form(request, opened, { values: {}, problems }), status: 400 };
      }
      await wasRight();
    }
    const isProven = await services.database.transaction(async (tx) => {
      const person = await lockPerson(tx, organizationId, personId);
      const isSame = person?.email?.toLowerCase() === row.email.toLowerCase();
      if (!person || !isSame || !(await doUsePersonTokens(tx, row))) return false;
      return owner ? joinOwner(tx, owner, person) : doSetEmail(tx, person, row.email, true).then(() => true);
    });
    if (!isProven) return goneLink(texts);
    const { title, done } = texts.verify;
    return {
      title,
      body: html`<p class="done" role="status">${done(row.email)}</p><div class="actions"><a class="button" href="/">${texts.notFound.home}</a></div>`,
    };
  },
});

interface Opened {
  row: NonNullable<Awaited<ReturnType<typeof accessPersonToken>>>;
  person: Person;
  /** Who has proven the same address. */
  owner: Person | undefined;
}

async function open({ services, params, now }: PageRequest): Promise<Opened | undefined> {
  const { reader } = services.database;
  const row = await accessPersonToken(reader, 'verify', params.token!, now);
  if (!row) return undefined;
  const person = await loadPerson(reader, row.organizationId, row.personId);
  if (!person) return undefined;
  const owner = await loadVerifiedPerson(reader, row.organizationId, row.email);
  return { row, person, owner: owner?.id === person.id ? undefined : owner };
}

async function joinOwner(tx: Tx, owner: Person, person: Person): Promise<boolean> {
  const now = await lockPerson(tx, owner.organizationId, owner.id);
  return now?.passwordHash === owner.passwordHash && (await doJoinPeople(tx, owner, person));
}

function form({ texts }: PageRequest, { row, owner }: Opened, filled: Filled): View {
  const { verify: words } = texts;
  const passwords = html`<p>${words.joinLead}</p>
${input(filled, { name: 'otherPassword', label: words.otherPassword, type: 'password', autocomplete: 'off', max: 1000 })}
${input(filled, { name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', max: 1000 })}`;
  const body = html`<p>${words.question(row.email)}</p>
<form method="post">${owner && passwords}<div class="actions"><button>${words.button}</button></div></form>`;
  return { title: words.title, body };
}
