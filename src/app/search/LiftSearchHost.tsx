import { BehaviorSubject, type Observable } from 'rxjs';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { noSearch } from '../../streams/fleet/searchElevators.ts';
import { isDialogOpen } from '../../ui/focus/modalFocus.ts';
import { useObservable } from '../../ui/live/useObservable.ts';

interface LiftSearchHostProps {
  call: Call;
  /** A button asked for it. */
  asked$: Observable<void>;
  onChoose: (elevatorId: number) => void;
}

const load = () => import('../../features/liftSearch/index.ts');

/** One search from first to last letter: recreated each time it is opened. */
const OpenSearch = lazy(async () => {
  const { LiftSearch, createLiftSearch } = await load();
  return {
    default: function OpenSearch({
      call,
      onChoose,
      onClose,
    }: Pick<LiftSearchHostProps, 'call' | 'onChoose'> & { onClose: () => void }) {
      const [{ search$, ask }] = useState(() => {
        const typed$ = new BehaviorSubject('');
        return { search$: createLiftSearch(call, typed$), ask: (keyword: string) => typed$.next(keyword) };
      });
      const search = useObservable(search$, noSearch);
      return <LiftSearch isOpen search={search} onKeyword={ask} onChoose={onChoose} onClose={onClose} />;
    },
  };
});

/** Ctrl+K finds a lift from anywhere inside. */
export function LiftSearchHost({ call, asked$, onChoose }: LiftSearchHostProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = asked$.subscribe(() => setOpen(true));
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // A dialog has the keyboard.
      if (!isDialogOpen()) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      open.unsubscribe();
      document.removeEventListener('keydown', onKey);
    };
  }, [asked$]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <OpenSearch
        call={call}
        onClose={() => setOpen(false)}
        onChoose={(elevatorId) => {
          setOpen(false);
          onChoose(elevatorId);
        }}
      />
    </Suspense>
  );
}
