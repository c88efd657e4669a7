import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { changesOf, keptDetail, recordedResult } from './correction.ts';
import { rescueFacts } from './RescueHistoryDetail.tsx';

const row = rescueRowFixture({
  id: 900,
  stage: 'completed',
  agoMs: 3_600_000,
  row: { cause: 'door', cause_label: '门系统故障', cause_detail: '302', cause_detail_label: '厅门锁' },
});
const result = {
  peopleNum: 1,
  cause: 'door',
  wasTrapped: true,
  injuredNum: 0,
  vulnerableNum: 0,
  handedTo: 'none',
  calledBack: true,
} as const;
const before = { ...result, causeDetail: '302' };

test('the record on screen and on paper names the detail in the words of its time', () => {
  expect(rescueFacts(row)).toContainEqual({ label: '具体原因', value: '厅门锁' });
  expect(keptDetail(row)).toEqual({ cause: 'door', code: '302', name: '厅门锁' });
  expect(recordedResult(row)).toMatchObject({ cause: 'door', causeDetail: '302' });
});

test('a correction says of the detail only what differs: it stays, changes or is taken away', () => {
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...result, causeDetail: '301' })).toEqual({ causeDetail: '301' });
  expect(changesOf(before, result)).toEqual({ causeDetail: '' });
  expect(changesOf(result, result)).toEqual({});
});

test('the way of release is corrected and taken away like the detail; without a detail the record names that of the fault', () => {
  const released = { ...result, releaseWay: 'levelOpening' } as const;
  expect(changesOf(result, released)).toEqual({ releaseWay: 'levelOpening' });
  expect(changesOf(released, result)).toEqual({ releaseWay: '' });
  const linked = {
    ...row,
    cause_detail: '',
    cause_detail_label: '',
    fault_cause: { exception_id: 77, code: '302', label: '厅门锁' },
  };
  expect(rescueFacts(linked)).toContainEqual({ label: '具体原因', value: '厅门锁（来自故障 77）' });
});
