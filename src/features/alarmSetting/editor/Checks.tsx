import { useState } from 'react';

export interface CheckOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  /** The reason why it cannot be chosen. */
  readonly problem?: string;
}
export interface CheckGroup {
  readonly title: string;
  readonly options: readonly CheckOption[];
}

interface ChecksProps {
  label: string;
  groups: readonly CheckGroup[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

const searchableFrom = 16;

/** Visible check boxes in groups; a long list has a search. Space ticks, Tab moves on. */
export function Checks({ label, groups, chosen, onChange }: ChecksProps) {
  const [search, setSearch] = useState('');
  const isLong = groups.reduce((sum, { options }) => sum + options.length, 0) >= searchableFrom;
  const found = groups
    .map(({ title, options }) => ({
      title,
      options: options.filter(({ label: text }) => text.includes(search.trim())),
    }))
    .filter(({ options }) => options.length > 0);
  return (
    <div className="rule-checks" role="group" aria-label={label}>
      {isLong && (
        <input
          className="ti-input"
          aria-label={`搜索${label}`}
          placeholder={`搜索${label}`}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="rule-checks__groups">
        {found.map(({ title, options }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {options.map(({ value, label: text, detail, problem = '' }) => (
              <label key={value} className="rule-checks__option" data-disabled={problem !== '' || undefined}>
                <input
                  type="checkbox"
                  checked={chosen.includes(value)}
                  disabled={problem !== '' && !chosen.includes(value)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                  }
                />
                <span>
                  {text}
                  {(problem !== '' || detail !== undefined) && <small>{problem === '' ? detail : problem}</small>}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        {found.length === 0 && <p className="rule-quiet">没有匹配的选项</p>}
      </div>
    </div>
  );
}
