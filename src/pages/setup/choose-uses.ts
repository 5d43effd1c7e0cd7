import { choice, EMPTY, type Filled } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { saveUses } from './progress-queries.ts';
import { goOn, stepView } from './step-view.ts';
import { isUses } from './steps.ts';

/** Page on which the owner states what the organization does; the following steps depend on it. */
export const chooseUses = page({
  path: '/welcome/uses',
  summary: "Set-up: the organization's apps",
  access: 'administrator',
  form: { uses: line(20) },
  async show(request) {
    return view(request, EMPTY);
  },
  async submit(request, { uses }) {
    const { services, visitor, origin } = request;
    if (!isUses(uses)) return { ...(await view(request, EMPTY)), status: 400 };
    const organizationId = visitor.organization.id;
    await services.database.transaction(
      async (tx) => {
        await saveUses(tx, uses);
        tx.audit({ organizationId, action: 'organization.uses_chosen', details: { uses: { to: uses } } });
      },
      { organizationId, origin },
    );
    return goOn(request, 'uses');
  },
});

function view(request: VisitorRequest, filled: Filled) {
  const { uses } = request.texts.steps;
  const options = (['both', 'chat', 'deliveries'] as const).map((value) => ({ value, ...uses.options[value] }));
  return stepView(request, 'uses', filled, choice(filled, { name: 'uses', label: uses.legend, options }));
}
