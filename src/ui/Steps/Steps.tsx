import { Icon } from '../Icon/Icon.tsx';
import './Steps.css';

export interface Step {
  readonly id: string;
  readonly label: string;
  /** A time or a duration under the label. */
  readonly note?: string;
  readonly state: 'done' | 'current' | 'todo' | 'skipped';
}

const words: Readonly<Record<Step['state'], string>> = {
  done: '已完成',
  current: '待进行',
  todo: '未开始',
  skipped: '未发生',
};

/** A process from left to right: what is done, what is waited for, what was left out. */
export function Steps({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol className="ti-steps" aria-label={label}>
      {steps.map(({ id, label: name, note, state }) => (
        <li
          key={id}
          className="ti-steps__step"
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="ti-steps__mark">
            <Icon
              name={
                state === 'done'
                  ? 'check'
                  : state === 'skipped'
                    ? 'minus'
                    : state === 'current'
                      ? 'arrow-right'
                      : 'circle'
              }
            />
          </span>
          <span className="ti-steps__text">
            <span className="ti-steps__label">{name}</span>
            <span className="ti-visually-hidden">（{words[state]}）</span>
            {note !== undefined && <span className="ti-steps__note">{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
