import type { ReactNode } from 'react';
import './Unbroken.css';

/** Stays in one line: a number that is read out, as a masked telephone, is never broken in its middle. */
export const Unbroken = ({ children }: { children: ReactNode }) => <span className="ti-unbroken">{children}</span>;
