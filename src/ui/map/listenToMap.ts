/** The wishes of a person's hand to the map. Pixels are layout pixels of the map. */
export interface MapWishes {
  readonly pan: (pixelsX: number, pixelsY: number) => void;
  readonly zoom: (factor: number, pixelX: number, pixelY: number) => void;
  readonly zoomMiddle: (factor: number) => void;
  readonly goHome: () => void;
  readonly hover: (pixelX: number, pixelY: number) => void;
  readonly leave: () => void;
  readonly press: (pixelX: number, pixelY: number) => void;
}

/** Moved less than this between down and up is a press, not a drag. */
const pressSlack = 5;
const keyStep = 90;
const zoomStep = 1.5;

const isOnButton = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('button') !== null;

/** Listens for drag, wheel, pinch, double click and keys on the map; returns a function that stops it. */
export function listenToMap(element: HTMLElement, wishes: MapWishes): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const held = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  /** The wall is scaled as a whole: pointer positions are converted to the map's own pixels. */
  const toLocal = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    const shrink = box.width > 0 ? element.offsetWidth / box.width : 1;
    return { x: (event.clientX - box.left) * shrink, y: (event.clientY - box.top) * shrink };
  };
  const spread = (): { distance: number; x: number; y: number } | null => {
    const [first, second] = [...held.values()];
    if (first === undefined || second === undefined) return null;
    return {
      distance: Math.hypot(first.x - second.x, first.y - second.y),
      x: (first.x + second.x) / 2,
      y: (first.y + second.y) / 2,
    };
  };

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || isOnButton(event)) return;
      if (held.size === 0) travelled = 0;
      held.set(event.pointerId, toLocal(event));
      element.setPointerCapture(event.pointerId);
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const at = toLocal(event);
      const before = held.get(event.pointerId);
      if (before === undefined) {
        if (!isOnButton(event)) wishes.hover(at.x, at.y);
        return;
      }
      const wide = spread();
      held.set(event.pointerId, at);
      travelled += Math.hypot(at.x - before.x, at.y - before.y);
      const wider = spread();
      if (wide !== null && wider !== null && wide.distance > 0) {
        wishes.pan(wider.x - wide.x, wider.y - wide.y);
        wishes.zoom(wider.distance / wide.distance, wider.x, wider.y);
      } else if (travelled > pressSlack) wishes.pan(at.x - before.x, at.y - before.y);
    },
    options,
  );
  const release = (event: PointerEvent): void => {
    const wasHeld = held.delete(event.pointerId);
    if (!wasHeld || held.size > 0 || event.type === 'pointercancel') return;
    const at = toLocal(event);
    if (travelled <= pressSlack) wishes.press(at.x, at.y);
  };
  element.addEventListener('pointerup', release, options);
  element.addEventListener('pointercancel', release, options);
  element.addEventListener(
    'pointerleave',
    () => {
      if (held.size === 0) wishes.leave();
    },
    options,
  );
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const at = toLocal(event);
      const lines = event.deltaMode === 1 ? event.deltaY * 32 : event.deltaY;
      wishes.zoom(Math.exp(-lines / 420), at.x, at.y);
    },
    { ...options, passive: false },
  );
  element.addEventListener(
    'dblclick',
    (event) => {
      if (isOnButton(event)) return;
      const at = toLocal(event);
      wishes.zoom(2, at.x, at.y);
    },
    options,
  );
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== element) return;
      const act = keys(wishes)[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
    options,
  );
  return () => controller.abort();
}

function keys(wishes: MapWishes): Readonly<Record<string, () => void>> {
  return {
    ArrowLeft: () => wishes.pan(keyStep, 0),
    ArrowRight: () => wishes.pan(-keyStep, 0),
    ArrowUp: () => wishes.pan(0, keyStep),
    ArrowDown: () => wishes.pan(0, -keyStep),
    '+': () => wishes.zoomMiddle(zoomStep),
    '=': () => wishes.zoomMiddle(zoomStep),
    '-': () => wishes.zoomMiddle(1 / zoomStep),
    _: () => wishes.zoomMiddle(1 / zoomStep),
    '0': wishes.goHome,
    Home: wishes.goHome,
  };
}
