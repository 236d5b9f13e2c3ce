// Practice money: once a UTC day the exchange tops a user up.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { closeToast, toast } from '@vitrine/ui';
import { settle } from '../api/index.ts';

/** Claims practice money; the notice says what came. Balances everywhere are read again. */
export function useClaim() {
  const { t } = useLingui();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      settle(
        'practice.claim',
        {},
        {
          onUnknown: () =>
            toast({
              id: 'claim',
              kind: 'waiting',
              state: 'unknown',
              title: t`Asking the exchange what became of it`,
              text: t`It is not sent twice.`,
            }),
        },
      ),
    onError: () => closeToast('claim'),
    onSuccess: () => {
      toast({ id: 'claim', kind: 'done', state: 'done', title: t`Practice money is in your spot wallet` });
      return queries.invalidateQueries({
        predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(assets|userCoin|wallet)\./.test(queryKey[0]),
      });
    },
  });
}
