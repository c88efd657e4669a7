import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { bridgeSecret } from '../../server/gateway/credentials.ts';
import type { BenchServerProcess } from './benchServerProcess.ts';

const program = fileURLToPath(new URL('./fleetLoadClients.run.ts', import.meta.url));
const sentSchema = z.object({ sent: z.number() });

export interface ReportingLifts {
  /** Resolves to the number of reports sent so far. */
  sent(): Promise<number>;
  stop(): void;
}

/**
 * Lifts that report at this rate over bridge connections, from a process of their own. Resolves when all are connected. Real ones take
 * nothing from the server's cores, so this process gives way to it; what it could not send in time shows in `sent`.
 */
export async function startReportingLifts(
  { mqttPort, siteKey }: Pick<BenchServerProcess, 'mqttPort' | 'siteKey'>,
  load: { readonly lifts: number; readonly connections: number; readonly perSecond: number },
): Promise<ReportingLifts> {
  const child = fork(
    program,
    [String(mqttPort), bridgeSecret(siteKey), String(load.lifts), String(load.connections), String(load.perSecond)],
    { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const heard = async (): Promise<number> => {
    const [message]: unknown[] = await once(child, 'message');
    return sentSchema.parse(message).sent;
  };
  await heard();
  return {
    sent() {
      child.send('sent');
      return heard();
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
