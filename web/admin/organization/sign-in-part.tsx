import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { organizationWords } from './texts/index.ts';

type FactorDemand = 'nobody' | 'staff' | 'everyone';

/** As `/api/admin/sign-in-rules` has it. */
interface SignInRules {
  passwords: boolean;
  secondFactorOf: FactorDemand;
  providers: { name: string; label: string; issuer: string; secondFactor: boolean }[];
}

const DEMANDS: readonly FactorDemand[] = ['nobody', 'staff', 'everyone'];
const PATH = '/api/admin/sign-in-rules';
/** Setting for the operator. */
const SETTING = 'OPENID_PROVIDERS';

/** Rules for signing in. The operator configures the providers. */
export function SignInRulesPart() {
  const { answer, failure, retry, refresh } = useRequest<SignInRules>(PATH);
  const change = useAction(async (body: Partial<SignInRules>) => {
    await request(PATH, { method: 'PUT', body });
    showToast(words.saved);
    refresh();
  });
  return (
    <FramePart title={organizationWords.signIn} lead={organizationWords.signInLead}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={3} />}
      {answer && (
        <>
          {answer.providers.length === 0 ? (
            <p>{organizationWords.noProviders}</p>
          ) : (
            <DataTable
              label={organizationWords.providers}
              rows={answer.providers}
              idOf={({ name }) => name}
              columns={[
                {
                  name: organizationWords.providers,
                  show: ({ label, issuer }) => <NameAndMore name={label} more={<bdi>{issuer}</bdi>} />,
                },
                {
                  name: organizationWords.secondFactor,
                  show: ({ secondFactor }) => (
                    <span class="quiet-words">
                      {secondFactor ? organizationWords.secondFactorToo : organizationWords.secondFactorNot}
                    </span>
                  ),
                },
              ]}
            />
          )}
          <p class="hint">
            {organizationWords.setByOperator} <code>{SETTING}</code>
          </p>
          {change.failure && <Failure {...change.failure} />}
          <div class="admin-actions">
            <label class="admin-switch">
              <input
                type="checkbox"
                checked={answer.passwords}
                disabled={change.busy}
                onChange={() => void change.run({ passwords: !answer.passwords })}
              />
              {organizationWords.passwords}
            </label>
          </div>
          <Field label={organizationWords.factorOf} hint={organizationWords.factorOfHint}>
            <select
              disabled={change.busy}
              value={answer.secondFactorOf}
              onChange={({ currentTarget }) => {
                const secondFactorOf = currentTarget.value as FactorDemand;
                // What was refused is not what is shown.
                currentTarget.value = answer.secondFactorOf;
                void change.run({ secondFactorOf });
              }}
            >
              {DEMANDS.map((whom) => (
                <option key={whom} value={whom}>
                  {organizationWords.factorDemands[whom]}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
    </FramePart>
  );
}
