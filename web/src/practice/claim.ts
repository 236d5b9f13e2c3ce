// Practice money: the exchange tops a user up once per UTC day.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { createJoinEqual, toast } from '@vitrine/ui';
import { useState } from 'react';
import { settle } from '../api/index.ts';

/** Claims practice money; a notice shows the amounts. Refreshes balances everywhere. */
export function useClaim() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [join] = useState(createJoinEqual);
  return useMutation({
    mutationFn: () => join('claim', () => settle('practice.claim', {}, { notice: 'claim' })),
    onSuccess: () => {
      toast({ id: 'claim', kind: 'done', state: 'done', title: t`Practice money is in your spot wallet` });
      return queries.invalidateQueries({
        predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(assets|userCoin|wallet)\./.test(queryKey[0]),
      });
    },
  });
}
