/** What platform code needs from a logger; pino's and Fastify's fit. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
