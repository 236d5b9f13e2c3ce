// The query client. The API client retries, so queries themselves retry once at most.
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, throwOnError: false },
    mutations: { retry: 0, networkMode: 'always' },
  },
});
