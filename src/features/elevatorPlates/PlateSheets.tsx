import type { PlateRow } from '../../contract/endpoints/plate.ts';
import type { PlateForm } from './plateAddress.ts';
import { Plate, Sticker } from './Plate.tsx';

const perSheet = 8;

/** The cuts of a sheet of A4, in mm from its left and its upper edge: stickers of 95 × 66 mm without gaps. */
const cutsX = [10, 105, 200];
const cutsY = [16.5, 82.5, 148.5, 214.5, 280.5];

/** Marks beyond the stickers' outer edges, as a cutter needs them. */
function CropMarks() {
  return (
    <svg className="plate-crop" viewBox="0 0 210 297" aria-hidden="true">
      {cutsX.flatMap((x) => [<path key={`top ${x}`} d={`M${x} 8v6`} />, <path key={`foot ${x}`} d={`M${x} 283v6`} />])}
      {cutsY.flatMap((y) => [
        <path key={`left ${y}`} d={`M3.5 ${y}h5`} />,
        <path key={`right ${y}`} d={`M201.5 ${y}h5`} />,
      ])}
    </svg>
  );
}

interface PlateSheetsProps {
  plates: readonly PlateRow[];
  form: PlateForm;
  hotline: string;
}

/** Everything that goes to the printer: plates one on a page, or stickers eight on a sheet. */
export function PlateSheets({ plates, form, hotline }: PlateSheetsProps) {
  if (form === 'plate')
    return (
      <div className="plate-pages">
        {plates.map((plate) => (
          <Plate key={plate.id} plate={plate} hotline={hotline} />
        ))}
      </div>
    );
  const sheets = Array.from({ length: Math.ceil(plates.length / perSheet) }, (_, index) =>
    plates.slice(index * perSheet, (index + 1) * perSheet),
  );
  return (
    <div className="plate-pages">
      {sheets.map((sheet, index) => (
        <section key={sheet[0]?.id} className="plate-sheet" aria-label={`第 ${index + 1} 张`}>
          <CropMarks />
          {sheet.map((plate) => (
            <Sticker key={plate.id} plate={plate} hotline={hotline} />
          ))}
        </section>
      ))}
    </div>
  );
}
