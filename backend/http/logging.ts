import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** What may be in what is logged and must not be readable there. */
const secrets = ['cookie', 'authorization', 'password', 'newPassword', 'token', '["set-cookie"]', '["set-auth-token"]']

/** A logger whose lines say which request they are of and tell no secrets: no cookies, tokens, passwords, nor queries, where links carry tokens. */
export const discreet = (log: FastifyBaseLogger): FastifyBaseLogger =>
  log.child(
    {},
    {
      redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`].map((path) => path.replaceAll('.[', '['))),
      serializers: {
        req: ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?', 1)[0], address: ip }),
      },
    },
  )
