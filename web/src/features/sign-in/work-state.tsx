// The progress of a registration's proof of work, if one is required.
import { Trans, useLingui } from '@lingui/react/macro';
import type { WorkProgress } from './use-work.ts';
import style from './sign-in.module.css';

export function WorkState({ progress }: { readonly progress: WorkProgress }) {
  const { t } = useLingui();
  if (progress === undefined) return null;
  const done = progress === 1;
  return (
    <div className={style['work']} data-testid="registration-work">
      <span className="v-ink-2">
        {done ? (
          <Trans comment="The check is work that the browser does before an account is made">
            Security check passed
          </Trans>
        ) : (
          <Trans comment="The check is work that the browser does before an account is made">
            Your browser is doing a security check. You can fill in the form meanwhile.
          </Trans>
        )}
      </span>
      <progress
        value={progress}
        max={1}
        aria-label={t({
          message: 'Security check',
          comment: 'Name of the bar that shows how far the security check of a registration is',
        })}
      />
    </div>
  );
}
