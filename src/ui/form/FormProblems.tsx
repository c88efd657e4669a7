import { Icon } from '../Icon/Icon.tsx';
import '../theme/form.css';

/** What is wrong with the whole, where no field can say it. Nothing while there is nothing to say. */
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
