import { guessWorkerMeanings, readWorkerLine, workerMeanings } from '../../../../rules/worker-lines.ts';
import { sortedByName } from '../../data/fleet.ts';
import { floor } from '../../data/floor.ts';
import type { ListedPeopleAnswer, ListOfPeople } from '../../people-import/people-list.ts';
import { tableWords } from '../../table/texts/index.ts';
import { fleetWords } from '../texts/index.ts';

/** Names of new teams that are shown: a wrong column shows itself by the first ones. */
const NAMES_SHOWN = 5;

/** Lists of the fleet: workers with their vehicles and the names of their teams. */
export function workerList(): ListOfPeople<(typeof workerMeanings)[number]> {
  const words = fleetWords.import;
  const { problems: sentences } = tableWords.bring;
  let restTeam = '';
  return {
    ...{ words, person: words.worker, path: '/api/v2/workers/batch', member: 'workers' },
    // All lines of a list: one request sees which teams are new.
    ...{ checkedAtOnce: 5000, sentAtOnce: 250, guess: guessWorkerMeanings },
    meanings: workerMeanings.map((value) => ({ value, name: words.meanings[value] })),
    read(cells, meanings) {
      const { worker, problems } = readWorkerLine(cells, meanings);
      const reasons = problems.map(({ kind, text }) => {
        if (kind === 'name') return sentences.name;
        if (kind === 'workerPhone') return words.problems.workerPhone;
        return kind === 'number' ? sentences.number({ text }) : words.problems[kind]({ text });
      });
      const isWithout = worker.teams === undefined && restTeam !== '';
      return { person: isWithout ? { ...worker, teams: [restTeam] } : worker, problems: reasons };
    },
    nameOfField: (field) => words.fields[field as keyof typeof words.fields] ?? field,
    rest: {
      ...{ label: words.restTeam, none: words.noTeam },
      values: sortedByName(floor.value.state.teams).map(({ name }) => name),
      choose(name) {
        restTeam = name;
      },
    },
    besides(answers) {
      const teams = answers.flatMap((answer: ListedPeopleAnswer) => ('newTeams' in answer ? answer.newTeams : []));
      const names = teams.slice(0, NAMES_SHOWN).join(', ');
      return teams.length > 0 ? words.newTeams({ count: teams.length, names }) : undefined;
    },
  };
}
