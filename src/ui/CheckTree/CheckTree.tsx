import { useId, useState } from 'react';
import { FoldRoom, FoldToggle } from '../FoldToggle/FoldToggle.tsx';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import { checkStateOf, leavesOf, toggled, type CheckNode } from './checkTree.ts';
import './CheckTree.css';

interface CheckTreeProps {
  /** Names the tree for a screen reader. */
  label: string;
  nodes: readonly CheckNode[];
  checked: ReadonlySet<number>;
  onChange: (checked: ReadonlySet<number>) => void;
  isDisabled?: boolean;
}

interface BranchProps extends Omit<CheckTreeProps, 'label' | 'nodes'> {
  node: CheckNode;
}

const icons: Readonly<Record<CheckNode['kind'], IconName>> = { group: 'folder', leaf: 'file', detail: 'bolt' };

function Branch({ node, checked, onChange, isDisabled = false }: BranchProps) {
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  const state = checkStateOf(node, checked);
  const children = node.children ?? [];
  return (
    <li>
      <div className="ti-check-tree__row">
        {children.length > 0 ? (
          <FoldToggle name={node.label} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        ) : (
          <FoldRoom />
        )}
        <input
          id={id}
          type="checkbox"
          checked={state === 'all'}
          disabled={isDisabled || (node.kind === 'group' && leavesOf(node).length === 0)}
          // A mixed box is no attribute: only a script can set it.
          ref={(box) => {
            if (box !== null) box.indeterminate = state === 'some';
          }}
          onChange={() => onChange(toggled(node, checked))}
        />
        <label htmlFor={id}>
          <Icon name={icons[node.kind]} />
          <span>{node.label}</span>
          {node.detail !== undefined && <small>{node.detail}</small>}
        </label>
      </div>
      {isOpen && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Branch key={child.id} node={child} checked={checked} onChange={onChange} isDisabled={isDisabled} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A tree of check boxes: a group's box stands for everything below it, and is mixed where only some of it is checked. */
export function CheckTree({ label, nodes, ...rest }: CheckTreeProps) {
  return (
    <ul className="ti-check-tree" aria-label={label}>
      {nodes.map((node) => (
        <Branch key={node.id} node={node} {...rest} />
      ))}
    </ul>
  );
}
