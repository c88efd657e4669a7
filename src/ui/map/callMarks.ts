import { project, type Camera } from './camera.ts';
import { groupCallMarks } from './groupCallMarks.ts';
import type { MapCall, MapPoint } from './mapTypes.ts';
import { labelBox, placeCallLabels, type Box, type LabelSide } from './placeCallLabels.ts';
import { toMetres, type Plane } from './plane.ts';
import { directionWord, isInside, pointAtOutside } from './pointAtOutside.ts';

/** More calls than this are drawn as abnormal lifts only: no one reads two hundred labels. */
const maxCallMarks = 120;

export interface CallMarks {
  readonly setPlane: (plane: Plane) => void;
  readonly setCalls: (calls: readonly MapCall[]) => void;
  readonly setCamera: (camera: Camera) => void;
  /** Sets the size of the legend in the lower left corner, in layout pixels; 0 without one. */
  readonly setLegend: (width: number, height: number) => void;
  readonly destroy: () => void;
}

export interface CallMarksEvents {
  /** A mark was pressed: the calls that it stands for, the worst first. */
  readonly onOpen: (ids: readonly number[], at: MapPoint) => void;
  /** Called with the boxes that marks, words and pointers cover now, in layout pixels. */
  readonly onPlaced: (boxes: readonly Box[]) => void;
}

interface Mark {
  call: MapCall;
  readonly element: HTMLButtonElement;
  readonly title: HTMLElement;
  readonly detail: HTMLElement;
  readonly pin: HTMLElement;
  x: number;
  y: number;
  /** The calls that this mark stands for, and where it was drawn last. */
  standsFor: readonly number[];
  at: MapPoint;
}

/** From the middle of a mark to its edge. */
const markReach = 12;
/** From the middle of a pointer at the edge to where its arrow ends. */
const pointerReach = 24;
const labelHeight = 46;
/** From the legend to the corner that panels leave free, and to what stands above it: see `.ti-map__legend`. */
export const legendGap = 12;
/** Chinese characters are as wide as the type is high. */
const labelWidthOf = ({ title, detail = '' }: MapCall): number => Math.max(title.length * 15, detail.length * 13) + 24;

const around = ({ x, y }: { readonly x: number; readonly y: number }, reach: number): Box => ({
  left: x - reach,
  top: y - reach,
  right: x + reach,
  bottom: y + reach,
});

/**
 * The calls as buttons above the map: they can be reached by keyboard and read aloud, and their pulse is the
 * compositor's work, so a wall that waits for a claim costs no script.
 */
export function createCallMarks(host: HTMLElement, { onOpen, onPlaced }: CallMarksEvents): CallMarks {
  const layer = document.createElement('div');
  layer.className = 'ti-map__calls';
  host.append(layer);
  const marks = new Map<number, Mark>();
  let order: Mark[] = [];
  let plane: Plane | null = null;
  let camera: Camera | null = null;
  let legend = { width: 0, height: 0 };

  function add(call: MapCall): Mark {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'ti-map-call';
    const pin = document.createElement('span');
    pin.className = 'ti-map-call__pin';
    const words = document.createElement('span');
    words.className = 'ti-map-call__words';
    const title = document.createElement('strong');
    const detail = document.createElement('span');
    words.append(title, detail);
    element.append(pin, words);
    layer.append(element);
    const mark: Mark = {
      call,
      element,
      title,
      detail,
      pin,
      x: 0,
      y: 0,
      standsFor: [call.id],
      at: { x: 0, y: 0 },
    };
    element.addEventListener('click', () => onOpen(mark.standsFor, mark.at));
    marks.set(call.id, mark);
    return mark;
  }

  function write(mark: Mark, call: MapCall): void {
    mark.call = call;
    const { title, detail = '', isPulsing, tone = 'critical' } = call;
    if (mark.title.textContent !== title) mark.title.textContent = title;
    if (mark.detail.textContent !== detail) mark.detail.textContent = detail;
    mark.element.dataset['tone'] = tone;
    mark.element.toggleAttribute('data-pulse', isPulsing);
    if (plane !== null) [mark.x, mark.y] = toMetres(plane, call.lng, call.lat);
  }

  /** The text for screen readers, and the number on a marker that represents several calls. */
  function name({ call: { title, detail = '' }, element, pin }: Mark, where: string, count: number | null): void {
    const spoken = [title, detail, where].filter(Boolean).join('，');
    if (element.getAttribute('aria-label') !== spoken) element.setAttribute('aria-label', spoken);
    if (count === null) delete pin.dataset['count'];
    else pin.dataset['count'] = String(count);
  }
  function move(mark: Mark, { x, y }: MapPoint, side: LabelSide | 'edge', zIndex: number): void {
    const { element } = mark;
    mark.at = { x, y };
    element.style.transform = `translate(${x}px, ${y}px)`;
    element.dataset['side'] = side;
    element.style.zIndex = String(zIndex);
  }

  function place(): void {
    if (camera === null) return;
    const current = camera;
    const { width, height, padding } = current;
    const free: Box = {
      left: padding.left,
      top: padding.top,
      right: width - padding.right,
      bottom: height - padding.bottom,
    };
    const placed = order.map((mark, index) => {
      const [x, y] = project(current, mark.x, mark.y);
      return { mark, x, y, width: labelWidthOf(mark.call), height: labelHeight, zIndex: order.length - index };
    });

    const outside = placed.filter((request) => !isInside(request, free));
    const legendTop = free.bottom - legendGap - legend.height;
    const legendBox: Box = {
      left: free.left,
      top: legendTop,
      right: free.left + legendGap + legend.width,
      bottom: free.bottom,
    };
    const hasLegend = legend.height > 0;
    const points = pointAtOutside(outside, free, hasLegend ? free.bottom - legendTop + legendGap : 0);
    const pointers: Box[] = [];
    for (const [index, { mark, zIndex }] of outside.entries()) {
      const point = points?.[index];
      mark.element.hidden = point === undefined || point.size === 0;
      if (point === undefined || point.size === 0) continue;
      const { angleDeg, size } = point;
      name(mark, `在画面${directionWord(angleDeg)}边之外${size > 1 ? `，该方向共 ${size} 起` : ''}`, size);
      mark.element.style.setProperty('--angle', `${angleDeg}deg`);
      mark.standsFor = outside.filter((_, other) => points?.[other]?.leader === index).map((one) => one.mark.call.id);
      move(mark, point, 'edge', zIndex);
      pointers.push(around(point, pointerReach));
    }

    const inside = placed.filter((request) => isInside(request, free));
    const { leaders, sizes } = groupCallMarks(inside);
    const seen = inside.filter((_, index) => leaders[index] === index);
    const sides = placeCallLabels(seen, free, hasLegend ? [...pointers, legendBox] : pointers);
    for (const [index, { mark }] of inside.entries()) mark.element.hidden = leaders[index] !== index;
    const covered = [...pointers];
    for (const [index, request] of seen.entries()) {
      const side = sides[index] ?? 'hidden';
      const leader = inside.indexOf(request);
      const size = sizes[leader] ?? 1;
      request.mark.standsFor = inside.filter((_, other) => leaders[other] === leader).map((one) => one.mark.call.id);
      name(request.mark, size > 1 ? `此处共 ${size} 起` : '', size > 1 ? size : null);
      move(request.mark, request, side, request.zIndex);
      covered.push(around(request, markReach));
      if (side !== 'hidden') covered.push(labelBox(request, side));
    }
    onPlaced(covered);
  }

  return {
    setPlane: (next) => {
      plane = next;
      for (const mark of order) write(mark, mark.call);
      place();
    },
    setCalls: (calls) => {
      const shown = calls.slice(0, maxCallMarks);
      const ids = new Set(shown.map(({ id }) => id));
      for (const [id, mark] of marks) {
        if (ids.has(id)) continue;
        mark.element.remove();
        marks.delete(id);
      }
      order = shown.map((call) => {
        const mark = marks.get(call.id) ?? add(call);
        write(mark, call);
        return mark;
      });
      place();
    },
    setCamera: (next) => {
      camera = next;
      place();
    },
    setLegend: (width, height) => {
      legend = { width, height };
      place();
    },
    destroy: () => layer.remove(),
  };
}
