import { request } from '../../shared/session/session.ts';

/**
 * Changes something of the fleet, unless nothing of it is another, for the version that the form was opened with.
 * @throws {Refusal} also when somebody was quicker
 */
export async function saveChanges(
  path: string,
  body: Readonly<Record<string, unknown>>,
  version: { current: number | undefined },
): Promise<void> {
  if (Object.keys(body).length === 0) return;
  const saved = await request<{ version: number }>(path, { method: 'PUT', body, ifMatch: version.current });
  // Whatever follows may be refused, and is then sent once more.
  version.current = saved.version;
}
