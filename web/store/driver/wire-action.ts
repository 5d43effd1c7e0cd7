import type { DriverAction } from './action.ts';

/** An action as `POST /driver/actions` takes it, when its pictures are with the server. */
export function wireAction({ id, deed, madeAt, location, files }: DriverAction): Record<string, unknown> {
  const common = { actionId: id, time: madeAt, ...(location && { location }) };
  if (deed.kind === 'duty') return { ...common, kind: 'duty', onDuty: deed.onDuty };
  if (deed.kind === 'take') return { ...common, kind: 'self-assign', taskId: deed.taskId };
  if (deed.kind !== 'complete') return { ...common, kind: deed.kind, taskId: deed.taskId };
  const uploads = (kind: 'photo' | 'signature') => files.flatMap((file) => (file.kind === kind && file.uploadId) || []);
  const [signature] = uploads('signature');
  const lost = files.filter(({ isLost }) => isLost);
  return {
    ...common,
    kind: 'complete',
    taskId: deed.taskId,
    ...deed.completion,
    photoUploadIds: uploads('photo'),
    signatureUploadId: signature ?? null,
    unavailableAttachments: lost.map((file) => ({
      attachmentType: file.kind === 'photo' ? 'PHOTO' : 'SIGNATURE',
      attachmentId: file.id,
    })),
  };
}

/** A message as `POST /driver/tasks/{id}/messages` takes it: said once however often it is sent, and of the time when it was written. */
export function wireMessage({ id, deed, madeAt }: DriverAction): Record<string, unknown> {
  return { actionId: id, time: madeAt, text: deed.kind === 'message' ? deed.text : '' };
}
