import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { createLiveTable, type LiveTable as Table } from './createLiveTable.ts';
import './LiveTable.css';
import type { LiveColumn, LiveTableHandle } from './liveTableTypes.ts';

interface LiveTableProps {
  label: string;
  /** Keep the same array between renders: another one makes a new table. */
  columns: readonly LiveColumn[];
  ref?: Ref<LiveTableHandle>;
  rowHeight?: number;
  emptyText?: string;
  /** The data is old: all values grey. */
  isStale?: boolean;
  onSelect?: (row: number | null) => void;
  /** Enter or double click. */
  onOpen?: (row: number) => void;
  /** These rows are drawn now, and no others. */
  onShown?: (rows: readonly number[]) => void;
}

/** A table for rows that change many times a second; live data goes in through the handle and never through React. */
export function LiveTable({
  label,
  columns,
  ref,
  rowHeight = 34,
  emptyText = '没有符合条件的数据',
  isStale = false,
  onSelect,
  onOpen,
  onShown,
}: LiveTableProps) {
  const host = useRef<HTMLDivElement>(null);
  const table = useRef<Table | null>(null);
  const selected = useEffectEvent((row: number | null) => onSelect?.(row));
  const opened = useEffectEvent((row: number) => onOpen?.(row));
  const shown = useEffectEvent((rows: readonly number[]) => onShown?.(rows));
  useEffect(() => {
    if (host.current === null) return;
    const made = createLiveTable({
      host: host.current,
      columns,
      rowHeight,
      emptyText,
      onSelect: (row) => selected(row),
      onOpen: (row) => opened(row),
      onShown: (rows) => shown(rows),
    });
    table.current = made;
    return () => {
      made.destroy();
      table.current = null;
    };
  }, [columns, rowHeight, emptyText]);
  useImperativeHandle(
    ref,
    () => ({
      setRows: (rows) => table.current?.setRows(rows),
      touch: () => table.current?.touch(),
      resort: () => table.current?.resort(),
      select: (row) => table.current?.select(row),
    }),
    [],
  );
  return (
    <div
      className="ti-frame ti-live-table"
      ref={host}
      role="grid"
      tabIndex={0}
      aria-label={isStale ? `${label}（数据已停止更新）` : label}
      data-stale={isStale || undefined}
    />
  );
}
