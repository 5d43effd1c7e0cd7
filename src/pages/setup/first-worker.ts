import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { refusalSentence } from '../http/refusals.ts';
import { goOn, stepView } from './step-view.ts';
import { progressOf } from './steps.ts';

/** Page that creates the first worker, who receives a password by SMS. */
export const firstWorker = page({
  path: '/welcome/worker',
  summary: 'Set-up: the first worker',
  access: 'administrator',
  form: { name: line(100), phone: line(40) },
  async show(request) {
    return view(request, EMPTY);
  },
  async submit(request, values) {
    const { services, visitor, texts } = request;
    const { row } = await progressOf(services, visitor);
    const again = async (sentence: string) => ({
      ...(await view(request, { values, problems: { '': sentence } })),
      status: 400,
    });
    if (row.teamId === null) return again(texts.steps.worker.noTeam);
    const answer = await visitor.api('POST /api/v2/workers', { ...values, teams: [row.teamId] });
    return answer.isOk ? goOn(request, 'worker') : again(refusalSentence(texts, answer));
  },
});

function view(request: VisitorRequest, filled: Filled) {
  const { worker: words } = request.texts.steps;
  const fields = html`${input(filled, { name: 'name', label: words.name, max: 100, autofocus: true })}
${input(filled, { name: 'phone', label: words.phone, hint: words.phoneHint, type: 'tel', max: 40 })}`;
  return stepView(request, 'worker', filled, fields);
}
