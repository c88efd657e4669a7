import { useLayoutEffect, type RefObject } from 'react';
import './anchoredPanel.css';

const GAP_PX = 4;
const usualHeightPx = 320;

/**
 * Shows a panel (an element with `popover="manual"` and the class `ti-anchored-panel`) in the browser's top layer below its
 * anchor, or above if there is more room, so that no dialog or scrolling box cuts it off. The panel follows its anchor.
 */
export function useAnchoredPanel(
  anchorRef: RefObject<HTMLElement | null>,
  panelRef: RefObject<HTMLElement | null>,
  isOpen: boolean,
  mostHeightPx = usualHeightPx,
): void {
  useLayoutEffect(() => {
    const anchor = anchorRef.current;
    const panel = panelRef.current;
    if (!isOpen || anchor === null || panel === null) return;
    const place = (): void => {
      const box = anchor.getBoundingClientRect();
      const below = window.innerHeight - box.bottom - 2 * GAP_PX;
      const above = box.top - 2 * GAP_PX;
      const isBelow = below >= Math.min(panel.scrollHeight, mostHeightPx) || below >= above;
      panel.style.minWidth = `${box.width}px`;
      panel.style.maxHeight = `${Math.min(mostHeightPx, isBelow ? below : above)}px`;
      panel.style.left = `${Math.max(GAP_PX, Math.min(box.left, window.innerWidth - panel.offsetWidth - GAP_PX))}px`;
      panel.style.top = isBelow ? `${box.bottom + GAP_PX}px` : 'auto';
      panel.style.bottom = isBelow ? 'auto' : `${window.innerHeight - box.top + GAP_PX}px`;
    };
    panel.showPopover();
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
      panel.hidePopover();
    };
  }, [anchorRef, panelRef, isOpen, mostHeightPx]);
}
