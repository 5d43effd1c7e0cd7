import type { PlainRoutePlan as RoutePlan } from '../../store/wire/dispatch.ts';

/** Returns the form of a route plan as `POST /routePlans` takes it. */
export function planOf(form: FormData): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const time = (name: string) => (text(name) === '' ? null : new Date(text(name)).getTime());
  const [startAt, endAt] = [text('startAt'), text('endAt')];
  return {
    name: text('name'),
    startTime: time('startTime'),
    endTime: time('endTime'),
    worker: text('worker') || null,
    team: text('team') || null,
    vehicleType: text('vehicleType') || null,
    color: text('color') || null,
    startAt,
    endAt,
    startingHubId: (startAt === 'HUB' && text('startingHubId')) || null,
    endingHubId: (endAt === 'HUB' && text('endingHubId')) || null,
  };
}

/** Returns the changes to a plan since the form was opened: other people's changes stay. */
export function planChangesOf(form: FormData, plan: RoutePlan): Record<string, unknown> {
  const known: Record<string, unknown> = { ...plan };
  // The form knows minutes, and a picker small letters.
  const plain = (name: string, value: unknown) => {
    if (typeof value === 'number') return Math.floor(value / 60_000);
    return name === 'color' && typeof value === 'string' ? value.toLowerCase() : (value ?? null);
  };
  return Object.fromEntries(
    Object.entries(planOf(form)).filter(([name, value]) => plain(name, value) !== plain(name, known[name])),
  );
}
