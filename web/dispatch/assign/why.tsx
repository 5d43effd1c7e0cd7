import { distance } from '../../shared/texts/distance.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import type { PreviewAssignmentAnswer } from '../../store/wire/dispatch.ts';
import { nameOfOwner } from '../data/names.ts';
import { words } from '../texts/index.ts';
import './why.css';

/** Explains which worker was or would be chosen automatically, and why no other: the numbers behind the rule. */
export function Why({ decision }: { decision: PreviewAssignmentAnswer }) {
  const { outcome, worker, candidates } = decision;
  const name = (id: string) => nameOfOwner({ type: 'WORKER', id });
  return (
    <div class="why">
      <p>
        {outcome === 'assigned'
          ? words.why.chosen({ name: name(worker!), count: candidates.length })
          : outcome === 'notLocated'
            ? words.why.notLocated
            : words.why.nobody({ count: candidates.length })}
      </p>
      {candidates.length > 0 && (
        <ol class="why-candidates">
          {candidates.map((each) => (
            <li key={each.worker} class={each.worker === worker ? 'chosen' : undefined}>
              <span class="why-name" dir="auto">
                {name(each.worker)}
              </span>
              {each.worker === worker ? (
                <Badge kind="good" icon="check">
                  {words.why.isChosen}
                </Badge>
              ) : (
                each.refusedBecause && <Badge>{words.why.refusals[each.refusedBecause]}</Badge>
              )}
              <span class="why-numbers">
                {words.why.numbers({
                  away: distance(each.distance),
                  travel: distance(each.travel),
                  count: each.assignedTasks,
                })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
