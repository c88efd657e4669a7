import { useId, type ReactNode } from 'react';
import { EndKept } from '../EndKept/EndKept.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { Spoken } from '../Spoken/Spoken.tsx';
import './WallTakeover.css';

interface WallTakeoverProps {
  /** The kind of the event: 困人求救. */
  kind: string;
  /** The lift: 翠湖花园 3 栋 2 号梯. */
  title: string;
  /** The same in two parts, of which the first is cut before the second. */
  titleParts?: { readonly start: string; readonly end: string };
  place: string;
  /** The lift's number, which is read out. */
  number: string;
  /** The clocks. */
  clocks: ReactNode;
  /** The live car. */
  shaft: ReactNode;
  /** The picture from the car; null while there is none. */
  video?: ReactNode;
  /** The person who answered, and those on their way. */
  facts: readonly { readonly label: string; readonly value: string }[];
  /** No one has taken it: the frame is red. */
  isUnanswered: boolean;
}

/** A call that takes the wall's centre automatically: who, where, how long, and the car's current state. */
export function WallTakeover({
  kind,
  title,
  titleParts,
  place,
  number,
  clocks,
  shaft,
  video = null,
  facts,
  isUnanswered,
}: WallTakeoverProps) {
  const titleId = useId();
  return (
    <section className="ti-takeover" data-unanswered={isUnanswered || undefined} aria-labelledby={titleId}>
      <header className="ti-takeover__head">
        <p className="ti-takeover__kind">
          <Icon name="exclamation-triangle" />
          {kind}
        </p>
        <h2 id={titleId}>{titleParts === undefined ? title : <EndKept {...titleParts} canWrap />}</h2>
        <p className="ti-takeover__place">
          <span>{place}</span>
          <Spoken>{number}</Spoken>
        </p>
      </header>
      <div className="ti-takeover__clocks">{clocks}</div>
      <div className="ti-takeover__body">
        <div className="ti-takeover__shaft">{shaft}</div>
        <div className="ti-takeover__side">
          {video !== null && <div className="ti-takeover__video">{video}</div>}
          <dl>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
