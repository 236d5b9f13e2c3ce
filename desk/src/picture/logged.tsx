// A picture behind a call that logs each view: requested once, kept while the case is open, then removed.
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { ErrorBlock, SkeletonBar } from '@vitrine/ui';
import { queryClient, requestPicture, type PictureCall } from '../api/index.ts';
import { useFaultText } from '../words/index.ts';
import { Viewer } from './viewer.tsx';

export interface LoggedPictureProps<N extends PictureCall['name']> {
  readonly call: Extract<PictureCall, { readonly name: N }>;
  /** The picture's name for tests. */
  readonly of: string;
  /** A description of the picture. */
  readonly name: string;
}

/** Kept while the case is open, so that returning to a picture is not another logged view. */
export function LoggedPicture<N extends PictureCall['name']>({ call, of, name }: LoggedPictureProps<N>) {
  const faultText = useFaultText();
  const picture = useQuery({
    queryKey: [call.name, call.input],
    queryFn: ({ signal }) => requestPicture(call, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });
  if (picture.isError)
    return (
      <ErrorBlock title={<Trans>Couldn’t load the picture</Trans>} onRetry={() => void picture.refetch()}>
        {faultText(picture.error)}
      </ErrorBlock>
    );
  if (picture.data === undefined) return <SkeletonBar width="100%" height={320} />;
  return <Viewer blob={picture.data} of={of} name={name} />;
}

/** Removes the viewed data from the page when the case closes. */
export function useForgetting(name: PictureCall['name'], id: string): void {
  useEffect(
    () => () =>
      queryClient.removeQueries({
        predicate: ({ queryKey: [call, input] }) =>
          call === name && typeof input === 'object' && input !== null && 'id' in input && input.id === id,
      }),
    [name, id],
  );
}
