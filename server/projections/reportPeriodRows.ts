import { deviceCommandPayloads } from '../../src/contract/device.ts';
import { deviceCommandEvents } from '../../src/contract/events/deviceCommand.ts';
import { streamId, streamNumber } from '../../src/contract/streamName.ts';
import { run, type InlineProjection } from '../store/eventStore.ts';

/** `device_report_periods`: the period that a device was sent and has confirmed. After `command`, whose row of the command it reads. */
export const reportPeriodRows: InlineProjection = {
  name: 'report-periods',
  version: 1,
  tables: ['device_report_periods'],
  handles: ['command.resulted', 'device.unbound'],
  *steps(event, queries) {
    if (event.type === 'device.unbound') {
      // The next binding says how often it reports.
      const deviceKey = streamId(event.stream);
      yield* run(queries.deleteFrom('device_report_periods').where('device_key', '=', deviceKey));
      return;
    }
    const { code } = deviceCommandEvents['command.resulted'].parse(event.data);
    if (code !== 0) return;
    const id = streamNumber(event.stream);
    const [command] = yield* run(
      queries.selectFrom('device_commands').select(['device_key', 'identifier', 'payload']).where('id', '=', id),
    );
    if (command?.identifier !== 'report_period') return;
    const { report_period: seconds } = deviceCommandPayloads.report_period.parse(JSON.parse(command.payload));
    yield* run(
      queries
        .insertInto('device_report_periods')
        .values({ device_key: command.device_key, report_period_seconds: seconds })
        .onConflict((conflict) => conflict.column('device_key').doUpdateSet({ report_period_seconds: seconds })),
    );
  },
};
