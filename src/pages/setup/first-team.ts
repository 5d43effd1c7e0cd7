import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { refusalSentence } from '../http/refusals.ts';
import { goOn, stepView } from './step-view.ts';
import { progressOf } from './steps.ts';

/** Page that creates the first team, at the newest hub, with its creator as manager. */
export const firstTeam = page({
  path: '/welcome/team',
  summary: 'Set-up: the first team',
  access: 'administrator',
  form: { name: line(100) },
  async show(request) {
    return view(request, EMPTY);
  },
  async submit(request, values) {
    const { services, visitor, texts } = request;
    const { row } = await progressOf(services, visitor);
    const managers = [visitor.accounts.dispatch?.administratorId];
    const team = { name: values.name, workers: [], managers, ...(row.hubId !== null && { hub: row.hubId }) };
    const answer = await visitor.api('POST /api/v2/teams', team);
    if (answer.isOk) return goOn(request, 'team');
    const problems = { '': refusalSentence(texts, answer) };
    return { ...(await view(request, { values, problems })), status: 400 };
  },
});

function view(request: VisitorRequest, filled: Filled) {
  const { name } = request.texts.steps.team;
  return stepView(request, 'team', filled, input(filled, { name: 'name', label: name, max: 100, autofocus: true }));
}
