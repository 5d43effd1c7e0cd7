import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { refusalSentence } from '../http/refusals.ts';
import { givenPlace, placeForm, placeInputs } from './place-fields.ts';
import { goOn, stepView } from './step-view.ts';

/** Page that creates the first hub, where deliveries begin. */
export const firstHub = page({
  path: '/welcome/hub',
  summary: 'Set-up: the first hub',
  access: 'administrator',
  form: { name: line(100), ...placeForm },
  async show(request) {
    return view(request, EMPTY);
  },
  async submit(request, values) {
    const { visitor, texts } = request;
    const place = givenPlace(values, visitor.organization.country);
    const again = async (problems: Filled['problems']) => ({
      ...(await view(request, { values, problems })),
      status: 400,
    });
    if (!place) return again({ coordinates: texts.steps.place.wrongCoordinates });
    const answer = await visitor.api('POST /api/v2/hubs', { name: values.name, ...place });
    return answer.isOk ? goOn(request, 'hub') : again({ '': refusalSentence(texts, answer) });
  },
});

function view(request: VisitorRequest, filled: Filled) {
  const { texts } = request;
  const name = input(filled, { name: 'name', label: texts.steps.hub.name, max: 100, autofocus: true });
  return stepView(request, 'hub', filled, html`${name}${placeInputs(filled, texts)}`);
}
