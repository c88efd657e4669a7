import { useEffect, useState } from 'react';

/** The distance from the top within which the header always stays (specification, section 9). */
const headerRevealOffsetPx = 250;

interface Scrolled {
  readonly top: number;
  readonly isHidden: boolean;
}

/** Scrolling down past the offset hides the header, scrolling up brings it back. */
export function nextReveal({ top: lastTop, isHidden }: Scrolled, top: number): Scrolled {
  if (top <= headerRevealOffsetPx) return { top, isHidden: false };
  return top === lastTop ? { top, isHidden } : { top, isHidden: top > lastTop };
}

/** Returns true if the header is hidden now; always false where it does not reveal. */
export function useHeaderReveal(isRevealing: boolean): boolean {
  const [scrolled, setScrolled] = useState<Scrolled>({ top: 0, isHidden: false });
  useEffect(() => {
    if (!isRevealing) return;
    const onScroll = (): void => setScrolled((before) => nextReveal(before, window.scrollY));
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [isRevealing]);
  return isRevealing && scrolled.isHidden;
}
