import { createElement } from 'react';
import { cameraDelete, cameraList, cameraSave } from '../../contract/endpoints/camera.ts';
import { addressPlaceholders, cameraPlaceLabels, cameraPlaceOptions } from '../../contract/entities/camera.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { deviceTone } from '../../parts/lift/deviceTones.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import { custom, labelIn, lookup, select, text } from '../../ui/form/formFields.ts';
import { spokenColumn, textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { CameraSecretField } from './CameraSecretField.tsx';

const secretText = ({ has_secret: hasSecret }: { readonly has_secret: boolean }): string =>
  hasSecret ? '已设置' : '未设置';

/** Cameras of lifts (`/base-data/video-management`). Where no device says whether one works, it is not checked. */
export const createVideoManagement = crudScreen({
  name: 'VideoManagement',
  list: cameraList,
  save: cameraSave,
  remove: cameraDelete,
  noun: '摄像头',
  record: 'camera',
  nameOf: (row) => `${row.elevator_tag} ${row.name}`,
  columns: [
    textColumn('name', '名称', { isSortable: true }),
    {
      ...textColumn('place', '位置', { width: 90, isSortable: true }),
      cell: (row) => cameraPlaceLabels[row.place],
      csv: (row) => cameraPlaceLabels[row.place],
    },
    spokenColumn('elevator_tag', '电梯', { width: 110, isSortable: true }),
    textColumn('community_name', '小区'),
    textColumn('vendor', '厂商', { width: 110 }),
    {
      ...textColumn('statusResult', '状态', { width: 110 }),
      cell: ({ status, statusResult: label }) =>
        createElement(StatusTag, {
          label,
          tone: status === 0 || status === 1 || status === 2 || status === 3 ? deviceTone(status) : 'neutral',
        }),
    },
    { id: 'has_secret', header: '密码', width: 84, cell: secretText, csv: secretText },
    textColumn('main_url', '主码流地址', { isHiddenByDefault: true }),
    textColumn('sub_url', '子码流地址', { isHiddenByDefault: true }),
    textColumn('device_key', '设备编号', { isHiddenByDefault: true }),
  ],
  filters: [
    textFilter('keyword', '关键字', { placeholder: '名称 / 厂商 / 电梯 / 小区' }),
    selectFilter('place', '位置', cameraPlaceOptions),
  ],
  fields: ({ call }) => [
    text('name', '名称', { isRequired: true, placeholder: '如：轿厢' }),
    lookup('elevator_id', '电梯', {
      isRequired: true,
      search: liftSearch(call),
      labelOf: labelIn('elevator_tag'),
    }),
    select('place', '位置', { isRequired: true, options: cameraPlaceOptions }),
    text('vendor', '厂商'),
    text('main_url', '主码流地址', {
      isRequired: true,
      isWide: true,
      placeholder: 'rtsp://{user}:{secret}@10.0.0.8/main/{channel}',
      hint: `可用占位符 ${addressPlaceholders.join(' ')}，取流时由服务器填入`,
    }),
    text('sub_url', '子码流地址', { isWide: true }),
    text('channel', '通道号'),
    text('device_key', '设备编号', { hint: '由这台已绑定的设备说明摄像头是否正常；留空则不检测' }),
    text('user_name', '账号'),
    custom('secret', '密码', {
      emptyValue: '',
      render: (control) => createElement(CameraSecretField, { control }),
    }),
  ],
  formColumns: 2,
  hint: '登记电梯轿厢、机房、候梯厅等处的摄像头。密码加密保存，任何页面都不再显示。',
});
