import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import type { ListDeletedTasksAnswer } from '../../store/wire/dispatch.ts';
import { useNow } from '../data/clock.ts';
import { nameOfOwner } from '../data/names.ts';
import { useFollowed } from '../data/use-followed.ts';
import { momentText } from '../shared/moment.ts';
import { ProofPictures } from '../task/proof-pictures.tsx';
import { words } from '../texts/index.ts';
import './late-reports.css';

type DeletedTask = ListDeletedTasksAnswer[number];
type Report = DeletedTask['completionReports'][number];

/** Whoever looks at the board is told for so long; `GET /tasks/deleted` has all. */
const SHOWN_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;

/** Drivers' reports about deleted tasks: their number and content, with the proofs. Empty if there are none. */
export function LateReports() {
  const now = useNow(HOUR_MS);
  const [isOpen, setOpen] = useState(false);
  const { answer = [] } = useFollowed<ListDeletedTasksAnswer>('/api/v2/tasks/deleted', 'lateReport');
  const since = now - SHOWN_MS;
  const recent = answer.filter(({ completionReports: all }) => all.some(({ timeReceived }) => timeReceived > since));
  if (recent.length === 0) return null;
  return (
    <section class="late-reports" aria-label={words.lateReports.title}>
      <p>{words.lateReports.count({ count: recent.length })}</p>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {words.lateReports.open}
      </Button>
      {isOpen && (
        <Dialog title={words.lateReports.title} onClose={() => setOpen(false)}>
          {recent.map((task) => (
            <DeletedTaskReports key={task.id} task={task} />
          ))}
        </Dialog>
      )}
    </section>
  );
}

function DeletedTaskReports({ task }: { task: DeletedTask }) {
  return (
    <section class="late-report">
      <h3>{words.lateReports.task({ shortId: task.shortId })}</h3>
      <p class="quiet-words">{words.lateReports.deleted({ when: momentText(task.timeDeleted) })}</p>
      {task.completionReports.map((report) => (
        <ReportView key={report.id} report={report} />
      ))}
    </section>
  );
}

function ReportView({ report }: { report: Report }) {
  const { worker, success, time, notes, failureReason, failureNotes, barcodes, verifiedAge } = report;
  const reasons: Record<string, string> = words.reasons;
  return (
    <>
      <p dir="auto">
        {words.lateReports.report({
          name: nameOfOwner({ type: 'WORKER', id: worker }),
          success,
          when: momentText(time),
        })}
      </p>
      <Facts
        of={[
          [words.fields.notes, [notes, failureNotes].filter(Boolean).join('\n')],
          [words.lateReports.reason, Object.hasOwn(reasons, failureReason) ? reasons[failureReason] : ''],
          [words.fields.barcodes, barcodes.join(', ')],
          [words.proof.age, verifiedAge ?? undefined],
        ]}
      />
      <ProofPictures of={report} />
    </>
  );
}
