import { bulletinSections } from '../../contract/bulletin/bulletinContent.ts';
import type { FrozenBulletinAnswer } from '../../contract/endpoints/bulletin.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { NoticeLine } from '../../ui/NoticeLine/NoticeLine.tsx';
import { CommentText } from './CommentField.tsx';
import { ScrolledTable, SectionPanel } from './SectionPanel.tsx';

/** Changes that are listed on the page; the file has all of them. */
const mostChanges = 100;

function Changes({ changes }: Pick<FrozenBulletinAnswer, 'changes'>) {
  return (
    <Panel title={`定稿后的变化（${changes.length} 项）`} icon="exclamation-circle">
      <p className="bl-sentence">此后的更正改变了以下数据；本版内容不变，需要时可再定稿为新版本。</p>
      <ScrolledTable label="变化的数据">
        <table aria-label="定稿后的变化">
          <thead>
            <tr>
              <th scope="col">章节</th>
              <th scope="col">数据</th>
              <th scope="col">定稿时</th>
              <th scope="col">现在</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, mostChanges).map(({ section, figure, was, now }) => (
              <tr key={`${section} ${figure}`}>
                <td>{section}</td>
                <th scope="row">{figure}</th>
                <td>{was}</td>
                <td>{now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledTable>
      {changes.length > mostChanges && <p className="bl-more">另有 {changes.length - mostChanges} 项，见 Excel。</p>}
    </Panel>
  );
}

/** A version as it was frozen, with what has changed since. */
export function FrozenView({ frozen }: { frozen: FrozenBulletinAnswer }) {
  const { version, at, by, proof, changes, content, comments } = frozen;
  return (
    <>
      <NoticeLine
        text={`第 ${version} 版，${by} 于 ${toDisplayTime(at)} 定稿，内容不再改动。${changes.length === 0 ? '此后的记录没有改变其中的数据。' : ''}`}
      />
      <p className="bl-hash">
        记录校验 SHA-256：<code>{proof.hash}</code>{' '}
        <a href={proof.path} target="_blank" rel="noopener">
          核验
        </a>
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
      {bulletinSections.map((section) => (
        <SectionPanel key={section} section={section} content={content}>
          <CommentText text={comments[section]} />
        </SectionPanel>
      ))}
    </>
  );
}
