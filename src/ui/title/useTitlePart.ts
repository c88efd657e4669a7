import { useEffect } from 'react';
import { titleText, type TitleParts } from './titleText.ts';

/** The document has one title, to which layout and page each give their part. */
const parts: { -readonly [Part in keyof TitleParts]: string } = { alert: '', subject: '', page: '' };

/** Gives one part of the tab's title, for as long as the caller is on screen; '' for none. */
export function useTitlePart(part: keyof TitleParts, text: string): void {
  useEffect(() => {
    parts[part] = text;
    document.title = titleText(parts);
    return () => {
      parts[part] = '';
      document.title = titleText(parts);
    };
  }, [part, text]);
}
