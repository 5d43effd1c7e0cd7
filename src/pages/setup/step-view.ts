import { alertOf, type Filled } from '../http/fields.ts';
import { type Html, html } from '../http/html.ts';
import type { Redirect, View, VisitorRequest } from '../http/page.ts';
import { madeText } from './made-text.ts';
import { pathAfter, progressOf, type SetupProgress, type Step } from './steps.ts';

/** A step's page: what the step before has made, the step's own form, and the way past it. */
export async function stepView(
  request: VisitorRequest,
  step: Step,
  filled: Filled,
  fields: Html,
  { extra = false, takesFile = false }: { extra?: Html | false; takesFile?: boolean } = {},
): Promise<View> {
  const { texts, services, visitor, query } = request;
  const { steps: words } = texts;
  const progress = await progressOf(services, visitor);
  const place = progress.steps.findIndex((each) => each.step === step) + 1;
  const body = html`<p class="aside" id="progress">${words.count({ number: place, of: progress.steps.length })}</p>
<progress max="${progress.steps.length}" value="${place}" aria-labelledby="progress"></progress>
${madeNotice(request, progress, query.get('made'))}
<p class="lead">${words[step].lead}</p>
${alertOf(filled)}
<form method="post"${takesFile && html` enctype="multipart/form-data"`}>
${fields}
<div class="actions"><button>${words[step].button}</button><a href="${pathAfter(step, progress)}">${words.skip}</a></div>
</form>
${extra}`;
  return { title: words[step].title, body };
}

/** Returns the notice about a newly created object in its present state. */
export function madeNotice(
  { texts: { steps: words } }: VisitorRequest,
  { steps }: SetupProgress,
  made: string | undefined,
): Html | false {
  const state = steps.find(({ step, isDone }) => step === made && isDone);
  return state !== undefined && html`<p class="done" role="status">${madeText(words[state.step].made, state.made)}</p>`;
}

/** On to the next step, which shows what this one has made. */
export async function goOn({ services, visitor }: VisitorRequest, step: Step): Promise<Redirect> {
  const path = pathAfter(step, await progressOf(services, visitor));
  return { redirect: `${path}?made=${step}` };
}
