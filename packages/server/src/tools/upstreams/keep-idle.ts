const KEEP_IDLE_MS = 1500;

/**
 * For undici's pools: idle sockets are closed early. Many servers close them after 5 s, and a call sent at that moment has an
 * unknown outcome. A process short of CPU notices the close late, hence a margin of seconds.
 */
export const KEEP_IDLE = { keepAliveTimeout: KEEP_IDLE_MS, keepAliveMaxTimeout: KEEP_IDLE_MS } as const;
