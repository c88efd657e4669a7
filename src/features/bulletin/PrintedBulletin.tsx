import { bulletinSections, bulletinSectionTitles } from '../../contract/bulletin/bulletinContent.ts';
import { sentenceOf } from '../../contract/bulletin/bulletinSentences.ts';
import { howCounted } from '../../contract/bulletin/bulletinSheets.ts';
import { tablesOf } from '../../contract/bulletin/bulletinTables.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { PaperProof, PaperRecord } from '../../parts/record/PaperRecord.tsx';
import { PrintPreview } from '../../ui/print/PrintPreview.tsx';
import type { ShownBulletin } from './bulletinSources.ts';
import { FiguresTable } from './SectionPanel.tsx';

interface PrintedBulletinProps {
  shown: ShownBulletin;
  printedBy: string;
  onClose: () => void;
}

/** The bulletin on A4: a frozen version with the code that confirms it, a draft marked as one. */
export function PrintedBulletin({ shown, printedBy, onClose }: PrintedBulletinProps) {
  const { month, area, content, comments } = shown.kind === 'draft' ? shown.draft : shown.frozen;
  const frozen = shown.kind === 'frozen' ? shown.frozen : null;
  return (
    <PrintPreview label="打印救援月报" isReady onPrint={() => window.print()} onClose={onClose}>
      <PaperRecord
        className="bl-paper"
        label={`${month} 救援月报`}
        title={`${area.name}电梯困人救援月报${frozen === null ? '（草稿）' : ''}`}
        head={[
          { label: '月份', value: month },
          { label: '版本', value: frozen === null ? '未定稿' : `第 ${frozen.version} 版` },
          { label: '数据截至', value: toDisplayTime(content.data_at) },
        ]}
      >
        {bulletinSections.map((section, index) => {
          const tables = tablesOf(section, content);
          return (
            <section key={section}>
              <h2>
                {index + 1} {bulletinSectionTitles[section]}
              </h2>
              <p>{sentenceOf(section, content)}</p>
              {tables.map((table) => (
                <div key={table.title} className="bl-table">
                  <FiguresTable table={table} hasHeading={tables.length > 1} />
                </div>
              ))}
              {comments[section] !== '' && <p className="bl-paper__comment">评注：{comments[section]}</p>}
            </section>
          );
        })}
        <footer>
          {howCounted.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {frozen !== null && (
            <PaperProof path={frozen.proof.path}>
              记录校验 SHA-256：<code>{frozen.proof.hash}</code>
              <br />
              扫码可核验本月报是否与原始存档一致
            </PaperProof>
          )}
          <p>
            {frozen === null ? '' : `${frozen.by} 于 ${toDisplayTime(frozen.at)} 定稿；`}打印人 {printedBy}
          </p>
        </footer>
      </PaperRecord>
    </PrintPreview>
  );
}
