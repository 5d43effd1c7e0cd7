/** The words of the first steps. */
export const en = {
  title: 'Nothing to dispatch yet',
  text: 'Four things are needed, one after the other.',
  rest: 'What is still missing',
  steps: {
    team: { name: 'A team', why: 'Drivers work in teams, and dispatchers look after them.', add: 'Add a team' },
    worker: { name: 'A worker', why: 'Who drives. They sign in with their phone number.', add: 'Add a worker' },
    hub: { name: 'A hub', why: 'The depot or shop where routes begin.', add: 'Add a hub' },
    task: { name: 'A task', why: 'What goes where, and by when.', add: 'Add a task' },
  },
  done: 'done',
  pretend: {
    title: 'Or look around first',
    text: 'A pretend fleet has a hub, a team, three workers and some tasks to move about. Nobody in it is real, and nobody gets a message. All of it can be removed with one click.',
    make: 'Try with a pretend fleet',
    confirm: 'Make a pretend fleet?',
    confirmText:
      'A hub, a team, three workers and six tasks are made, each marked as pretend. Webhooks of yours hear of them as of real ones.',
    made: 'The pretend fleet is there.',
    label: 'Pretend fleet',
    here: 'This is a pretend fleet: nobody in it is real.',
    remove: 'Remove it',
    removeTitle: 'Remove the pretend fleet?',
    removeText: 'Its hub, team, workers and tasks are deleted for good. Workers and tasks of yours stay.',
    removed: 'The pretend fleet is gone.',
  },
};

export type BeginningWords = typeof en;
