import { Link } from 'react-router-dom';
import type { Todo } from '../../contract/endpoints/stats.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { WorkTile } from './WorkTile.tsx';

/** As the menu shows the pages that they lead to. */
const icons: Readonly<Record<string, IconName>> = {
  rescue: 'bell',
  scooter: 'bolt',
  fault: 'wrench',
  incident: 'flag',
  review: 'comments',
};
const iconOf = (kind: string): IconName => icons[kind] ?? 'exclamation-circle';

/** As bad as the worst that the tile names. */
function toneOf({ notes }: Todo): 'quiet' | 'high' | 'critical' {
  const tones = notes.filter(({ count }) => count > 0).map(({ tone }) => tone);
  if (tones.includes('critical')) return 'critical';
  return tones.includes('high') ? 'high' : 'quiet';
}

/** A tile for each kind of work that waits for a person, as the server lists them. `todos` is null before the first answer. */
export function TodoTiles({ todos }: { todos: readonly Todo[] | null }) {
  if (todos === null) return <WorkTile label="待办事项" icon="bell" value={null} unit="" tone="quiet" quietNote="" />;
  return todos.map((todo) => (
    <WorkTile
      key={todo.kind}
      label={todo.label}
      icon={iconOf(todo.kind)}
      value={todo.count}
      unit={todo.unit}
      tone={toneOf(todo)}
      notes={todo.notes.map(({ label, count, tone }) => ({ label, value: count, tone }))}
      quietNote={todo.quiet_note}
      renderLink={(content) => (
        <Link to={todo.path} className="ti-tile__link">
          {content}
          <Icon name="angle-right" />
        </Link>
      )}
    />
  ));
}
