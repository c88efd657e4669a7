import type { ReactNode } from 'react';
import './PageHeader.css';

interface PageHeaderProps {
  title: string;
  /** One quiet line beside the title: a count, a scope, the age of the data. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** The name of the page, and actions that concern all of it. */
export function PageHeader({ title, note, actions }: PageHeaderProps) {
  return (
    <header className="ti-page-header">
      <div className="ti-page-header__titles">
        <h1>{title}</h1>
        {note !== undefined && <div className="ti-page-header__note">{note}</div>}
      </div>
      {actions !== undefined && <div className="ti-page-header__actions">{actions}</div>}
    </header>
  );
}
