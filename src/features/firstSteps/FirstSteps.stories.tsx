import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { communitySave } from '../../contract/endpoints/community.ts';
import { deviceBind } from '../../contract/endpoints/device.ts';
import { elevatorSave } from '../../contract/endpoints/liftRegister.ts';
import { regionSave } from '../../contract/endpoints/region.ts';
import { siteSetup, siteTestCall, type SiteSetup } from '../../contract/endpoints/setup.ts';
import { userSave } from '../../contract/endpoints/user.ts';
import { rescueWhy } from '../../contract/endpoints/whyRang.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createFirstSteps } from './index.ts';

const empty: SiteSetup = {
  is_demo: false,
  region: null,
  hotline: { value: '96333', is_confirmed: false },
  reached_by: {
    is_encrypted: false,
    base_url: 'http://localhost:8080',
    is_base_url_set: false,
    is_mqtt_encrypted: false,
  },
  dispatcher_num: 0,
  dispatcher_role_id: 3,
  lift: null,
  answered_call: null,
};
const staffed: SiteSetup = {
  ...empty,
  region: { id: 1, name: '云川市', is_city: true },
  hotline: { value: '96333', is_confirmed: true },
  dispatcher_num: 1,
};
const ready: SiteSetup = {
  ...staffed,
  lift: { id: 1, tag: 'TEST-01', place: '测试小区 测试电梯', device_key: 'TEST-COL-01' },
};
const finished: SiteSetup = {
  ...ready,
  reached_by: {
    is_encrypted: true,
    base_url: 'https://lift.example.cn',
    is_base_url_set: true,
    is_mqtt_encrypted: true,
  },
  answered_call: { id: 1, tag: 'TEST-01', answered_by: '张伟' },
};

function story(setup: SiteSetup, address = '', answers: readonly FixtureAnswer[] = []) {
  let now = setup;
  const { call, asked } = fixtureCall([answer(siteSetup, () => now), ...answers]);
  return {
    asked,
    become: (next: SiteSetup) => {
      now = next;
    },
    render: () => <ScreenStory create={createFirstSteps} address={address} deps={featureDepsFixture({ call })} />,
  };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

export default { title: 'features/FirstSteps' };

const beginning = story(empty, '', [
  answer(regionSave, () => {
    beginning.become({ ...empty, region: { id: 1, name: '云川市', is_city: true } });
    return { id: 1, version: 1 };
  }),
]);
/** A new site begins with its region, which is done as soon as the data has it. */
export const Beginning = {
  render: beginning.render,
  play: async () => {
    await press('建立区域');
    await expect(await screen.findByText('请填写名称')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/区域名称/), '云川市');
    await press('建立区域');
    await expect(await screen.findByText(/已建立区域“云川市”，救援须在 30 分钟内到场/)).toBeVisible();
    await expect(screen.getByRole('link', { name: /1\. 区域.*已完成/ })).toBeVisible();
  },
};

export const Hotline = story({ ...empty, region: staffed.region }, '?step=hotline');

/** The missing parts of this connection, and the settings for them. */
export const Unencrypted = {
  render: story(staffed, '?step=tls').render,
  play: async () => {
    await expect(await screen.findByText(/TLS_CERT_FILE 与 TLS_KEY_FILE 后重启服务/)).toBeVisible();
    await expect(screen.getByText(/二维码指向本机地址/)).toBeVisible();
    await expect(screen.getByText(/设备的 MQTT 连接未加密/)).toBeVisible();
  },
};

const people = story({ ...staffed, dispatcher_num: 0 }, '?step=people', [
  answer(userSave, () => {
    people.become(staffed);
    return { id: 9, version: 1, password: '6zp5-3z85-f978-d7zz' };
  }),
]);
/** The first dispatcher answers for the whole region; the one-time password is shown this once. */
export const People = {
  render: people.render,
  play: async () => {
    await userEvent.type(await screen.findByLabelText(/^姓名/), '张伟');
    await userEvent.type(screen.getByLabelText(/^登录账号/), 'zhangwei');
    await press('建立调度员账号');
    await expect(await screen.findByText('6zp5-3z85-f978-d7zz')).toBeVisible();
    await expect(people.asked).toContainEqual({
      path: userSave.path,
      method: 'POST',
      input: { account: 'zhangwei', name: '张伟', mobile: '', role_id: 3, organizations: ['1-1'] },
    });
  },
};

const entrusted = story({ ...staffed, dispatcher_num: 0 }, '?step=people', [
  answer(userSave, () => {
    entrusted.become(staffed);
    return { id: 9, version: 1, has_password: false };
  }),
]);
/** An administrator, who answers no calls, makes the account; a super administrator gives its password. */
export const PeopleWithoutPassword = {
  render: entrusted.render,
  play: async () => {
    await userEvent.type(await screen.findByLabelText(/^姓名/), '张伟');
    await userEvent.type(screen.getByLabelText(/^登录账号/), 'zhangwei');
    await press('建立调度员账号');
    await expect(await screen.findByText(/已建立，但还没有密码：请超级管理员/)).toBeVisible();
  },
};

let communities = 0;
let isKeyTaken = true;
const firstLift = story(staffed, '?step=lift', [
  answer(communitySave, () => ({ id: (communities += 1), version: 1 })),
  answer(elevatorSave, () => ({ id: 1, version: 1 })),
  {
    endpoint: deviceBind,
    answer: () => {
      if (isKeyTaken) {
        isKeyTaken = false;
        throw new CallError('refused', '请修改标出的内容后重试', 422, [
          { field: 'device_key', message: '这个编号已绑定电梯，请核对；更换电梯须先解绑' },
        ]);
      }
      firstLift.become(ready);
      return {
        device_key: 'TEST-COL-02',
        username: 'TEST-COL-02',
        secret_version: 1,
        secret: 'x',
        broker: { port: 1883, tls: false },
      };
    },
  },
]);
/** A refusal of the last of three steps keeps what was made: the next try goes on from there. */
export const FirstLift = {
  render: firstLift.render,
  play: async () => {
    await userEvent.type(await screen.findByLabelText(/^经度/), '120.1');
    await userEvent.type(screen.getByLabelText(/^纬度/), '30.2');
    await press('建立测试电梯');
    await expect(await screen.findByText(/这个编号已绑定电梯/)).toBeVisible();
    await userEvent.clear(screen.getByLabelText(/^采集器编号/));
    await userEvent.type(screen.getByLabelText(/^采集器编号/), 'TEST-COL-02');
    await press('建立测试电梯');
    await expect(await screen.findByText(/电梯 TEST-01（测试小区 测试电梯）已绑定采集器/)).toBeVisible();
    await expect(communities).toBe(1);
  },
};

const at = '2026-11-22T23:31:10.000+08:00';
const calling = story(ready, '?step=call', [
  answer(siteTestCall, () => ({ rescue_order_id: 1 })),
  answer(rescueWhy, () => ({
    rang: true,
    decision: 'floor' as const,
    reason: '安全底线：轿厢按钮求救',
    rescue_order_id: 1,
    steps: [],
    rung: [
      {
        user_name: '张伟',
        console: 'Chrome（Windows）',
        signed_in_at: at,
        first_at: at,
        until: null,
        sound: 'armed' as const,
        answered: false,
      },
    ],
    rung_num: 1,
    not_rung: [],
    not_rung_num: 0,
    has_consoles: true,
    kept_since: at,
  })),
]);
/** The test shows which console rang, and whether it could sound. */
export const TestCall = {
  render: calling.render,
  play: async () => {
    await press('发起测试呼叫');
    const consoles = await screen.findByRole('list', { name: '响铃的值班台' });
    await waitFor(() => expect(consoles).toHaveTextContent('张伟（Chrome（Windows））23:31:10 开始响铃，可发声'));
  },
};

export const TestRefused = {
  render: story(ready, '?step=call', [
    failing(siteTestCall, new CallError('refused', '该电梯有未结束的救援单，请结束后再测试', 409)),
  ]).render,
  play: async () => {
    await press('发起测试呼叫');
    await expect(await screen.findByText(/该电梯有未结束的救援单/)).toBeVisible();
  },
};

export const TooEarlyToTest = story(empty, '?step=call');
export const Finished = story(finished, '?step=call');
export const Loading = {
  render: () => (
    <ScreenStory create={createFirstSteps} deps={featureDepsFixture({ call: fixtureCall([silent(siteSetup)]).call })} />
  ),
};
