import { useMemo, useState } from 'react';
import type { WhyRang as WhyRangAnswer } from '../../contract/entities/whyRang.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { WhyRang } from './WhyRang.tsx';

/** Rejects with a CallError. */
export type WhyLoad = () => Promise<WhyRangAnswer>;

interface WhyRangButtonProps {
  /** Called each time the dialog opens. */
  load: WhyLoad;
  /** The subject: 救援单 318. */
  subject: string;
  /** 为何响铃 by default. */
  label?: string;
  /** For a row of a list: the icon alone. */
  isCompact?: boolean;
}

function Loaded({ load }: Pick<WhyRangButtonProps, 'load'>) {
  // Fixed when the dialog opens: the page around it may pass a new function with every tick.
  const [first] = useState(() => load);
  const why$ = useMemo(() => loadWithRetry(first), [first]);
  return <WhyRang state={useObservable(why$, loading)} />;
}

/** A button that opens the record of the ringing: what decided it, which consoles rang, and which did not. */
export function WhyRangButton({ load, subject, label = '为何响铃', isCompact = false }: WhyRangButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `${label}：${subject}`;
  return (
    <>
      {isCompact ? (
        <IconButton size="small" icon="question-circle" label={name} onClick={() => setOpen(true)} />
      ) : (
        <Button size="small" icon="bell" aria-label={name} onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      <Dialog title={name} icon="bell" isOpen={isOpen} maxWidth={860} onClose={() => setOpen(false)}>
        {isOpen && <Loaded load={load} />}
      </Dialog>
    </>
  );
}
