import { decodeQR } from 'qr/decode.js';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { elevatorPlates, type PlateRow } from '../../contract/endpoints/plate.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createElevatorPlates } from './index.ts';
import { PlateSheets } from './PlateSheets.tsx';

const plateAt = (id: number, over: Partial<PlateRow> = {}): PlateRow => ({
  id,
  tag: `YC-${String(id).padStart(4, '0')}`,
  community_name: '翠湖花园',
  addr: `${id} 幢 1 单元`,
  rescue_code: String(100_100 + id),
  registration_code: `31103301${String(id).padStart(12, '0')}`,
  url: `https://lift.example.cn/q/AbCdEfGh1234_-${String(id).padStart(2, '0')}`,
  use_unit: { name: '安居物业服务有限公司', telephone: '0571-88001001' },
  maintenance: { name: '迅达维保', telephone: '0571-88002001' },
  next_inspection_on: '2027-03-31',
  ...over,
});

const plates = (over: Partial<PlateRow> = {}, baseUrl = 'https://lift.example.cn', isSet = true): FixtureAnswer =>
  answer(elevatorPlates, ({ ids }) => ({
    base_url: baseUrl,
    is_base_url_set: isSet,
    hotline: '96333',
    list: ids.filter((id) => id < 900).map((id) => plateAt(id, over)),
  }));

const story = (given: FixtureAnswer, address: string) => ({
  render: () => (
    <ScreenStory
      create={createElevatorPlates}
      address={address}
      deps={featureDepsFixture({ call: fixtureCall([given]).call })}
    />
  ),
});
const ten = '?ids=1,2,3,4,5,6,7,8,9,10';

export default { title: 'features/ElevatorPlates' };

/** Returns the text that a camera reads from a picture on the page. */
async function scan(picture: Element): Promise<string> {
  const side = 400;
  const copy = picture.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error('the code is no SVG');
  for (const painted of copy.querySelectorAll('[fill]'))
    painted.setAttribute('fill', painted.tagName === 'rect' ? 'white' : 'black');
  copy.setAttribute('width', String(side));
  copy.setAttribute('height', String(side));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.drawImage(image, 0, 0);
  return decodeQR(context.getImageData(0, 0, side, side));
}

const millimetres = (element: Element): { readonly width: number; readonly height: number } => {
  const { width, height } = element.getBoundingClientRect();
  return { width: (width / 96) * 25.4, height: (height / 96) * 25.4 };
};

/** One plate for each lift; a phone reads the lift's own address from it, and the digits are 20 mm high. */
export const Plates = {
  ...story(plates(), '?ids=1,2,3'),
  play: async () => {
    const plate = await screen.findByRole('article', { name: '标牌 YC-0001' });
    const code = within(plate).getByRole('img', { name: /^二维码/ });
    await expect(await scan(code)).toBe('https://lift.example.cn/q/AbCdEfGh1234_-01');
    // With its quiet zone; the modules alone are more than 30 mm wide.
    await expect(millimetres(code).width).toBeCloseTo(44, 1);
    const digits = plate.querySelector('.plate-digits text');
    if (!(digits instanceof SVGTextElement)) throw new Error('the plate has no digits');
    const { height: capHeight } = millimetres(digits);
    // The box of a line of text is taller than its digits, which are 0.7 of the font's size at least.
    await expect(Number.parseFloat(getComputedStyle(digits).fontSize) * 0.7).toBeGreaterThanOrEqual(20);
    await expect(capHeight).toBeGreaterThan(20);
    for (const { width, height } of [millimetres(plate)]) {
      await expect(width).toBeCloseTo(100, 1);
      await expect(height).toBeCloseTo(140, 1);
    }
    await expect(within(plate).getByText('0571-88002001')).toBeVisible();
    await expect(within(plate).getByText('2027-03-31')).toBeVisible();
    await expect(plate.scrollHeight).toBeLessThanOrEqual(plate.clientHeight);
  },
};

const leftOf = async (tag: string) =>
  (await screen.findByRole('article', { name: `标牌 ${tag}` })).getBoundingClientRect().left;

/** Two plates beside each other, as a window of 1,152 px holds: the third one stands below the first. */
export const ThirdAlone = {
  render: () => (
    <div style={{ width: 900 }}>
      <PlateSheets plates={[1, 2, 3].map((id) => plateAt(id))} form="plate" hotline="96333" />
    </div>
  ),
  play: async () => {
    await expect(await leftOf('YC-0002')).toBeGreaterThan(await leftOf('YC-0001'));
    await expect(await leftOf('YC-0003')).toBeCloseTo(await leftOf('YC-0001'), 0);
  },
};

/** Ten lifts take two sheets, the second with two stickers. */
export const Sheets = {
  ...story(plates(), `${ten}&form=sheet`),
  play: async () => {
    await expect(await screen.findByRole('region', { name: '第 1 张' })).toBeVisible();
    await expect(within(screen.getByRole('region', { name: '第 1 张' })).getAllByRole('article')).toHaveLength(8);
    const last = within(screen.getByRole('region', { name: '第 2 张' }));
    await expect(last.getAllByRole('article')).toHaveLength(2);
    await expect(await scan(last.getAllByRole('img', { name: /^二维码/ })[0] ?? document.body)).toBe(
      'https://lift.example.cn/q/AbCdEfGh1234_-09',
    );
  },
};

/** From plates to stickers and back. */
export const ChangesForm = {
  ...story(plates(), '?ids=1,2'),
  play: async () => {
    await screen.findByRole('article', { name: '标牌 YC-0001' });
    await userEvent.click(screen.getByRole('link', { name: /贴纸/ }));
    await waitFor(() => expect(screen.getByRole('article', { name: '贴纸 YC-0001' })).toBeVisible());
  },
};

const whole = (element: Element, within: Element) => {
  const [own, around] = [element.getBoundingClientRect(), within.getBoundingClientRect()];
  return (
    element.scrollHeight <= element.clientHeight + 1 && own.bottom <= around.bottom && own.right <= around.right + 1
  );
};

/** Nothing is cut off where names are as long as they may be, but the community's name; the lift's own place never is. */
export const LongLabels = {
  ...story(
    plates({
      community_name: '云锦国际商务中心（二期）超高层写字楼与地下换乘大厅',
      addr: '科学城东路 1888 号 A 座北区 12 单元消防电梯兼货梯（高区）',
      use_unit: { name: '云川市高新技术产业开发区云锦国际商务中心物业服务集团有限公司', telephone: '0571-88001001' },
      maintenance: { name: '云川市特种设备安装维修改造工程技术服务股份有限公司', telephone: '0571-88002001' },
    }),
    '?ids=1,2&form=plate',
  ),
  play: async () => {
    const plate = await screen.findByRole('article', { name: '标牌 YC-0001' });
    await expect(plate.scrollHeight).toBeLessThanOrEqual(plate.clientHeight);
    await expect(whole(within(plate).getByText(/消防电梯兼货梯（高区）$/), plate)).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: /贴纸/ }));
    const sticker = await screen.findByRole('article', { name: '贴纸 YC-0001' });
    await expect(whole(within(sticker).getByText(/消防电梯兼货梯（高区）$/), sticker)).toBe(true);
    await expect(sticker.scrollHeight).toBeLessThanOrEqual(sticker.clientHeight);
  },
};

/** A place of the most characters that the register takes. */
export const LongestPlace = {
  ...story(
    plates({ community_name: '云锦国际商务中心（二期）超高层写字楼与地下换乘大厅', addr: '甲'.repeat(119) + '乙' }),
    '?ids=1&form=sheet',
  ),
  play: async () => {
    const sticker = await screen.findByRole('article', { name: '贴纸 YC-0001' });
    await expect(whole(within(sticker).getByText(/乙$/), sticker)).toBe(true);
    await expect(sticker.scrollHeight).toBeLessThanOrEqual(sticker.clientHeight);
  },
};

/** Blank parts of plates are reported, with the lifts, before anything is printed. */
export const MissingCompany = {
  ...story(plates({ use_unit: { name: '', telephone: '' }, registration_code: '' }), '?ids=1,2,3,4,5,6'),
  play: async () => {
    await expect(await screen.findByText(/^6 台没有使用单位，标牌上将是空白：YC-0001、.*YC-0005 等。/)).toBeVisible();
    await expect(screen.getByText(/^6 台没有注册代码/)).toBeVisible();
  },
};

/** A demo's codes lead to its own machine: the page says so before anything is printed. */
export const OwnMachine = {
  ...story(plates({}, 'http://localhost:8080', false), '?ids=1,901'),
  play: async () => {
    await expect(await screen.findByText(/二维码指向本机地址 http:\/\/localhost:8080/)).toBeVisible();
    await expect(screen.getByText(/1 台电梯不存在，或不在您的管辖范围内/)).toBeVisible();
  },
};

export const NoneChosen = story(plates(), '');
export const NoneFound = story(plates(), '?ids=901,902');
export const Loading = story(silent(elevatorPlates), '?ids=1');
export const Failed = story(
  failing(elevatorPlates, new CallError('offline', '网络连接已断开，请检查网络', 0)),
  '?ids=1',
);
