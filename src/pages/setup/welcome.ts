import { oldAddressScript } from '../home/old-address-script.ts';
import { type Html, html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { doPutChecklistAway } from './actions.ts';
import { madeText } from './made-text.ts';
import { missingOutside } from './missing-outside.ts';
import { madeNotice } from './step-view.ts';
import { isUnderWay, pathOfStep, progressOf, type StepState } from './steps.ts';
import { streetsPart } from './streets.ts';

/** Page at the end of the set-up, with the open steps. */
export const welcome = page({
  path: '/welcome',
  summary: 'Show the checklist of a new organization',
  access: 'administrator',
  form: {},
  async show(request) {
    const { services, visitor, texts, query } = request;
    const { welcome: words } = texts;
    const progress = await progressOf(services, visitor);
    const hasConsole = visitor.accounts.dispatch && services.config.web;
    const { steps } = progress;
    const next = steps.find(({ isDone }) => !isDone);
    const done = steps.filter(({ isDone }) => isDone).length;
    const body = html`${madeNotice(request, progress, query.get('made'))}
<p class="lead" id="progress">${words.progress({ done, of: steps.length })}</p>
<progress max="${steps.length}" value="${done}" aria-labelledby="progress"></progress>
<ul class="rows checklist">${steps.map((state) => row(request, state, state === next))}
</ul>
<div class="actions">${
      // The next step is what to do; after the last one, the console.
      hasConsole && html`<a class="${next ? 'button second' : 'button'}" href="/dispatch">${words.dispatch}</a>`
    }${services.config.web && html`<a class="button second" href="/admin">${words.administration}</a>`}${
      visitor.accounts.chat &&
      html`<a class="${hasConsole || next ? 'button second' : 'button'}" href="/connect">${texts.connect.title}</a>`
    }</div>
${progress.row.uses !== 'chat' && (await streetsPart(request))}
${visitor.isOwner && (await serverPart(request))}
${isUnderWay(progress) && html`<form method="post" action="/welcome"><button class="link">${words.putAway}</button></form>`}`;
    return { title: words.title, body, script: oldAddressScript.path };
  },
  async submit({ services, visitor, origin }) {
    const organizationId = visitor.organization.id;
    await services.database.transaction((tx) => doPutChecklistAway(tx), { organizationId, origin });
    return { redirect: '/' };
  },
});

function row(
  { texts: { steps: words, welcome } }: VisitorRequest,
  { step, isDone, made }: StepState,
  isNext: boolean,
): Html {
  return html`
<li${isDone && html` class="is-done"`}><span><b>${words[step].title}</b><small>${isDone ? madeText(words[step].made, made) : words[step].lead}</small></span><a class="button${!isNext && ' second'} small" href="${pathOfStep(step)}" aria-label="${`${isDone ? welcome.again : welcome.begin}: ${words[step].title}`}">${
    isDone ? welcome.again : welcome.begin
  }</a></li>`;
}

/** Returns the state of the server; nothing with several organizations. */
async function serverPart({ services, texts: { welcome: words } }: VisitorRequest): Promise<Html | false> {
  const outside = await missingOutside(services);
  if (!outside) return false;
  const { isWell, missing } = outside;
  return html`<h2>${words.server}</h2>
<p>${isWell ? words.well : withCommands(words.unwell)}</p>
${
  missing.length > 0 &&
  html`<p>${words.missingLead}</p>
<ul>${missing.map((each) => html`<li>${withCommands(words.missing[each])}</li>`)}</ul>`
}`;
}

/** Returns a sentence whose commands stand out. */
function withCommands(sentence: string): Html {
  const parts = sentence.split(/(npm run hubbub -- \w+)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
