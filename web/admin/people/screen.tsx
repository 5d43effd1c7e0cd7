import { Route, Switch } from 'wouter-preact';
import { PeopleList } from './people-list.tsx';
import { PersonView } from './person-view.tsx';
import './people.css';

/** The list of people, and below it one of them. */
export function PeopleScreen() {
  return (
    <Switch>
      <Route path="/people/:id">{({ id }) => <PersonView key={id} id={id} />}</Route>
      <Route>
        <PeopleList />
      </Route>
    </Switch>
  );
}
