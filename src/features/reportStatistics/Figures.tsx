export interface Figure {
  readonly label: string;
  /** Null while it is not known. */
  readonly value: string | null;
  readonly unit?: string;
  /** The measure of the figure. */
  readonly hint?: string;
}

/** A few figures side by side. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className="rs-figures" aria-label={label}>
      {figures.map(({ label: name, value, unit, hint }) => (
        <div key={name} {...(hint === undefined ? {} : { title: hint })}>
          <dt>{name}</dt>
          <dd>
            <b>{value ?? '—'}</b>
            {value !== null && unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}
