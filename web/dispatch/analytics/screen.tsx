import { distance } from '../../shared/texts/distance.ts';
import { locale } from '../../shared/texts/index.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetAnalyticsAnswer } from '../../store/wire/dispatch.ts';
import { useAddress } from '../data/address.ts';
import { nameOfOwner } from '../data/names.ts';
import { useRequest } from '../data/use-request.ts';
import { words as consoleWords } from '../texts/index.ts';
import { percentage } from '../texts/units.ts';
import './analytics.css';
import { AnalyticsFilter } from './analytics-filter.tsx';
import { BarFigure, ChartFigure } from './figure.tsx';
import { MAX_DAYS, pathOf, rangeOf } from './range.ts';
import { analyticsWords as words } from './texts/index.ts';

const dayName = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hourName = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' });
const counts = new Intl.NumberFormat(locale);

type Counts = Omit<GetAnalyticsAnswer['total'], 'distance'>;

/** Screen about completed tasks: how many, by whom, when, on time or not, and reasons for failure. */
export function AnalyticsScreen() {
  const [address] = useAddress();
  const range = rangeOf(address);
  const problem =
    range.days < 1 ? words.turned : range.days > MAX_DAYS ? words.tooLong({ days: range.days }) : undefined;
  const path = pathOf(range, address);
  return (
    <div class="analytics-screen">
      <h1>{consoleWords.screens.analytics}</h1>
      <AnalyticsFilter range={range} problem={problem} />
      {problem === undefined && <Charts key={path} path={path} />}
    </div>
  );
}

function Charts({ path }: { path: string }) {
  const { answer, failure, retry } = useRequest<GetAnalyticsAnswer>(path);
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return <Loading rows={8} />;
  if (answer.total.succeeded + answer.total.failed === 0)
    return <Empty level={2} icon="chart-column" title={words.nothing} text={words.nothingText} />;
  return (
    <>
      <Totals answer={answer} />
      <div class="figures">
        {/* Of one day the sums above say it all. */}
        {answer.days.length > 1 && <DayFigures days={answer.days} />}
        <HourFigure hours={answer.hours} />
        <WorkerFigures workers={answer.workers} />
        <ReasonFigure reasons={answer.failureReasons} />
      </div>
    </>
  );
}

const onTimeShare = ({ onTime, late }: Counts): number | null =>
  onTime + late === 0 ? null : onTime / (onTime + late);

const shareText = (of: Counts): string => {
  const share = onTimeShare(of);
  return share === null ? '–' : percentage(share);
};

function Totals({ answer: { total } }: { answer: GetAnalyticsAnswer }) {
  return (
    <section class="totals" aria-label={words.totals}>
      <Facts
        of={[
          [words.succeeded, counts.format(total.succeeded)],
          [words.failed, counts.format(total.failed)],
          [words.onTime, shareText(total)],
          [words.distance, distance(total.distance)],
        ]}
      />
    </section>
  );
}

const seriesOf = (of: readonly Counts[]) => [
  { label: words.succeeded, color: 'good' as const, values: of.map(({ succeeded }) => succeeded) },
  { label: words.failed, color: 'bad' as const, values: of.map(({ failed }) => failed) },
];

function DayFigures({ days }: { days: GetAnalyticsAnswer['days'] }) {
  const labels = days.map(({ date }) => dayName.format(Date.parse(date)));
  const timed = days.some((day) => onTimeShare(day) !== null);
  return (
    <>
      <ChartFigure
        title={words.perDay}
        labels={labels}
        series={seriesOf(days)}
        head={[words.day, words.succeeded, words.failed]}
        rows={days.map(({ date, succeeded, failed }) => [date, succeeded, failed])}
      />
      {timed && (
        <ChartFigure
          title={words.onTimePerDay}
          hint={words.onTimeHint}
          isShare
          labels={labels}
          series={[{ label: words.onTime, color: 'accent', values: days.map(onTimeShare) }]}
          head={[words.day, words.onTime, words.late]}
          rows={days.map(({ date, onTime, late }) => [date, onTime, late])}
        />
      )}
    </>
  );
}

function HourFigure({ hours }: { hours: GetAnalyticsAnswer['hours'] }) {
  const labels = hours.map(({ hour }) => hourName.format(Date.UTC(2000, 0, 1, hour)));
  return (
    <ChartFigure
      title={words.perHour}
      labels={labels}
      series={seriesOf(hours)}
      head={[words.hour, words.succeeded, words.failed]}
      rows={hours.map(({ succeeded, failed }, at) => [labels[at]!, succeeded, failed])}
    />
  );
}

function WorkerFigures({ workers }: { workers: GetAnalyticsAnswer['workers'] }) {
  const nameOf = (id: string) => nameOfOwner({ type: 'WORKER', id });
  const byDistance = workers.filter(({ distance }) => distance > 0).sort((a, b) => b.distance - a.distance);
  return (
    <>
      <BarFigure
        title={words.perWorker}
        head={[words.worker, words.succeeded, words.failed, words.onTime]}
        rows={workers.map((worker) => [nameOf(worker.id), worker.succeeded, worker.failed, shareText(worker)])}
        amountOf={(row) => Number(row[1]) + Number(row[2])}
      />
      {byDistance.length > 0 && (
        <BarFigure
          title={words.distancePerWorker}
          hint={words.distanceHint}
          head={[words.worker, words.distance]}
          rows={byDistance.map(({ id, distance }) => [nameOf(id), distance])}
          amountOf={(row) => Number(row[1])}
          format={distance}
        />
      )}
    </>
  );
}

function ReasonFigure({ reasons }: { reasons: GetAnalyticsAnswer['failureReasons'] }) {
  if (reasons.length === 0) return null;
  const names: Record<string, string> = consoleWords.reasons;
  const nameOf = (reason: string) =>
    Object.hasOwn(names, reason) ? names[reason]! : reason === 'NONE' ? words.otherReason : reason;
  return (
    <BarFigure
      title={words.failureReasons}
      head={[words.reason, words.tasks]}
      rows={reasons.map(({ reason, count }) => [nameOf(reason), count])}
      amountOf={(row) => Number(row[1])}
    />
  );
}
