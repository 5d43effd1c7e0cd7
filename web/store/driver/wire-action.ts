import type { QueuedAction } from './action.ts';

/** An action as `POST /driver/actions` takes it, when its pictures are with the server. */
export function wireAction({ id, action, madeAt, location, files }: QueuedAction): Record<string, unknown> {
  const common = { actionId: id, time: madeAt, ...(location && { location }) };
  if (action.kind === 'duty') return { ...common, kind: 'duty', onDuty: action.onDuty };
  if (action.kind === 'take') return { ...common, kind: 'self-assign', taskId: action.taskId };
  if (action.kind !== 'complete') return { ...common, kind: action.kind, taskId: action.taskId };
  const uploads = (kind: 'photo' | 'signature') => files.flatMap((file) => (file.kind === kind && file.uploadId) || []);
  const [signature] = uploads('signature');
  const lost = files.filter(({ isLost }) => isLost);
  return {
    ...common,
    kind: 'complete',
    taskId: action.taskId,
    ...action.completion,
    photoUploadIds: uploads('photo'),
    signatureUploadId: signature ?? null,
    unavailableAttachments: lost.map((file) => ({
      attachmentType: file.kind === 'photo' ? 'PHOTO' : 'SIGNATURE',
      attachmentId: file.id,
    })),
  };
}

/** A message as `POST /driver/tasks/{id}/messages` takes it: said once however often it is sent, and of the time when it was written. */
export function wireMessage({ id, action, madeAt }: QueuedAction): Record<string, unknown> {
  return { actionId: id, time: madeAt, text: action.kind === 'message' ? action.text : '' };
}
