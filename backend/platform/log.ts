/** The logger interface of platform code; pino's and Fastify's loggers satisfy it. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
