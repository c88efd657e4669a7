import type { NoticeRow } from '../../contract/entities/alarmRecord.ts';
import type { MenuNode, UserInfo } from '../../contract/entities/session.ts';
import { fixtureNowMs, fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loading/loadState.ts';
import type { Notices } from '../live/watchNotices.ts';
import { toNavigation } from './toNavigation.ts';

export { fixtureNowMs };

export const storyUser: UserInfo = {
  id: 7,
  name: '张伟',
  account: 'dispatcher1',
  role_type: 5,
  role_label: '管理员',
  mobile: '',
  permissions: ['rescue.view', 'rescue.answer'],
  must_change_password: false,
};

const node = (id: number, name: string, path: string, icon: string, children: readonly MenuNode[] = []): MenuNode => ({
  id,
  name,
  path,
  icon,
  sort: id,
  is_show: true,
  type: children.length > 0 ? 0 : 1,
  children,
});

const menu = [
  node(1, '数据概览', 'DataScreening', 'objects-column'),
  node(2, '报警中心', 'alarm-center', 'bell', [
    node(3, '救援呼叫中心', 'RescueCall', 'phone'),
    node(4, '救援历史记录', 'RescueCallHistory', 'history'),
  ]),
];

export const storyNavigation = toNavigation(
  menu,
  new Map([
    ['DataScreening', '/'],
    ['RescueCall', '/alarm-center'],
    ['RescueCallHistory', '/alarm-center/rescue-call-history'],
  ]),
);
export const brokenNavigation = toNavigation(
  [...menu, node(9, '旧版页面', 'NoSuchScreen', 'file')],
  new Map([['DataScreening', '/']]),
);

const notice = (
  id: number,
  title: string,
  detail: string,
  agoMs: number,
  isRead: boolean,
  rescue?: NoticeRow['rescue'],
): NoticeRow => ({
  id,
  title,
  detail,
  channel: 'platform',
  level: 1,
  rescue_order_id: 300 + id,
  elevator_id: 1200 + id,
  is_read: isRead,
  created_at: fixtureTime(agoMs),
  ...(rescue === undefined ? {} : { rescue }),
});
const storyNotices: Notices = {
  open: 1,
  list: [
    notice(3, '困人救援：CH-03-07', '翠湖花园 3 栋 1 单元，设备检测困人，尚无人受理。', 41_000, false, {
      is_open: true,
      stage_label: '已受理',
      accepted_by: '李娜',
    }),
    notice(2, '超时未到场：CH-03-11', '滨江国际商务中心 A 座 5 号梯，救援人员超过 30 分钟未到场。', 400_000, false),
    notice(1, '困人救援：CH-03-02', '锦绣家园 1 栋货梯，轿厢按钮求救。', 5_400_000, true, {
      is_open: false,
      stage_label: '已完成',
      accepted_by: '张伟',
    }),
  ],
};
export const storyNoticesReady = ready(storyNotices);
