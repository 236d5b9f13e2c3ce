// Search over all articles: / puts the cursor here, arrows choose, Enter opens.
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_SEARCH, type Article } from '@vitrine/contract';
import { classes, ErrorBlock } from '@vitrine/ui';
import { IconSearch } from '@tabler/icons-react';
import { useFound } from './data.ts';
import style from './article.module.css';

/** Shortest text to search for. */
const LEAST = 2;

/** Whether a key press is meant for a field. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

export function SearchBox() {
  const { t } = useLingui();
  const { history } = useRouter();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const asked = useDeferredValue(text.trim());
  const found = useFound(asked.length < LEAST ? '' : asked);
  const records = asked.length < LEAST ? [] : (found.data?.records ?? []);
  const chosen = records[Math.min(at, records.length - 1)];

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);

  const label = t({ message: 'Search all articles', comment: 'Search field of the help centre' });
  return (
    <search className={style['search']}>
      <div className={style['box']}>
        <IconSearch stroke={1.75} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          inputMode="search"
          role="combobox"
          aria-expanded={records.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.id}`}
          aria-label={label}
          placeholder={label}
          maxLength={MAX_SEARCH}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(at + 1, records.length - 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
            else if (event.key === 'Enter' && chosen !== undefined) history.push(chosen.path);
            else if (event.key === 'Escape' && text !== '') setText('');
            else return;
            event.preventDefault();
          }}
        />
        <kbd className={classes(style['key'], 'v-no-phone')} aria-hidden="true">
          /
        </kbd>
      </div>
      <Found list={list} asked={asked} found={found} records={records} chosen={chosen} />
    </search>
  );
}

function Found({
  list,
  asked,
  found,
  records,
  chosen,
}: {
  readonly list: string;
  readonly asked: string;
  readonly found: ReturnType<typeof useFound>;
  readonly records: readonly Article[];
  readonly chosen: Article | undefined;
}) {
  const { t } = useLingui();
  const { history } = useRouter();
  if (asked.length < LEAST) return null;
  if (found.isError)
    return (
      <ErrorBlock
        title={<Trans comment="Error of the search for help articles">Couldn’t search</Trans>}
        onRetry={() => void found.refetch()}
      >
        <Trans comment="Beside the error that the search failed">The articles below are not affected.</Trans>
      </ErrorBlock>
    );
  const corrected = found.data?.corrected ?? null;
  return (
    <div className={style['found']} data-testid="found">
      <p className="v-12 v-ink-3" role="status">
        {found.data === undefined ? (
          <Trans comment="Search for help articles">Searching…</Trans>
        ) : records.length === 0 ? (
          <Trans comment="Search for help articles">Nothing found. Try other or fewer words.</Trans>
        ) : corrected === null ? (
          <Trans comment="count: of articles that a search found">Articles found: {{ count: records.length }}</Trans>
        ) : (
          <Trans comment="corrected: the words searched for instead of misspelt ones">Results for “{corrected}”</Trans>
        )}
      </p>
      <div id={list} role="listbox" aria-label={t({ message: 'Articles found', comment: 'List of search results' })}>
        {records.map((article) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
          <div
            key={article.id}
            id={`${list}-${article.id}`}
            role="option"
            aria-selected={article === chosen}
            tabIndex={-1}
            className={style['hit']}
            onClick={() => history.push(article.path)}
          >
            <b lang={article.article_lang}>{article.title}</b>
            <span className="v-12 v-ink-2" lang={article.article_lang}>
              {article.lead}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
