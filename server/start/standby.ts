import { once } from 'node:events';
import { liftPageText } from '../http/codePage/liftPageText.ts';
import { codePageHeaders } from '../http/codePage/pageFrame.ts';
import { createServer, type Tls } from '../http/createServer.ts';
import { projections } from '../lifecycleEntries.ts';
import { refuseOtherSecrets, fingerprintKey } from './secretsFingerprint.ts';
import type { LeaseRequest } from '../store/postgres/leaseSession.ts';
import { StoreNewerError } from '../store/errors.ts';
import type { LogAnchor } from '../store/integrity/logAnchor.ts';
import { knownSteps } from '../store/migrations/migrate.ts';
import { refuseOlderProgram } from '../store/olderProgram.ts';

/** The event that a process waits for before it may serve: another one to end, or the database to answer. */
export type WaitingFor = 'active' | 'database';

const messages: Readonly<Record<WaitingFor, string>> = {
  active: '备用进程：另一个梯安进程正在服务，请连接到它',
  database: '数据库暂时无法连接，恢复后自动继续',
};

export interface StandbyOptions {
  readonly port: number;
  readonly host: string;
  readonly tls: Tls | undefined;
  /** The secrets' paths by what people call them. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Each is called once, with the port of the health check; undefined if that port is taken. */
  readonly onWaiting: (what: WaitingFor, port: number | undefined) => void;
  /** Called when it may serve: it opens the log. */
  readonly onClaimed: () => void;
}

export interface Standby {
  readonly lease: LeaseRequest;
  /** Returns the state of the log that this process saw while it waited. */
  seenLog(): LogAnchor | undefined;
  /** Gives the port back. */
  close(): Promise<void>;
}

/**
 * Keeps a process waiting until it may serve: it immediately refuses whatever would keep it from taking over later, and answers every request
 * on its port with 503, so that a load balancer and people can tell it from one that is down.
 */
export function createStandby({ port, host, tls, secrets, onWaiting, onClaimed }: StandbyOptions): Standby {
  let what: WaitingFor = 'active';
  let answering: Promise<number | undefined> | undefined;
  let seen: LogAnchor | undefined;
  const server = createServer(tls, ({ url = '' }, response) => {
    // A person in a car who scans its code meanwhile learns whom to call.
    const isCodePage = /^\/q([/?]|$)/.test(url);
    const body = isCodePage
      ? liftPageText({ hotline: undefined, code: '', found: 'unread', ticket: '' })
      : JSON.stringify({ code: 503, message: messages[what], data: { ready: false, waiting_for: what } });
    response
      .writeHead(503, {
        ...(isCodePage ? codePageHeaders({ hasForms: false }) : { 'content-type': 'application/json; charset=utf-8' }),
        'cache-control': 'no-store',
        'retry-after': '5',
        connection: 'close',
      })
      .end(body);
  });

  async function listen(): Promise<number | undefined> {
    server.listen(port, host);
    try {
      await once(server, 'listening');
    } catch {
      // The port is another's, perhaps the active process's on this same machine.
      return undefined;
    }
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  }

  async function waitFor(next: WaitingFor): Promise<void> {
    what = next;
    answering ??= listen();
    onWaiting(next, await answering);
  }

  return {
    lease: {
      async whileTaken(view) {
        refuseOtherSecrets(await view.meta(fingerprintKey), secrets);
        const unknown = (await view.migrations()).find((name) => !knownSteps.has(name));
        if (unknown !== undefined) throw new StoreNewerError(new Error(`unknown migration ${unknown}`));
        refuseOlderProgram(projections, await view.projections());
        await waitFor('active');
      },
      whileAway: () => waitFor('database'),
      onClaimed(found) {
        seen = found;
        onClaimed();
      },
    },
    seenLog: () => seen,
    async close() {
      if ((await answering) === undefined || !server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
