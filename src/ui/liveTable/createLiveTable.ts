import { createFrameTask } from '../canvas/createFrameTask.ts';
import type { IconName } from '../Icon/iconNames.ts';
import type { Tone } from '../StatusTag/StatusTag.tsx';
import type { LiveColumn, LiveSort, LiveTableHandle } from './liveTableTypes.ts';
import { sortRows } from './sortRows.ts';
import { placeAfterKey, rowsInSight, scrollToShow } from './tableWindow.ts';

export interface LiveTableInput {
  /** The scrolling element; header and rows are put into it. */
  readonly host: HTMLElement;
  readonly columns: readonly LiveColumn[];
  readonly rowHeight: number;
  readonly emptyText: string;
  readonly onSelect: (row: number | null) => void;
  readonly onOpen: (row: number) => void;
  /** Other rows are drawn than before: these. */
  readonly onShown: (rows: readonly number[]) => void;
}

export interface LiveTable extends LiveTableHandle {
  readonly destroy: () => void;
}

interface DrawnCell {
  readonly icon: HTMLElement;
  readonly words: Text;
  readonly element: HTMLElement;
  text: string;
  tone: Tone | null;
}

interface DrawnRow {
  readonly element: HTMLElement;
  readonly cells: readonly DrawnCell[];
  place: number;
}

const iconOf: Readonly<Record<Tone, IconName>> = {
  neutral: 'circle',
  ok: 'check',
  info: 'info-circle',
  medium: 'exclamation-circle',
  high: 'exclamation-triangle',
  critical: 'exclamation-triangle',
  offline: 'minus-circle',
};

const headerHeight = 34;
/** Tells the tables of a page apart by the ids of their rows. */
let tablesMade = 0;

function make(name: string, className: string, role: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.setAttribute('role', role);
  return element;
}

/**
 * A table of any length that draws only visible rows, with a fixed set of row elements, and writes a cell only when
 * its text changed: twenty thousand updates a second cost one pass over forty rows a frame.
 */
export function createLiveTable({
  host,
  columns,
  rowHeight,
  emptyText,
  onSelect,
  onOpen,
  onShown,
}: LiveTableInput): LiveTable {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  tablesMade += 1;
  const idPrefix = `live-table-${tablesMade}`;
  const head = make('div', 'ti-live-table__head', 'row');
  head.setAttribute('aria-rowindex', '1');
  const space = make('div', 'ti-live-table__space', 'rowgroup');
  const empty = document.createElement('p');
  empty.className = 'ti-live-table__empty';
  empty.textContent = emptyText;
  host.style.setProperty(
    '--columns',
    columns.map(({ widthPx }) => (widthPx === undefined ? 'minmax(0, 1fr)' : `${widthPx}px`)).join(' '),
  );
  host.style.setProperty('--row-height', `${rowHeight}px`);
  host.setAttribute('aria-colcount', String(columns.length));
  host.append(head, space, empty);

  let given: Uint32Array = new Uint32Array(0);
  let order: Uint32Array = given;
  let sort: LiveSort | null = null;
  let selected: number | null = null;
  let pool: DrawnRow[] = [];
  let isAnew = true;
  let shown = { first: 0, last: 0 };

  const headers = columns.map((column) => {
    const header = make('div', 'ti-live-table__header', 'columnheader');
    if (column.align === 'right') header.dataset['align'] = 'right';
    if (column.sortKey === undefined) header.textContent = column.title;
    else {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = column.title;
      button.addEventListener('click', () => sortBy(column.key), options);
      header.append(button);
    }
    head.append(header);
    return header;
  });

  function makeRow(): DrawnRow {
    const element = make('div', 'ti-live-table__row', 'row');
    const cells = columns.map(({ align, isWhole = false }): DrawnCell => {
      const cell = make('div', 'ti-live-table__cell', 'gridcell');
      if (align === 'right') cell.dataset['align'] = 'right';
      if (isWhole) cell.dataset['whole'] = '';
      const icon = document.createElement('i');
      icon.setAttribute('aria-hidden', 'true');
      const words = document.createTextNode('');
      cell.append(icon, words);
      element.append(cell);
      return { icon, words, element: cell, text: '', tone: null };
    });
    space.append(element);
    return { element, cells, place: -1 };
  }

  function write(drawn: DrawnRow, row: number): void {
    for (const [index, column] of columns.entries()) {
      const cell = drawn.cells[index];
      if (cell === undefined) continue;
      const text = column.text(row);
      if (cell.text !== text) {
        cell.text = text;
        cell.words.data = text;
      }
      const tone = column.tone?.(row) ?? null;
      if (cell.tone !== tone) {
        cell.tone = tone;
        cell.icon.className = tone === null ? '' : `pi pi-${iconOf[tone]}`;
        if (tone === null) delete cell.element.dataset['tone'];
        else cell.element.dataset['tone'] = tone;
      }
    }
  }

  function mark(drawn: DrawnRow, row: number): void {
    const isSelected = row === selected;
    if ((drawn.element.getAttribute('aria-selected') === 'true') !== isSelected)
      drawn.element.setAttribute('aria-selected', String(isSelected));
  }

  function draw(): void {
    const { first, last } = rowsInSight(host.scrollTop, host.clientHeight - headerHeight, rowHeight, order.length);
    const wanted = last - first;
    while (pool.length < wanted) pool.push(makeRow());
    // A row element keeps its place as long as that is in sight, so a scroll moves only those that left.
    const size = pool.length;
    for (let place = first; place < first + size; place += 1) {
      const drawn = pool[place % size];
      if (drawn === undefined) continue;
      if (place >= last) {
        if (drawn.place !== -1) {
          drawn.place = -1;
          drawn.element.hidden = true;
        }
        continue;
      }
      const row = order[place] ?? 0;
      if (drawn.place !== place || isAnew) {
        drawn.place = place;
        drawn.element.hidden = false;
        drawn.element.id = `${idPrefix}-${place}`;
        drawn.element.style.transform = `translateY(${place * rowHeight}px)`;
        drawn.element.setAttribute('aria-rowindex', String(place + 2));
      }
      write(drawn, row);
      mark(drawn, row);
    }
    if (isAnew || first !== shown.first || last !== shown.last) onShown([...order.subarray(first, last)]);
    shown = { first, last };
    isAnew = false;
  }
  const task = createFrameTask(() => {
    draw();
    return false;
  });

  function arrange(): void {
    const column = columns.find(({ key }) => key === sort?.key);
    order = sort === null || column?.sortKey === undefined ? given : sortRows(given, column.sortKey, sort.isDescending);
    isAnew = true;
    space.style.height = `${order.length * rowHeight}px`;
    empty.hidden = order.length > 0;
    host.setAttribute('aria-rowcount', String(order.length + 1));
    for (const [index, { key, sortKey }] of columns.entries()) {
      const header = headers[index];
      if (sortKey !== undefined)
        header?.setAttribute('aria-sort', sort?.key !== key ? 'none' : sort.isDescending ? 'descending' : 'ascending');
    }
    task.schedule();
  }

  /** Sorts by the key: upwards at the first press, downwards at the second, unsorted at the third. */
  function sortBy(key: string): void {
    sort = sort?.key !== key ? { key, isDescending: false } : sort.isDescending ? null : { key, isDescending: true };
    arrange();
    host.scrollTop = 0;
  }

  function choose(row: number | null, isTold: boolean): void {
    selected = row;
    const place = row === null ? -1 : order.indexOf(row);
    if (place >= 0) {
      host.scrollTop = scrollToShow(place, host.scrollTop, host.clientHeight - headerHeight, rowHeight);
      host.setAttribute('aria-activedescendant', `${idPrefix}-${place}`);
    } else host.removeAttribute('aria-activedescendant');
    // At once, so that the row named as active is there.
    draw();
    if (isTold) onSelect(row);
  }

  const rowUnder = (event: Event): number | null => {
    const element = event.target instanceof Element ? event.target.closest('.ti-live-table__row') : null;
    const drawn = pool.find((candidate) => candidate.element === element);
    return drawn === undefined || drawn.place < 0 ? null : (order[drawn.place] ?? null);
  };
  space.addEventListener(
    'click',
    (event) => {
      const row = rowUnder(event);
      if (row !== null) choose(row, true);
    },
    options,
  );
  space.addEventListener(
    'dblclick',
    (event) => {
      const row = rowUnder(event);
      if (row !== null) onOpen(row);
    },
    options,
  );
  host.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== host) return;
      if (event.key === 'Enter' && selected !== null) {
        event.preventDefault();
        onOpen(selected);
        return;
      }
      const pageRows = Math.max(1, Math.floor((host.clientHeight - headerHeight) / rowHeight) - 1);
      const place = placeAfterKey(event.key, selected === null ? -1 : order.indexOf(selected), order.length, pageRows);
      if (place === null) return;
      event.preventDefault();
      choose(order[place] ?? null, true);
    },
    options,
  );
  host.addEventListener('scroll', task.schedule, { ...options, passive: true });
  const observer = new ResizeObserver(task.schedule);
  observer.observe(host);
  arrange();

  return {
    setRows: (rows) => {
      given = typeof rows === 'number' ? Uint32Array.from({ length: rows }, (_, row) => row) : rows;
      arrange();
    },
    touch: task.schedule,
    resort: arrange,
    select: (row) => choose(row, false),
    destroy: () => {
      controller.abort();
      observer.disconnect();
      task.cancel();
      pool = [];
      host.replaceChildren();
    },
  };
}
