import { EMPTY, type Filled, input, textArea } from '../http/fields.ts';
import { line, lines } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { refusalSentence } from '../http/refusals.ts';
import { givenPlace, placeForm, placeInputs } from './place-fields.ts';
import { goOn, stepView } from './step-view.ts';
import { progressOf } from './steps.ts';

/** Page that creates the first task, for the newest worker. */
export const firstTask = page({
  path: '/welcome/task',
  summary: 'Set-up: the first task',
  access: 'administrator',
  form: { ...placeForm, recipient: line(100), phone: line(40), notes: lines(2000) },
  async show(request) {
    return view(request, EMPTY);
  },
  async submit(request, values) {
    const { services, visitor, texts } = request;
    const again = async (problems: Filled['problems']) => ({
      ...(await view(request, { values, problems })),
      status: 400,
    });
    const destination = givenPlace(values, visitor.organization.country);
    if (!destination) return again({ coordinates: texts.steps.place.wrongCoordinates });
    const { row } = await progressOf(services, visitor);
    const { recipient: name, phone, notes } = values;
    const answer = await visitor.api('POST /api/v2/tasks', {
      destination,
      recipients: name === '' ? [] : [{ name, phone }],
      notes,
      ...(row.workerId !== null && { container: { type: 'WORKER', worker: row.workerId } }),
    });
    return answer.isOk ? goOn(request, 'task') : again({ '': refusalSentence(texts, answer) });
  },
});

function view(request: VisitorRequest, filled: Filled) {
  const { texts } = request;
  const { task: words } = texts.steps;
  const fields = html`${placeInputs(filled, texts)}
<div class="two">
${input(filled, { name: 'recipient', label: words.recipient, max: 100, optional: true })}
${input(filled, { name: 'phone', label: words.phone, type: 'tel', max: 40, optional: true })}
</div>
${textArea(filled, { name: 'notes', label: words.notes, max: 2000, rows: 2, optional: true })}`;
  return stepView(request, 'task', filled, fields);
}
