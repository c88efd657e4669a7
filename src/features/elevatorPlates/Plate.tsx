import type { PlateRow } from '../../contract/endpoints/plate.ts';
import { QrCode } from '../../ui/QrCode/QrCode.tsx';
import './plates.css';

interface PlateProps {
  plate: PlateRow;
  hotline: string;
}

/**
 * The six digits over the whole width, 20 mm high in any font: the text is fitted to its box, because a plate must be
 * read from the floor of a car.
 */
function Digits({ code }: { code: string }) {
  return (
    <svg className="plate-digits" viewBox="0 0 92 22" role="img" aria-label={`救援识别码 ${code}`}>
      <text x="1" y="21.2" textLength="90" lengthAdjust="spacingAndGlyphs">
        {code}
      </text>
    </svg>
  );
}

/** Smaller letters for a place of more characters, so that the whole of it fits. */
const sizeOf = ({ length }: string): 'long' | 'longest' | undefined =>
  length > 60 ? 'longest' : length > 24 ? 'long' : undefined;

/** The place of the lift: the community's name may be cut, the building, unit and lift never. */
function Place({ plate }: { plate: PlateRow }) {
  const place = plate.addr === '' ? plate.tag : plate.addr;
  return (
    <div className="plate-name">
      <p className="plate-community">{plate.community_name}</p>
      <p className="plate-place" data-size={sizeOf(place)}>
        {place}
      </p>
    </div>
  );
}

const orBlank = (text: string): string => (text === '' ? '—' : text);

function Facts({ plate }: { plate: PlateRow }) {
  const { use_unit: use, maintenance } = plate;
  return (
    <dl className="plate-facts">
      {(
        [
          ['使用单位', use.name, use.telephone],
          ['维保单位', maintenance.name, maintenance.telephone],
          ['注册代码', plate.registration_code, ''],
          ['下次检验', plate.next_inspection_on, ''],
        ] as const
      ).map(([label, text, telephone]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span>{orBlank(text)}</span>
            {telephone !== '' && <b>{telephone}</b>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The plate for a car, 100 × 140 mm, one on a page. */
export function Plate({ plate, hotline }: PlateProps) {
  return (
    <article className="plate" aria-label={`标牌 ${plate.tag}`}>
      <header>
        <h2>电梯应急救援</h2>
        <p>
          被困请拨 <b>{hotline}</b>
        </p>
      </header>
      <p className="plate-caption">救援识别码（请告诉接线员）</p>
      <Digits code={plate.rescue_code} />
      <div className="plate-scan">
        <QrCode text={plate.url} label={`二维码 ${plate.url}`} />
        <div>
          <Place plate={plate} />
          <p>扫码拨打救援热线</p>
          <p className="plate-advice">不要扒门，等待救援</p>
        </div>
      </div>
      <Facts plate={plate} />
    </article>
  );
}

/** A sticker of 95 × 66 mm, eight on a sheet. */
export function Sticker({ plate, hotline }: PlateProps) {
  return (
    <article className="sticker" aria-label={`贴纸 ${plate.tag}`}>
      <div className="sticker-scan">
        <QrCode text={plate.url} label={`二维码 ${plate.url}`} />
        <div>
          <p className="sticker-hotline">
            被困请拨 <b>{hotline}</b>
          </p>
          <p className="plate-caption">救援识别码</p>
          <p className="sticker-code">{plate.rescue_code}</p>
          <Place plate={plate} />
        </div>
      </div>
      <Facts plate={plate} />
    </article>
  );
}
