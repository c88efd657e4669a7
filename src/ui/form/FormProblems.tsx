import { Icon } from '../Icon/Icon.tsx';
import '../theme/form.css';

/** Problems of the form as a whole, which belong to no field. Renders nothing if there are none. */
export function FormProblems({ problems }: { problems: readonly string[] }) {
  return (
    problems.length > 0 && (
      <p className="ti-form-error" role="alert">
        <Icon name="exclamation-circle" />
        <span>{problems.join('；')}</span>
      </p>
    )
  );
}
