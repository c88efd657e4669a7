import type { CabinState } from '../../contract/endpoints/cabin.ts';
import { toWireTime } from '../../contract/time.ts';

const nowMs = Date.UTC(2026, 10, 24, 1, 30, 2);

/** A lift with two notices, as the server answers. */
export const cabinFixture: CabinState = {
  now: toWireTime(nowMs),
  tag: 'YC-0005',
  name: '1 号梯轿厢屏',
  community_name: '翠湖花园',
  addr: '3 幢 2 单元',
  rescue_code: '102938',
  hotline: '96333',
  property_name: '翠湖物业',
  maintenance_name: '迅达维保',
  brand_name: '云梯',
  next_inspection_on: '2027-03-18',
  last_service_on: '2026-11-15',
  outage: null,
  notices: [
    {
      id: 12,
      title: '电梯定期检验公告',
      content: '检验机构将于 11 月 26 日对本小区电梯进行定期检验，检验期间各梯依次停用约一小时。',
      kind: 'inspection',
      until: toWireTime(nowMs + 3 * 86_400_000),
      is_new: true,
    },
    {
      id: 11,
      title: '请勿将电动自行车推入电梯',
      content: '电动自行车及其电池进入轿厢有起火危险。请将车辆停放在集中充电区。',
      kind: 'safety',
      until: toWireTime(nowMs + 60 * 86_400_000),
      is_new: false,
    },
  ],
  codes: Array.from({ length: 13 }, (_, index) => ({
    code: String(482_913 + index * 7_919).slice(0, 6),
    from: toWireTime(nowMs - 2_000 + index * 5_000),
    until: toWireTime(nowMs + 3_000 + index * 5_000),
  })),
};

export const cabinNowMs = nowMs;
