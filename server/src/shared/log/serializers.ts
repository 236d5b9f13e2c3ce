// What a log line may hold of a request, an answer and an error.

/** Pino serializers for whatever logs a request or an answer, our code and plugins alike. */
export const logSerializers = {
  req: (request: { method?: unknown; routeOptions?: { url?: unknown } }) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
  }),
  res: (reply: { statusCode?: unknown }) => ({ status: reply.statusCode }),
  // The reader of forms logs what it was given at level trace: all headers, cookies among them.
  busboyOptions: () => undefined,
  err: (error: Error & { code?: unknown }) => ({
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack,
  }),
};
