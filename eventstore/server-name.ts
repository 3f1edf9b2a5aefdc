import { isIP } from 'node:net'
import { credentials } from '@grpc/grpc-js'

/** The internals of gRPC's credentials that are patched here, as in the pinned version. */
interface Connecting {
  _createSecureConnector(...args: unknown[]): { connectionOptions?: { servername?: string } }
}

const { createSsl } = credentials

/**
 * gRPC sends the server's name over TLS even if it is an IP address: RFC 6066 forbids it, Node warns about it (DEP0123)
 * and servers may refuse it. This patch omits IP addresses; the certificate is still verified against them. The event
 * store's library takes its credentials from here.
 */
credentials.createSsl = (...args) => {
  const made = createSsl(...args)
  const connecting = made as unknown as Connecting
  const create = connecting._createSecureConnector.bind(made)
  connecting._createSecureConnector = (...given) => {
    const connector = create(...given)
    const options = connector.connectionOptions
    if (options?.servername && isIP(options.servername) !== 0) options.servername = ''
    return connector
  }
  return made
}
