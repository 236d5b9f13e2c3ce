// What a log line may contain of a request, a response and an error.

/** Pino serializers for everything that logs a request or a response, our code and plugins alike. */
export const logSerializers = {
  req: (request: { method?: unknown; routeOptions?: { url?: unknown } }) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
  }),
  res: (reply: { statusCode?: unknown }) => ({ status: reply.statusCode }),
  // At level trace the form parser logs its input: all headers, including cookies.
  busboyOptions: () => undefined,
  err: (error: Error & { code?: unknown }) => ({
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack,
  }),
};
