import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { openStore } from '../../server/store/open.ts';
import { runProgram } from '../support/programs.ts';
import { killProjection } from './storeKill.projection.ts';

export interface WriterSettings {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly ackFile: string;
  readonly run: number;
  readonly writers: number;
  readonly total?: number;
  readonly retry: readonly string[];
  readonly rebuilding?: boolean;
}

/** Starts the writing process, behind `prefix` (a tracer) when given. */
export function startWriter(settings: WriterSettings, prefix: readonly string[] = []): ChildProcess {
  const [command, ...args] = [
    ...prefix,
    process.execPath,
    ...runProgram('tests/faults/storeKill.writer.ts'),
    JSON.stringify(settings),
  ];
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

export interface Notes {
  /** Message ids in the order sent. */
  readonly sent: readonly string[];
  /** Position by message id. */
  readonly acked: ReadonlyMap<string, number>;
  readonly ackedAfterFatal: number;
  readonly fatal: boolean;
}

export async function readNotes(ackFile: string): Promise<Notes> {
  const lines = (await readFile(ackFile, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const fatalAt = lines.indexOf('fatal');
  const acks = lines.filter((line) => line.startsWith('ack '));
  return {
    sent: lines.filter((line) => line.startsWith('sent ')).map((line) => line.slice(5)),
    acked: new Map(acks.map((line) => [line.split(' ')[1] ?? '', Number(line.split(' ')[2])])),
    fatal: fatalAt >= 0,
    ackedAfterFatal: fatalAt < 0 ? 0 : lines.slice(fatalAt).filter((line) => line.startsWith('ack ')).length,
  };
}

export interface Findings {
  readonly events: number;
  readonly lost: number;
  readonly doubled: number;
  readonly brokenAtPosition: number | undefined;
  readonly consecutive: boolean;
  readonly rowsEqualRebuild: boolean;
}

/** Opens what a killed process left and counts what must not be: nothing acknowledged lost, nothing twice, chain and rows whole. */
export async function inspect(
  place: { readonly dataDir: string; readonly databaseUrl?: string | undefined },
  acked: ReadonlyMap<string, number>,
): Promise<Findings> {
  const store = await openStore({
    ...place,
    clock: new VirtualClock(),
    projections: [killProjection],
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    const { events, brokenAtPosition } = await store.verify();
    const kept = await store.rows.selectFrom('events').select(['position', 'message_id']).orderBy('position').execute();
    const positions = new Map<string, number>();
    let doubled = 0;
    for (const { position, message_id } of kept) {
      if (message_id === null) continue;
      if (positions.has(message_id)) doubled += 1;
      positions.set(message_id, position);
    }
    const rows = () =>
      store.rows.selectFrom('rescue_deadlines').selectAll().orderBy('stream').orderBy('kind').execute();
    const live = JSON.stringify(await rows());
    await store.rebuild();
    return {
      events,
      brokenAtPosition,
      doubled,
      lost: [...acked].filter(([messageId, position]) => positions.get(messageId) !== position).length,
      consecutive: kept.every(({ position }, index) => position === index + 1),
      rowsEqualRebuild: JSON.stringify(await rows()) === live,
    };
  } finally {
    await store.close();
  }
}
