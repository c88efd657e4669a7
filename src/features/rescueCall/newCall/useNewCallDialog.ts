import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Returns whether the dialog for a phoned-in call is open. `?new=1` opens it: other pages lead here when people are trapped. */
export function useNewCallDialog(mayReport: boolean): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [params] = useSearchParams();
  const isAsked = mayReport && params.get('new') === '1';
  const [isOpen, setOpen] = useState(isAsked);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    if (isAsked) setOpen(true);
  }
  return [isOpen, setOpen];
}
