import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { watchDeadlines } from '../../server/domain/deadlines.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import type { Adapter } from '../../server/notify/adapter.ts';
import { createWebhook } from '../../server/notify/adapters/webhook.ts';
import { createOutbound } from '../../server/notify/outbound.ts';
import { queueNotification } from '../../server/notify/queueNotification.ts';
import { createReceiptQueue } from '../../server/notify/receiptQueue.ts';
import { recordReceipt } from '../../server/notify/recordReceipt.ts';
import { sendNotifications } from '../../server/notify/sendNotifications.ts';
import { every, systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { messageWish } from './messageWish.ts';
import { channelsOf } from './recordingChannels.ts';

/**
 * A process to be killed: facts come in, each makes one notification by a durable subscription, and all are sent over HTTP.
 * What the provider reports comes in over HTTP too, at the port that `ready` names. With `drain` no more facts come, and it says `done`
 * once nothing waits.
 */
const [dataDir = '', url = '', mode = ''] = process.argv.slice(2);
const clock = systemClock;
const fail = (error: unknown) => {
  console.error(error);
  process.exit(1);
};
const store = await openStore({ dataDir, clock, projections, onFatal: fail });
const webhook = createWebhook(
  { url, secret: 'a-secret-of-sixteen' },
  { clock, outbound: createOutbound({ allowPrivate: ['127.0.0.1'] }), variablesOf: () => [], site: 'killtest' },
);
/** The same way out as a robot, which takes a repeated message for a second one. */
const robot: Adapter = { ...webhook, channel: 'wecom', isIdempotent: false };
const fast = { perSecond: 200, addressLimits: [] };
const channels = channelsOf({ ...webhook, ...fast }, { ...robot, ...fast });

store.subscribeDurably({
  name: 'kill-facts',
  startFrom: 'beginning',
  laneOf: ({ type, stream }) => (type === 'notice.raised' ? stream : undefined),
  async onEvent({ position }) {
    await queueNotification(
      { store, clock, channels },
      messageWish({
        key: `fact:${position}`,
        position,
        channel: position % 2 === 0 ? 'webhook' : 'wecom',
        values: { 说明: String(position) },
        title: String(position),
        priority: position % 3 === 0 ? 1 : 2,
      }),
    );
  },
  onError: fail,
});
watchDeadlines({ store, clock }, fail);
sendNotifications({ store, clock, channels, onError: fail });

const receipts = createReceiptQueue({
  store,
  clock,
  channels: { demoOf: () => undefined },
  bindings: { scanned: () => Promise.resolve() },
  onReceipt: (channel, receipt, messageId) => recordReceipt({ store, clock }, channel, receipt, { messageId }),
  onTrouble: (trouble, error) => console.error(trouble, error),
});
/** A number in the body is that of a message that somebody has confirmed. Who reports it does not know by which channel it came. */
const receiver = createServer((request, response) => {
  void (async () => {
    const notificationId = Number(await text(request));
    const reading = { receipts: [{ notificationId, state: 'acknowledged', key: '1' } as const], scans: [] };
    const isKept = (await receipts.put('webhook', reading)) && (await receipts.put('wecom', reading));
    response.writeHead(isKept ? 200 : 503).end();
  })();
});
const port = await new Promise<number>((listening) => {
  receiver.listen(0, '127.0.0.1', () => {
    const address = receiver.address();
    listening(typeof address === 'object' && address !== null ? address.port : 0);
  });
});

let facts = 0;
const raiseFact = () =>
  store.append({
    stream: `notice-kill-${process.pid}-${(facts += 1)}`,
    expectedVersion: 'any',
    actor: { kind: 'system', id: 'test', name: '测试' },
    events: [
      {
        type: 'notice.raised',
        atMs: clock.nowMs(),
        data: { title: '事件', detail: '', level: 0, rescueOrderId: null, elevatorId: null, userIds: [1] },
      },
    ],
  });

async function isDone(): Promise<boolean> {
  await receipts.idle();
  const [head, read, waiting, due, reported] = await Promise.all([
    store.head(),
    store.rows.selectFrom('checkpoints').select('position').where('name', '=', 'kill-facts').executeTakeFirst(),
    store.rows
      .selectFrom('notifications')
      .select('id')
      .where('state', 'in', ['queued', 'attempted', 'retrying'])
      .executeTakeFirst(),
    store.rows.selectFrom('notification_deadlines').select('stream').executeTakeFirst(),
    store.rows.selectFrom('notify_receipts').select('id').executeTakeFirst(),
  ]);
  return read?.position === head && [waiting, due, reported].every((row) => row === undefined);
}

if (mode === 'drain')
  every(clock, 100, async () => {
    if (!(await isDone())) return;
    await store.close();
    console.log('done');
    process.exit(0);
  });
else
  every(clock, 5, async () => {
    await Promise.all([raiseFact(), raiseFact()]);
  });
console.log(`ready ${port}`);
