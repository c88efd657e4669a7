import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import type { HowSection } from './howCounted.ts';

/** Explains how the figures came about. */
export function HowCountedDialog({ sections, onClose }: { sections: readonly HowSection[]; onClose: () => void }) {
  return (
    <Dialog title="怎样计算" icon="question-circle" isOpen maxWidth={680} onClose={onClose}>
      <div className="st-how">
        {sections.map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
