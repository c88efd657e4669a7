import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import type { SaveQuestion } from './saveQuestion.ts';

interface Asked {
  readonly question: SaveQuestion;
  readonly answer: (isRight: boolean) => void;
}

/**
 * `ask` resolves when the user confirms, and rejects with a reminder beside the field when they go back; `dialog` is drawn
 * over the form.
 */
export function useSaveQuestion(): {
  readonly ask: (question: SaveQuestion) => Promise<void>;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = async (question: SaveQuestion): Promise<void> => {
    const isRight = await new Promise<boolean>((answer) => setAsked({ question, answer }));
    setAsked(null);
    const { field, reminder } = question;
    if (!isRight) throw Object.assign(new Error(reminder), { fieldErrors: [{ field, message: reminder }] });
  };
  return {
    ask,
    dialog: asked !== null && (
      <ConfirmDialog
        isOpen
        title={asked.question.title}
        objectName={asked.question.objectName}
        message={asked.question.message}
        confirmLabel={asked.question.confirmLabel}
        cancelLabel={asked.question.cancelLabel}
        onConfirm={() => asked.answer(true)}
        onCancel={() => asked.answer(false)}
      />
    ),
  };
}
