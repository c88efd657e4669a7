import type { ReactNode } from 'react';

/** A clock's figure with the word beside it, or below it where the box is too narrow for both: nothing leaves the frame. */
export function ClockLine({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="ti-clock__line">
      <span className="ti-clock__value" style={{ '--chars': text.length }}>
        {text}
      </span>
      <span className="ti-clock__word">{children}</span>
    </span>
  );
}
