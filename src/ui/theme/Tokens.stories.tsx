import type { Meta, StoryObj } from '@storybook/react-vite';
import tokensCss from './tokens.css?raw';
import './Tokens.stories.css';

/** One custom property of `tokens.css`, with the comment of its group. */
interface Token {
  readonly name: string;
  readonly value: string;
  readonly group: string;
}

/** Reads the stylesheet itself, so that this page cannot fall behind it. */
function readTokens(css: string): readonly Token[] {
  const root = css.slice(css.indexOf(':root'), css.indexOf('@media'));
  const tokens: Token[] = [];
  let group = '';
  for (const [, comment, name, value] of root.matchAll(/\/\*\s*(.*?)\s*\*\/\n|--([\w-]+):\s*([^;]+);/gs)) {
    if (comment !== undefined) group = comment;
    else if (name !== undefined && value !== undefined)
      tokens.push({ name: `--${name}`, value: value.replaceAll(/\s+/g, ' '), group });
  }
  return tokens;
}

const tokens = readTokens(tokensCss);
const isColor = ({ value, name }: Token): boolean => /^(#|rgb|color-mix)/.test(value) && !name.startsWith('--shadow');
const groups = [...new Set(tokens.filter(isColor).map(({ group }) => group))];

function Colors() {
  return (
    <main className="token-page">
      <h1>颜色</h1>
      <p>
        颜色表示“需要有人处理”。日常世界用石板灰和低饱和青色；饱和色只留给异常，并且总有图标和文字相伴，从不单靠颜色。
      </p>
      <ul>
        <li>紧急（critical）：有人被困、超过时限。只有它可以闪动，受理后停止。</li>
        <li>高、中（high、medium）：优先级 2、3。</li>
        <li>正常（ok）少用；离线或过期（offline）；选中与提示（info）。</li>
        <li>文字在任何表面上至少 4.5:1，控件边框至少 3:1（由测试保证）。</li>
        <li>颜色只写在 tokens.css；其余位置引用变量，或用 color-mix 由变量调出。</li>
      </ul>
      {groups.map((group) => (
        <section key={group}>
          <h2>{group === '' ? 'surfaces' : group}</h2>
          <div className="token-swatches">
            {tokens
              .filter((token) => isColor(token) && token.group === group)
              .map(({ name, value }) => (
                <figure key={name}>
                  <div className="token-swatch" style={{ background: `var(${name})` }} />
                  <figcaption>
                    <code>{name}</code>
                    <small>{value}</small>
                  </figcaption>
                </figure>
              ))}
          </div>
        </section>
      ))}
    </main>
  );
}

function Type() {
  return (
    <main className="token-page">
      <h1>字号与数字</h1>
      {tokens
        .filter(({ name }) => name.startsWith('--size-'))
        .map(({ name, value }) => (
          <p key={name} style={{ fontSize: `var(${name})` }}>
            滨江花园 3 栋 2 单元 1 号梯　困人 03:10　<code>{name}</code> {value}
          </p>
        ))}
      <h2>等宽数字</h2>
      <p className="token-figures">
        00:12
        <br />
        11:58
      </p>
    </main>
  );
}

function Space() {
  return (
    <main className="token-page">
      <h1>间距、圆角与尺寸</h1>
      {tokens
        .filter(({ name, value }) => value.endsWith('px') && !name.startsWith('--size-') && !name.startsWith('--line-'))
        .map(({ name, value }) => (
          <div key={name} className="token-length">
            <code>{name}</code>
            <span>{value}</span>
            {name.startsWith('--radius') ? (
              <i className="token-radius" style={{ borderRadius: `var(${name})` }} />
            ) : (
              <i style={{ width: `var(${name})` }} />
            )}
          </div>
        ))}
    </main>
  );
}

const meta = { title: 'ui/Tokens', tags: ['autodocs'] } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const ColorRules: Story = { render: () => <Colors /> };
export const TypeSizes: Story = { render: () => <Type /> };
export const Spacing: Story = { render: () => <Space /> };
