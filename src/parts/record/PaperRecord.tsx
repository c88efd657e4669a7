import type { ReactNode } from 'react';
import { QrCode } from '../../ui/QrCode/QrCode.tsx';
import './PaperRecord.css';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface PaperRecordProps {
  /** The record's own class, for what only its tables have. */
  className: string;
  label: string;
  title: string;
  /** Beside each other under the title. */
  head: readonly Fact[];
  children: ReactNode;
}

/** A record on A4: black on white, whatever the screen's theme. */
export const PaperRecord = ({ className, label, title, head, children }: PaperRecordProps) => (
  <article className={`ti-paper ${className}`} aria-label={label}>
    <header>
      <p>智慧电梯安全管理平台</p>
      <h1>{title}</h1>
      <dl>
        {head.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </header>
    {children}
  </article>
);

interface PaperFactsProps {
  label: string;
  facts: readonly Fact[];
  /** In place of a value that is not known: room to write it in, or a dash. */
  unknown: string;
}

/** Facts on paper, two in a row. */
export function PaperFacts({ label, facts, unknown }: PaperFactsProps) {
  const pairs = Array.from({ length: Math.ceil(facts.length / 2) }, (_, index) =>
    facts.slice(index * 2, index * 2 + 2),
  );
  return (
    <table className="ti-paper__facts" aria-label={label}>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair[0]?.label}>
            {pair.flatMap((fact) => [
              <th key={fact.label} scope="row">
                {fact.label}
              </th>,
              <td key={`${fact.label} value`} colSpan={pair.length === 1 ? 3 : 1}>
                {fact.value === null || fact.value === undefined || fact.value === '' ? unknown : fact.value}
              </td>,
            ])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PaperProofProps {
  /** Of the page that confirms the record, `/verify/…`. */
  path: string;
  children: ReactNode;
}

/** The code at the foot of a printed record with which anybody can confirm it. */
export const PaperProof = ({ path, children }: PaperProofProps) => (
  <div className="ti-paper__proof">
    <QrCode text={`${window.location.origin}${path}`} label="核验二维码" />
    <p>{children}</p>
  </div>
);
