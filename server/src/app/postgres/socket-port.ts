// The port in the name of the server's socket. By itself, so that the supervisor loads no client library for it.

/** A unix socket's name ends in a port number; ours is always this one. */
export const SOCKET_PORT = 5432;
