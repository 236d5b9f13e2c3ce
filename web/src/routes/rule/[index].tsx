// The rules; the URL selects which.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readRuleSearch, RulePage } from '../../features/rules/index.ts';

export const Route = createFileRoute('/rule/index')({
  validateSearch: strictSearch(readRuleSearch),
  component: () => {
    const { key } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <RulePage
        shown={key ?? 'options'}
        onShow={(next) => void navigate({ search: { key: next }, replace: true, resetScroll: false })}
      />
    );
  },
});
