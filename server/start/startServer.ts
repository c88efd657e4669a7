import type { GatewayStats } from '../gateway/gatewayStats.ts';
import { openCore, type CoreOptions } from './openCore.ts';
import { createOpenParts } from '../runtime/openParts.ts';
import type { Beats } from '../runtime/beats.ts';
import { startApi, type ApiOptions } from './startApi.ts';
import { explainSystemError } from './startError.ts';
import { startGateway } from './startGateway.ts';
import { startWorker } from './startWorker.ts';
import type { EventStore } from '../store/eventStore.ts';

/** `clock` is the system's: its calendar may be set at any time, which the server notices and corrects. */
export interface StartOptions
  extends Omit<CoreOptions, 'opened' | 'onLongStep' | 'onClaimed'>, Omit<ApiOptions, 'http'> {
  /** A supervisor that restarts a server which hangs hears them. */
  readonly beats?: Beats | undefined;
}

export interface RunningServer {
  readonly httpPort: number;
  /** The port of our own broker; undefined with an outside one. */
  readonly mqttPort: number | undefined;
  readonly store: EventStore;
  readonly deviceKey: Buffer;
  /** The counts of the devices' gateway since the start. */
  gatewayStats(): GatewayStats;
  /** Lets work in progress end, then closes everything. */
  close(): Promise<void>;
}

/** The whole server in one process: all roles over one core. Throws StartError with what to do about it. */
export async function startServer({
  beats,
  webFolder,
  checkOutputs,
  ...options
}: StartOptions): Promise<RunningServer> {
  const { opened, closeAll } = createOpenParts();
  let endStart = beats?.step('启动');
  try {
    const core = await openCore({
      ...options,
      opened,
      onLongStep: beats && ((name) => beats.step(name)),
      onWaiting(what, port) {
        endStart?.();
        options.onWaiting?.(what, port);
      },
      onClaimed() {
        endStart?.();
        endStart = beats?.step('启动');
      },
    });
    const { store, deviceKey, standby } = core;
    const api = await startApi(core, { webFolder, checkOutputs });
    const worker = startWorker(core);
    // Devices first, so that no call for help waits for a page; everything closes in the opposite order.
    const gateway = await startGateway(core);
    await standby.close();
    const { port: httpPort } = await api.listen();
    worker.startProbing();
    beats?.through(() => store.write(function* () {}));
    endStart?.();
    return {
      httpPort,
      mqttPort: gateway.port,
      store,
      deviceKey,
      gatewayStats: () => gateway.stats(),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    endStart?.();
    throw explainSystemError(error, { folder: options.config.DATA_DIR });
  }
}
