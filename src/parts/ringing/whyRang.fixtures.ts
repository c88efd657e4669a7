import { whyRangSchema, type WhyRang } from '../../contract/entities/whyRang.ts';
import { fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';

const second = 1_000;
const agoMs = 462 * second;
const at = (afterMs: number): string => fixtureTime(agoMs - afterMs);

/** A call that rang at two consoles for 42 s until one of them took it. */
export const whyRangFixture = (more: Partial<WhyRang> = {}): WhyRang =>
  whyRangSchema.parse({
    rang: true,
    decision: 'floor',
    reason: '安全底线：困人、按钮求救、呼喊求救与电话报警一律开救援单并响铃，任何规则都不能关闭。',
    rescue_order_id: 318,
    steps: [
      { at: at(-900), position: null, title: '设备上报', detail: '困人，采集器 COL-1518，按设备时钟' },
      { at: at(0), position: 48_211, title: '写入日志，回执发给设备', detail: '首次上报' },
      { at: at(12), position: 48_212, title: '规则 4：求救开救援单', detail: '设备检测困人' },
      { at: at(31), position: null, title: '推送到值班台', detail: '提交日志后立即推送' },
      { at: at(10_000), position: null, title: '提醒：无人受理', detail: '每 10 秒一次，共 4 次，末次 18:35:28' },
      { at: at(42_000), position: 48_220, title: '受理，停止响铃', detail: '张伟' },
    ],
    rung: [
      {
        user_name: '张伟',
        console: 'Chrome（Windows） · 10.20.1.31',
        signed_in_at: fixtureTime(5 * 3_600 * second),
        first_at: at(31),
        until: at(42_000),
        sound: 'armed',
        answered: true,
      },
      {
        user_name: '刘洋',
        console: 'Edge（Windows） · 10.20.1.32',
        signed_in_at: fixtureTime(3 * 3_600 * second),
        first_at: at(31),
        until: at(42_000),
        sound: 'blocked',
        answered: false,
      },
    ],
    rung_num: 2,
    not_rung: [
      { user_name: '王芳', console: 'Chrome（Windows） · 10.20.4.7', reason: 'noPermission' },
      { user_name: '周边', console: 'Chrome（macOS） · 10.20.9.2', reason: 'outOfScope' },
      { user_name: '李娜', console: '', reason: 'notSignedIn' },
    ],
    not_rung_num: 3,
    has_consoles: true,
    kept_since: fixtureTime(90 * 86_400 * second),
    ...more,
  });

/** A call by telephone that its author took while registering it. */
export const whyTakenFixture = (): WhyRang =>
  whyRangFixture({
    rang: false,
    decision: 'taken',
    reason: '登记人在登记来电时即受理，无需他人接听，值班台未响铃。',
    steps: [
      { at: at(0), position: 48_240, title: '人工登记，开救援单', detail: '电话报警' },
      { at: at(0), position: 48_241, title: '登记时即受理，未响铃', detail: '张伟' },
    ],
    rung: [],
    rung_num: 0,
    not_rung: [],
    not_rung_num: 0,
    has_consoles: false,
  });

/** A scooter in the car: seen, but no danger to life. */
export const whySilentFixture = (): WhyRang =>
  whyRangFixture({
    rang: false,
    decision: 'priority',
    reason: '优先级 2（重要）的报警不响铃，只在列表与数据概览中显示。',
    rescue_order_id: null,
    steps: [
      { at: at(-400), position: null, title: '设备上报', detail: '电动车入梯，采集器 COL-1518，按设备时钟' },
      { at: at(0), position: 48_230, title: '写入日志，回执发给设备', detail: '首次上报' },
      { at: at(30_000), position: 48_236, title: '重复上报 5 次', detail: '同一报警只计数，不再响铃' },
    ],
    rung: [],
    rung_num: 0,
    not_rung: [],
    not_rung_num: 0,
    has_consoles: false,
  });
