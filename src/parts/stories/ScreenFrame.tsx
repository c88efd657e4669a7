import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';

interface ScreenFrameProps {
  /** The address at which the page is opened, with its query: `/report-statistics?yearsStart=5`. */
  address: string;
  children: ReactNode;
}

/** Shows the address, which stories assert on; no sighted reader needs it. */
function Address() {
  const { pathname, search } = useLocation();
  return (
    <output hidden data-testid="address">
      {decodeURIComponent(`${pathname}${search}`)}
    </output>
  );
}

/** A back-office page in the place that the layout gives it, without header and drawer. Read its address with `shownAddress`. */
export function ScreenFrame({ address, children }: ScreenFrameProps) {
  return (
    <MemoryRouter initialEntries={[address]}>
      <main
        style={{
          height: 'calc(100vh - var(--header-height) - 2 * var(--page-padding))',
          margin: 'var(--header-height) 0 0 var(--drawer-width)',
          padding: 'var(--page-padding)',
          boxSizing: 'content-box',
        }}
      >
        {children}
      </main>
      <Address />
    </MemoryRouter>
  );
}
