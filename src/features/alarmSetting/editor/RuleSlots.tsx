import type { ReactNode } from 'react';
import { ActionSlots } from './ActionSlots.tsx';
import { AfterSlot } from './AfterSlot.tsx';
import { CountSlot } from './CountSlot.tsx';
import type { SlotProps } from './editorTools.ts';
import { EventSlot } from './EventSlot.tsx';
import { RuleHead } from './RuleHead.tsx';
import { ScopeSlot } from './ScopeSlot.tsx';
import { TimeSlot } from './TimeSlot.tsx';
import { UnlessSlot } from './UnlessSlot.tsx';

/** One line of the sentence: its first word, and its gaps. */
function Line({ label, word, children }: { label: string; word: string; children: ReactNode }) {
  return (
    <div className="rule-line" role="group" aria-label={label}>
      <b>{word}</b>
      {children}
    </div>
  );
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="rule-line__pair">
      {label}
      {children}
    </span>
  );
}

/** The rule as a sentence with gaps, read from top to bottom: 当 … 在 … 于 … 发生 …；除非 …；则 …；之后 …. */
export function RuleSlots(props: SlotProps) {
  return (
    <div className="rule-slots">
      <RuleHead {...props} />
      <Line label="条件" word="当">
        <div className="rule-line__slots">
          <EventSlot {...props} />
          <Pair label="时间">
            <TimeSlot {...props} />
          </Pair>
          <Pair label="范围">
            <ScopeSlot {...props} />
          </Pair>
          <Pair label="次数">
            <CountSlot {...props} />
          </Pair>
        </div>
      </Line>
      <Line label="除外" word="除非">
        <div className="rule-line__slots">
          <UnlessSlot {...props} />
        </div>
      </Line>
      <Line label="动作" word="则">
        <ActionSlots {...props} />
      </Line>
      <Line label="之后" word="之后">
        <div className="rule-line__slots">
          <AfterSlot {...props} />
        </div>
      </Line>
    </div>
  );
}
