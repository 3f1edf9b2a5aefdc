import { isIP } from 'node:net'
import { credentials } from '@grpc/grpc-js'

/** What of gRPC's credentials is changed here; it is the pinned version's own machinery. */
interface Connecting {
  _createSecureConnector(...args: unknown[]): { connectionOptions?: { servername?: string } }
}

const { createSsl } = credentials

/**
 * gRPC tells a server over TLS by which name it was called, though that is an address: RFC 6066 forbids it, Node warns of it (DEP0123) and
 * servers may refuse it. An address is told to nobody; the certificate is held against it all the same. The event store's library takes its credentials from here.
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
