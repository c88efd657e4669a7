import { useState } from 'react';
import { Link } from 'react-router-dom';
import { regionSave } from '../../contract/endpoints/region.ts';
import { sysConfigEdit, sysConfigShapes } from '../../contract/endpoints/sysConfig.ts';
import type { SiteSetup } from '../../contract/endpoints/setup.ts';
import { regionFields } from '../../contract/entities/region.ts';
import { screenNamed, type BuiltScreen } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { number, text, toggle } from '../../ui/form/formFields.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import * as z from 'zod';
import { judgeConnection } from './judgeConnection.ts';
import {
  createDispatcher,
  createFirstLift,
  dispatcherSchema,
  firstLiftDefaults,
  firstLiftSchema,
  type MadeLift,
} from './setupCalls.ts';
import { SetupForm } from './SetupForm.tsx';

export interface StepProps {
  deps: FeatureDeps;
  setup: SiteSetup;
  /** Something was saved: the progress is read again. */
  onDone: () => void;
}

const quiet = { quiet: true } as const;

function PageLink({ name }: { name: BuiltScreen['name'] }) {
  const { path, title } = screenNamed(name);
  return <Link to={path}>{title}</Link>;
}

function Good({ children }: { children: string }) {
  return (
    <p className="setup-finding" data-good="true">
      <Icon name="check-circle" />
      <span>{children}</span>
    </p>
  );
}

/** The region at the top of the tree; it decides the limit for help to arrive. */
export function RegionStep({ deps, setup, onDone }: StepProps) {
  if (setup.region !== null)
    return (
      <>
        <Good>{`已建立区域“${setup.region.name}”，救援须在 ${setup.region.is_city ? 30 : 60} 分钟内到场。`}</Good>
        <p>
          下级区域与小区分组在 <PageLink name="RegionManagement" /> 中继续添加。
        </p>
      </>
    );
  return (
    <>
      <p>本站负责的行政区域，通常是一个市、区或县。小区、人员的管辖范围和到场时限都从它开始。</p>
      <SetupForm
        schema={regionFields.pick({ name: true, code: true, is_city: true })}
        fields={[
          text('name', '区域名称', { isRequired: true, placeholder: '云川市' }),
          text('code', '行政区划代码', { hint: '2 至 12 位数字，可以以后再填' }),
          toggle('is_city', '设区的市或直辖市城区', { hint: '是：30 分钟内到场；否：60 分钟', isWide: true }),
        ]}
        initial={{ is_city: true }}
        submitLabel="建立区域"
        onSubmit={async (values) => {
          await deps.call(regionSave, regionFields.parse({ ...values, type: 'area', parent_id: null }), quiet);
          onDone();
        }}
      />
    </>
  );
}

/** The number on every plate and on the page behind every code. */
export function HotlineStep({ deps, setup, onDone }: StepProps) {
  const { value, is_confirmed: isConfirmed } = setup.hotline;
  return (
    <>
      {isConfirmed && <Good>{`救援热线 ${value} 已确认。`}</Good>}
      <p>它印在每块轿厢标牌上，也是乘客扫码后一键拨打的号码。请填写昼夜有人接听的电话，并现在拨打一次核对。</p>
      <SetupForm
        key={value}
        schema={z.object({ hotline: sysConfigShapes.hotline })}
        fields={[text('hotline', '救援热线', { isRequired: true, type: 'tel' })]}
        initial={{ hotline: value }}
        submitLabel={isConfirmed ? '保存热线' : '确认热线'}
        onSubmit={async (values) => {
          await deps.call(sysConfigEdit, { hotline: String(values['hotline']) }, quiet);
          onDone();
        }}
      />
    </>
  );
}

/** The way in which this page and the devices reach the server, and the settings for encryption. */
export function TlsStep({ setup }: StepProps) {
  return (
    <>
      <p>以下由您打开本页的这次连接得出。设置写在服务器的环境变量或 tian.config.json 中，改后须重启服务。</p>
      {judgeConnection(setup.reached_by, window.location.protocol).map(({ id, isGood, text: words }) => (
        <p key={id} className="setup-finding" data-good={isGood}>
          <Icon name={isGood ? 'check-circle' : 'exclamation-triangle'} />
          <span>{words}</span>
        </p>
      ))}
    </>
  );
}

/** A dispatcher with an account: without one no call is heard. */
export function PeopleStep({ deps, setup, onDone }: StepProps) {
  const [made, setMade] = useState<{ readonly account: string; readonly password: string | null } | null>(null);
  const { region, dispatcher_role_id: roleId, dispatcher_num: count } = setup;
  if (region === null) return <p>请先建立区域：调度员负责其中的全部电梯。</p>;
  if (roleId === null)
    return (
      <p>
        本站已没有“调度员”角色，请在 <PageLink name="RoleAuthorization" /> 中建立能接听救援呼叫的角色。
      </p>
    );
  return (
    <>
      {count > 0 && <Good>{`已有 ${count} 个能接听救援呼叫的账号。`}</Good>}
      {made?.password === null && (
        <p className="setup-finding" data-good={false}>
          <Icon name="key" />
          <span>
            账号 <code>{made.account}</code> 已建立，但还没有密码：请超级管理员在 <PageLink name="UserManagement" />{' '}
            中为其重置密码或生成加入二维码。
          </span>
        </p>
      )}
      {made !== null && made.password !== null && (
        <section className="setup-once" aria-label="一次性密码">
          <p>
            账号 <code>{made.account}</code> 的一次性密码，只显示这一次，首次登录须修改：
          </p>
          <p>
            <code>{made.password}</code>
            <CopyButton text={made.password} label="一次性密码" />
          </p>
        </section>
      )}
      <p>
        求救只在调度员的值班台上响铃。先为一名调度员建立账号，其余人员在 <PageLink name="UserManagement" /> 中添加。
      </p>
      <SetupForm
        key={count}
        schema={dispatcherSchema}
        fields={[
          text('name', '姓名', { isRequired: true }),
          text('account', '登录账号', { isRequired: true, hint: '2 至 32 位小写字母、数字、点、短横或下划线' }),
          text('mobile', '手机', { type: 'tel' }),
        ]}
        initial={{}}
        submitLabel="建立调度员账号"
        onSubmit={async (values) => {
          const password = await createDispatcher(deps.call, values, { roleId, regionId: region.id });
          setMade({ account: String(values['account']), password });
          onDone();
        }}
      />
    </>
  );
}

/** A lift with a collector: a real one, or one for the test. */
export function LiftStep({ deps, setup, onDone }: StepProps) {
  const [made] = useState<MadeLift>({});
  const { lift, region } = setup;
  if (lift !== null)
    return <Good>{`电梯 ${lift.tag}（${lift.place}）已绑定采集器 ${lift.device_key}，可以用它测试。`}</Good>;
  if (region === null) return <p>请先建立区域。</p>;
  return (
    <>
      <p>
        可以在 <PageLink name="ParkManagement" />{' '}
        登记真实的小区与电梯并绑定采集器；也可以在这里建立一台测试电梯，以后改名使用或改为报废。
      </p>
      <SetupForm
        schema={firstLiftSchema}
        fields={[
          text('community_name', '小区名称', { isRequired: true }),
          text('tag', '电梯编号', { isRequired: true }),
          number('lng', '经度', { isRequired: true }),
          number('lat', '纬度', { isRequired: true }),
          text('device_key', '采集器编号', { isRequired: true }),
        ]}
        initial={firstLiftDefaults}
        submitLabel="建立测试电梯"
        onSubmit={async (values) => {
          await createFirstLift(deps.call, values, region.id, made);
          onDone();
        }}
      />
    </>
  );
}
