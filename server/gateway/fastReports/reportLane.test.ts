import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mqttPacket, publishPacket } from '../../../tests/support/mqttPackets.ts';
import { ReportLane } from './reportLane.ts';

/** A lane that knows the lifts A and B, and a record of what went which way. */
function openLane(maxPacketBytes = 65_536, admits: (packetType: number, bytes: number) => boolean = () => true) {
  const reports: string[] = [];
  const left: Buffer[] = [];
  let tooLarge = 0;
  let floods = 0;
  const lane = new ReportLane({
    maxPacketBytes,
    take(deviceKey, payload) {
      if (!['A', 'B'].includes(deviceKey)) return false;
      reports.push(`${deviceKey}: ${payload.toString()}`);
      return true;
    },
    onTooLarge: () => (tooLarge += 1),
    admits,
    onFlood: () => (floods += 1),
  });
  return {
    reports,
    hear(bytes: Buffer, mayTake = true) {
      const rest = lane.read(bytes, mayTake);
      if (rest !== null) left.push(rest);
    },
    get left() {
      return Buffer.concat(left);
    },
    get tooLarge() {
      return tooLarge;
    },
    get floods() {
      return floods;
    },
  };
}

/** `bytes` in pieces of these sizes, again and again. */
function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += cut.at(-1)?.length ?? 0)
    cut.push(bytes.subarray(at, at + (sizes[cut.length % sizes.length] ?? 1)));
  return cut;
}

const pieceSizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 });

describe('what a connection says', () => {
  test('reports are taken in where they are whole; everything else goes on as it came', () => {
    const lane = openLane();
    const event = publishPacket('lift/A/event', '{"kind":"trapped"}', 0x32);
    const ping = mqttPacket(0xc0, Buffer.alloc(0));
    lane.hear(
      Buffer.concat([
        publishPacket('lift/A/telemetry', 'one'),
        event,
        publishPacket('lift/B/telemetry', 'two', 0x31),
        ping,
      ]),
    );
    expect(lane.reports).toEqual(['A: one', 'B: two']);
    expect(lane.left).toEqual(Buffer.concat([event, ping]));
  });

  test.each([
    ['a report that wants an answer', publishPacket('lift/A/telemetry', 'x', 0x32)],
    ['a report of an unknown lift', publishPacket('lift/C/telemetry', 'x')],
    ['a topic that is none of ours', publishPacket('lift/A/telemetry/more', 'x')],
    ['a topic longer than its packet', mqttPacket(0x30, Buffer.from([0x00, 0xff, 0x41]))],
    ['a publish without a topic', mqttPacket(0x30, Buffer.from([0x00]))],
    ['an empty packet', mqttPacket(0x30, Buffer.alloc(0))],
  ])('%s goes on to the broker', (_, bytes) => {
    const lane = openLane();
    lane.hear(bytes);
    expect(lane.reports).toEqual([]);
    expect(lane.left).toEqual(bytes);
  });

  test('before a connection has signed in, all goes on', () => {
    const lane = openLane();
    const bytes = publishPacket('lift/A/telemetry', 'one');
    lane.hear(bytes, false);
    expect(lane.reports).toEqual([]);
    expect(lane.left).toEqual(bytes);
  });

  test('no report is lost or taken twice, and no other byte changed, however it is cut', () => {
    const report = fc.record({
      isReport: fc.constant(true),
      key: fc.constantFrom('A', 'B'),
      payload: fc.string({ maxLength: 200 }),
    });
    const other = fc.record({
      isReport: fc.constant(false),
      header: fc.constantFrom(0x32, 0x82, 0xc0, 0xe0),
      payload: fc.string({ maxLength: 200 }),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(report, other)), pieceSizes, (packets, sizes) => {
        const lane = openLane();
        const bytes = packets.map((said) =>
          'key' in said
            ? publishPacket(`lift/${said.key}/telemetry`, said.payload)
            : mqttPacket(said.header, Buffer.from(said.payload)),
        );
        for (const piece of pieces(Buffer.concat(bytes), sizes)) lane.hear(piece);
        // Split reports are in what went on, as whole packets again.
        const whole = openLane();
        whole.hear(lane.left);
        const said = packets.flatMap((each) => ('key' in each ? [`${each.key}: ${each.payload}`] : []));
        expect([...lane.reports, ...whole.reports].toSorted()).toEqual(said.toSorted());
        expect(whole.left).toEqual(Buffer.concat(bytes.filter((_, place) => !('key' in (packets[place] ?? {})))));
      }),
    );
  });

  test('packets within the limit pass, however they are cut; one above it does not', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { minLength: 1 }), pieceSizes, (bodySizes, sizes) => {
        const bytes = Buffer.concat(bodySizes.map((size) => mqttPacket(0x30, Buffer.alloc(size))));
        const within = openLane(400);
        for (const piece of pieces(bytes, sizes)) within.hear(piece);
        expect(within.tooLarge).toBe(0);
        expect(within.left).toEqual(bytes);
        const above = openLane(400);
        for (const piece of pieces(Buffer.concat([bytes, mqttPacket(0x30, Buffer.alloc(401))]), sizes))
          if (above.tooLarge === 0) above.hear(piece);
        expect(above.tooLarge).toBe(1);
      }),
    );
  });

  test('every packet is counted by its type and size, however it is cut; from one that is not admitted on nothing goes on', () => {
    const packets = [
      publishPacket('lift/A/telemetry', 'one'),
      mqttPacket(0xc0, Buffer.alloc(0)),
      mqttPacket(0x82, Buffer.alloc(9)),
      mqttPacket(0xc0, Buffer.alloc(0)),
    ];
    fc.assert(
      fc.property(pieceSizes, (sizes) => {
        const seen: [number, number][] = [];
        let pings = 0;
        const lane = openLane(400, (type, bytes) => {
          seen.push([type, bytes]);
          if (type === 12) pings += 1;
          return pings < 2;
        });
        for (const piece of pieces(Buffer.concat(packets), sizes)) lane.hear(piece);
        expect(seen).toEqual([
          [3, 21],
          [12, 0],
          [8, 9],
          [12, 0],
        ]);
        expect(lane.floods).toBe(1);
      }),
    );
  });

  test('a length that never ends is refused', () => {
    const lane = openLane();
    lane.hear(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]));
    expect(lane.tooLarge).toBe(1);
    expect(lane.left).toHaveLength(0);
  });
});
