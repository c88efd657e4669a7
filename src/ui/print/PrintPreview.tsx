import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../Button/Button.tsx';
import './PrintPreview.css';

export interface PrintPreviewProps {
  /** The printed thing, for readers of the screen: 打印救援记录. */
  label: string;
  /** The sheets are there: there is something to print. */
  isReady: boolean;
  /** Choices about the sheets, in the bar. */
  tools?: ReactNode;
  /** Advice before printing; not on paper. */
  notes?: ReactNode;
  /** The sheets, or why there are none. */
  children: ReactNode;
  onPrint: () => void;
  onClose: () => void;
}

/**
 * Sheets as they will be printed, over everything else. They are beside the page's root, so that on paper the rest can
 * be left out as a whole.
 */
export function PrintPreview({ label, isReady, tools, notes, children, onPrint, onClose }: PrintPreviewProps) {
  return createPortal(
    <section
      className="ti-print"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="ti-print__bar">
        <h1>打印预览</h1>
        {tools}
        <Button icon="arrow-left" onClick={onClose} autoFocus>
          返回
        </Button>
        <Button variant="primary" icon="print" disabled={!isReady} onClick={onPrint}>
          打印
        </Button>
      </div>
      {notes !== undefined && <div className="ti-print__notes">{notes}</div>}
      {isReady ? children : <div className="ti-print__state">{children}</div>}
    </section>,
    document.body,
  );
}
