import type { ReactNode } from 'react';
import './Spoken.css';

/**
 * A number that is read out by telephone: a lift's, a record's, a telephone itself. It is never cut. In a flex line (`SpokenLine`) the words
 * beside it are cut instead.
 */
export const Spoken = ({ children }: { children: ReactNode }) => <span className="ti-spoken">{children}</span>;

/** One line with a number that is read out: the elements beside it give way to it. */
export const SpokenLine = ({ children }: { children: ReactNode }) => <span className="ti-spoken-line">{children}</span>;
