import { Link } from 'wouter-preact';
import { Badge } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { addressLine, isLate, taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { stopWords as words } from './texts/index.ts';
import { whenWords } from './when.ts';

/** Heading of a stop, readable at arm's length: recipient, place and time. */
export function StopHeading({ task, level }: { task: Task; level: 1 | 2 }) {
  const Heading = `h${level}` as const;
  const when = whenWords(task);
  const [name, address] = [taskName(task), addressLine(task)];
  return (
    <div class="stop-heading">
      <p class="stop-kind">
        <Icon name={task.pickupTask ? 'package' : 'map-pin'} />
        {task.pickupTask ? words.pickup : words.dropoff}
        {isLate(task, Date.now()) && (
          <Badge kind="warning" icon="clock">
            {words.late}
          </Badge>
        )}
      </p>
      <Heading dir="auto">{name}</Heading>
      {address !== name && (
        <p class="stop-address" dir="auto">
          {address}
        </p>
      )}
      {when && (
        <p class="stop-when">
          <Icon name="clock" />
          {when}
        </p>
      )}
    </div>
  );
}

/** Links that the phone handles: navigation and calls. */
export function StopLinks({ task }: { task: Task }) {
  const phone = task.recipients[0]?.phone;
  return (
    <nav class="stop-links" aria-label={taskName(task)}>
      {task.destination.located && <PhoneLink href={directionsTo(task)} icon="navigation" text={words.navigate} />}
      {phone && <PhoneLink href={`tel:${phone}`} icon="phone" text={words.call} />}
      {phone && <PhoneLink href={`sms:${phone}`} icon="smartphone" text={words.text} />}
      <Link class="button" href={`/task/${task.id}/ask`}>
        <Icon name="message-circle" />
        <span>{words.ask}</span>
      </Link>
    </nav>
  );
}

function PhoneLink({ href, icon, text }: { href: string; icon: IconName; text: string }) {
  return (
    <a class="button" href={href}>
      <Icon name={icon} />
      <span>{text}</span>
    </a>
  );
}

/** An address that the phone's own map app opens: Apple's know theirs, all others `geo:` (RFC 5870). */
function directionsTo(task: Task): string {
  const [lon, lat] = task.destination.location;
  if (/iPhone|iPad|Macintosh/.test(navigator.userAgent)) return `maps://?daddr=${lat},${lon}`;
  return `geo:${lat},${lon}?q=${lat},${lon}(${encodeURIComponent(taskName(task))})`;
}

/** Notes for the driver. */
export function StopNotes({ task }: { task: Task }) {
  const [recipient] = task.recipients;
  const own = new Set(['worker']);
  const notes: [string, string | null | undefined][] = [
    [words.notes, task.notes],
    [words.notesOf({ name: recipient?.name ?? '' }), task.overrides.recipientNotes || recipient?.notes],
    [words.notesOfPlace, task.destination.notes],
    [words.message, task.recipientMessage?.text],
    [
      words.details,
      [
        task.orderShortId && words.order({ id: task.orderShortId }),
        task.quantity > 0 && words.quantity({ count: task.quantity }),
      ]
        .filter(Boolean)
        .join(', '),
    ],
    ...task.customFields
      .filter(({ editability }) => !editability.some((who) => own.has(who)))
      .map(({ name, value }): [string, string] => [name, valueText(value)]),
  ];
  const written = notes.filter(([, text]) => text);
  if (written.length === 0) return null;
  return (
    <dl class="stop-notes">
      {written.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return value === null || value === undefined ? '' : String(value);
}
