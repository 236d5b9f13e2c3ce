// The sections of the terms, numbered.
import { useLingui } from '@lingui/react/macro';
import { sections } from './sections.ts';
import style from './legal.module.css';

export function TermsText({ level }: { readonly level: 2 | 3 }) {
  const { i18n } = useLingui();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <ol className={style['sections']}>
      {sections.map(({ id, title, text }, index) => (
        <li key={id} id={`terms-${id}`}>
          <Heading className={style['heading']}>
            <span className={style['number']}>{index + 1}.</span> {i18n._(title)}
          </Heading>
          <p>{i18n._(text)}</p>
        </li>
      ))}
    </ol>
  );
}
