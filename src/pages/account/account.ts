import { initialsOf } from '../../../rules/initials.ts';
import { html } from '../http/html.ts';
import { page } from '../http/page.ts';
import { addressToProve } from '../verify/own-addresses.ts';
import { nameOf } from './own-names.ts';

/** Page with the actions for one's own account. */
export const account = page({
  path: '/account',
  summary: 'Show your account: address, password, second factor, devices',
  access: 'signed in',
  async show({ services, texts, visitor, query }) {
    const { account: words, navigation } = texts;
    const { person } = visitor;
    const noticeName = query.get('said') ?? '';
    const notice = Object.hasOwn(words.notices, noticeName) && words.notices[noticeName as keyof typeof words.notices];
    const isProven = person.emailVerifiedAt !== null;
    const toProve = await addressToProve(services.database.reader.of(person.organizationId), person);
    const name = await nameOf(services.database.reader.of(person.organizationId), visitor.accounts);
    const body = html`${notice && html`<p class="done" role="status">${notice}</p>`}
<p class="person" data-mark="${initialsOf(name ?? person.email ?? '')}"><span>${name !== undefined && html`<b dir="auto">${name}</b>`}${
      person.email !== null &&
      html`<small>${person.email} <span>${isProven ? words.proven : words.unproven}</span></small>`
    }${person.phone !== null && html`<small><bdi dir="ltr">${person.phone}</bdi></small>`}</span></p>
${toProve !== undefined && html`<form method="post" action="/account/verify"><div class="actions"><button class="second">${words.prove({ email: toProve })}</button></div></form>`}
<ul class="choices">
<li><a class="button second" href="/account/devices">${words.devices}</a></li>
<li><a class="button second" href="/account/password">${texts.passwordChange.title}</a></li>
<li><a class="button second" href="/account/data">${texts.ownData.title}</a></li>
<li><a class="button second" href="/account/second-factor">${person.secondFactorAt ? words.secondFactorOn : words.secondFactorOff}</a></li>
${services.config.assistants && (visitor.accounts.chat || visitor.accounts.dispatch) && html`<li><a class="button second" href="/account/assistants">${texts.assistants.title}</a></li>`}
${visitor.accounts.chat && html`<li><a class="button second" href="/connect">${texts.connect.title}</a></li>`}
</ul>
<form method="post" action="/sign-out"><button class="link">${navigation.signOut}</button></form>`;
    return { title: words.title, body };
  },
});
