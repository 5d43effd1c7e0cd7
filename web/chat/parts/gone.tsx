import { Empty } from '../../shared/ui/states.tsx';
import { BASE } from '../addresses.ts';
import { BackButton } from './back-button.tsx';
import './screen.css';
import { partsWords as words } from './texts/index.ts';

/** An address of nothing that this person may know of. */
export function Gone() {
  return (
    <section class="screen">
      <header class="screen-head">
        <BackButton />
        <h1 class="unseen">{words.gone.title}</h1>
      </header>
      <Empty level={2} icon="search" title={words.gone.title} text={words.gone.text}>
        <a class="button" href={`${BASE}/inbox`}>
          {words.gone.home}
        </a>
      </Empty>
    </section>
  );
}
