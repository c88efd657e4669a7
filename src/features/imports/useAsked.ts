import { useState } from 'react';
import { canUndoRest, type UndoAsked } from './undoAsks.ts';

/** An act that is asked about first, and what became of it. */
export interface AskedAct<Asked> {
  readonly asked: Asked | null;
  readonly ask: (what: Asked) => void;
  /** For the dialog that asks. */
  readonly answers: {
    readonly isBusy: boolean;
    readonly error: string | null;
    readonly onConfirm: () => void;
    readonly onCancel: () => void;
  };
}

/**
 * Asks before acts on an import, or on files that were uploaded together. A refusal is shown in the dialog; an undo that some rows
 * hinder asks whether the others are undone. `reload` is called after each attempt.
 */
export function useAsked<Asked extends string>(
  act: (what: Asked | UndoAsked) => Promise<unknown>,
  reload: () => void,
): AskedAct<Asked | UndoAsked> {
  const [asked, setAsked] = useState<Asked | UndoAsked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async (what: Asked | UndoAsked): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await act(what);
      setAsked(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '操作失败，请稍后重试');
      if (what === 'undo' && canUndoRest(error)) setAsked('undoRest');
    } finally {
      setBusy(false);
      reload();
    }
  };
  return {
    asked,
    ask: setAsked,
    answers: {
      isBusy,
      error: problem,
      onConfirm: () => {
        if (asked !== null) void confirm(asked);
      },
      onCancel: () => {
        setAsked(null);
        setProblem(null);
      },
    },
  };
}
