import type * as z from 'zod';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { deviceBind } from '../../../src/contract/endpoints/device.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { Judgement } from '../rows/rowResource.ts';

/** The facts by which it is decided whether a lift has room for a device, by the names of the call. */
export const roomSchema = deviceBind.input.pick({
  elevator_id: true,
  device_key: true,
  device_type: true,
  is_rescue_terminal: true,
});
export type EnteredDevice = z.output<typeof roomSchema>;

type Errors = FieldErrors['errors'];

/** A key names one device at a time. */
function* takenKey(queries: Queries, _id: number | null, { device_key }: EnteredDevice): TransactionSteps<Errors> {
  const [taken] = yield* run(queries.selectFrom('devices').select('device_key').where('device_key', '=', device_key));
  return taken === undefined ? [] : [{ field: 'device_key', message: '这个编号已绑定电梯，请核对；更换电梯须先解绑' }];
}

function* oneCollector(queries: Queries, _id: number | null, device: EnteredDevice): TransactionSteps<Errors> {
  if (device.device_type !== 'COL') return [];
  const [collector] = yield* run(
    queries
      .selectFrom('devices')
      .select('device_key')
      .where('elevator_id', '=', device.elevator_id)
      .where('device_type', '=', 'COL'),
  );
  return collector === undefined
    ? []
    : [{ field: 'device_type', message: `该电梯已绑定采集器 ${collector.device_key}，请先解绑` }];
}

function* oneTerminal(queries: Queries, _id: number | null, device: EnteredDevice): TransactionSteps<Errors> {
  if (!device.is_rescue_terminal) return [];
  const [terminal] = yield* run(
    queries
      .selectFrom('devices')
      .select('device_key')
      .where('elevator_id', '=', device.elevator_id)
      .where('is_rescue_terminal', '=', 1),
  );
  return terminal === undefined
    ? []
    : [{ field: 'is_rescue_terminal', message: `该电梯的救援终端是 ${terminal.device_key}，请绑定后再改指定` }];
}

/** The problems of a new device beside those that are bound already. */
export const roomJudgements: readonly Judgement<EnteredDevice>[] = [takenKey, oneCollector, oneTerminal];
