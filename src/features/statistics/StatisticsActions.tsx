import { useState } from 'react';
import { statisticsEndpoints } from '../../contract/endpoints/statistics.ts';
import {
  fileCells,
  fileColumns,
  type ColumnHead,
  type CountedAnswer,
  type StatisticsTable,
} from '../../contract/statisticsTable/statisticsTable.ts';
import { toCsv } from '../../csv/toCsv.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { HowCountedDialog } from './HowCountedDialog.tsx';
import { howCounted } from './howCounted.ts';
import type { StatisticsAddress } from './statisticsAddress.ts';
import type { PageKind } from './statisticsRows.ts';

interface StatisticsActionsProps {
  kind: PageKind;
  title: string;
  counted: CountedAnswer;
  table: StatisticsTable;
  columns: readonly ColumnHead[];
  query: StatisticsAddress['query'];
  saveFile: FeatureDeps['saveFile'];
  download: (fileName: string, text: string) => void;
  onPrint: () => void;
}

/** The explanation, the sheets, and the same table as a file: CSV from what is shown, Excel by the server. */
export function StatisticsActions({
  kind,
  title,
  counted,
  table,
  columns,
  query,
  saveFile,
  download,
  onPrint,
}: StatisticsActionsProps) {
  const [isExplained, setExplained] = useState(false);
  const { from, to } = counted.answer.period;
  const name = `${title}_${from}至${to}`;
  const wanted = fileColumns(
    table,
    columns.map(({ id }) => id),
    kind.dimension,
  );
  const csv = (): string =>
    toCsv([
      wanted.map(({ header }) => header),
      ...fileCells(
        table,
        wanted.map(({ field }) => field),
        kind.dimension,
      ),
    ]);
  const saveCsv = (text: string): void => download(`${name}.csv`, text);
  const saveXlsx = exportFileOf(saveFile, statisticsEndpoints[kind.subject]);
  return (
    <>
      <Button icon="question-circle" onClick={() => setExplained(true)}>
        怎样计算
      </Button>
      <Button icon="print" onClick={onPrint}>
        打印
      </Button>
      <ExportButton
        name={title}
        prepare={() => Promise.resolve(csv())}
        download={saveCsv}
        exportFile={(format, signal) =>
          format === 'csv'
            ? Promise.resolve(csv()).then(saveCsv)
            : saveXlsx({ name, format, columns: wanted, query }, signal)
        }
      />
      {isExplained && (
        <HowCountedDialog sections={howCounted(counted, table, kind)} onClose={() => setExplained(false)} />
      )}
    </>
  );
}
