// The one query client: retries belong to the API client, so queries themselves retry once at most.
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, throwOnError: false },
    mutations: { retry: 0, networkMode: 'always' },
  },
});
