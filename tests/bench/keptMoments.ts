import { join } from 'node:path';
import { LibsqlConnection } from '../../server/store/sqlite/libsqlConnection.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';

export interface KeptCall {
  /** The time at which the server began to write the device's alarm, epoch ms. */
  readonly alarmMs: number;
  /** The time at which it began to write the order that the alarm opened, epoch ms. */
  readonly orderMs: number;
}

/** The calls of a running server's log that opened an order, oldest first. */
export function readKeptCalls(dataDir: string): readonly KeptCall[] {
  const connection = new LibsqlConnection(join(dataDir, sqliteFileName), { use: 'read' });
  try {
    const rows = connection.execute<{ type: string; received_at_ms: number }>(
      "select type, received_at_ms from events where type in ('alarm.raised', 'rescue.raised') order by position",
      [],
    );
    let alarmMs = Number.NaN;
    return rows.flatMap(({ type, received_at_ms: atMs }) => {
      if (type === 'rescue.raised') return [{ alarmMs, orderMs: atMs }];
      alarmMs = atMs;
      return [];
    });
  } finally {
    connection.close();
  }
}
