import { Facts } from '../../shared/ui/facts.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { codeOf } from '../../store/driver/barcodes.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useRequest } from '../data/use-request.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

/** What shows that a task was done: pictures, the signature, what was scanned. Nothing of a task without any. */
export function ProofPart({ task }: { task: Task }) {
  const { photoUploadIds, signatureUploadId, verifiedAge } = task.completionDetails;
  const captured = task.barcodes?.captured ?? [];
  const pictures = [
    ...(photoUploadIds ?? []).map((id, index) => ({ id, name: words.proof.photo(index + 1) })),
    ...(signatureUploadId ? [{ id: signatureUploadId, name: words.proof.signature }] : []),
  ];
  if (pictures.length + captured.length === 0 && verifiedAge === undefined) return null;
  return (
    <SheetPart title={words.proof.title}>
      {pictures.length > 0 && (
        <div class="proof">
          {pictures.map(({ id, name }) => (
            <Picture key={id} id={id} name={name} />
          ))}
        </div>
      )}
      <Facts
        of={[
          [words.fields.barcodes, captured.map(({ data }) => codeOf(data)).join(', ')],
          [words.proof.age, verifiedAge],
        ]}
      />
    </SheetPart>
  );
}

function Picture({ id, name }: { id: string; name: string }) {
  const { answer, failure, retry } = useRequest<{ url: string }>(`/api/v2/uploads/${id}`);
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return <Loading rows={2} />;
  // Of this server, whatever address it is known by elsewhere.
  const { pathname } = new URL(answer.url);
  return (
    <a href={pathname} target="_blank" rel="noreferrer">
      <img src={pathname} alt={name} loading="lazy" />
    </a>
  );
}
