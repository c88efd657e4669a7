import { CallError, type Call } from '../../../contract/call.ts';
import { quarantineResolve } from '../../../contract/endpoints/alarm.ts';
import { elevatorList } from '../../../contract/endpoints/elevator.ts';
import { exceptionReport } from '../../../contract/endpoints/rescue.ts';
import type { HelpRescue } from './OpenFromHelp.tsx';

const quiet = { quiet: true } as const;

/**
 * Opens rescues on the server because of messages that could not be read. The rescue comes first: where the message cannot be
 * marked after it (a colleague was quicker), it is open all the same, and `onOpened` says so.
 */
export function rescueFromHelp(call: Call, onOpened: (orderId: number, message: string) => void): HelpRescue {
  return {
    search: async (keyword, signal) => (await call(elevatorList, { keyword, page_size: 8 }, { ...quiet, signal })).list,
    open: async ({ id, repeat_num }, report) => {
      const { rescue_order_id: orderId, joined } = await call(exceptionReport, { ...report, type: 1 }, quiet);
      const opened = joined ? `已并入该电梯进行中的救援单 ${orderId}` : `已开救援单 ${orderId}`;
      try {
        await call(quarantineResolve, { id, repeat_num, note: opened, rescue_order_id: orderId }, quiet);
        onOpened(orderId, `${opened}，疑似求救已标记为已处理`);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        onOpened(orderId, `${opened}；疑似求救未能标记：${error.message}`);
      }
    },
  };
}
