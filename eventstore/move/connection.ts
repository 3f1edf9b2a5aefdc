import { Client, type ClientDuplexStream } from '@grpc/grpc-js'
import { callsOf, libraryClient } from '../library-client.ts'
import { readPages } from '../reads.ts'
import { APPEND } from '../wire/append-call.ts'
import type { WireEvent, WireRead } from '../wire/read-call.ts'

/** A connection for undecoded messages: the library finds the server and adds the credentials, but does not decode them. */
export interface Connection {
  read(request: WireRead): AsyncGenerator<WireEvent[]>
  /** A `BatchAppend` call; its answers are not decoded. */
  append(): Promise<ClientDuplexStream<Buffer, Buffer>>
  close(): Promise<void>
}

const same = (bytes: Buffer) => bytes

/** Opens a connection to `unix:/…` or any address of the library. Does not wait until the server is reachable; calls do. */
export function openConnection(url: string): Connection {
  const client = libraryClient(url)
  const calls = callsOf(client)
  // Followers may lag behind, and cannot append.
  const options = () => calls.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })
  return {
    read: (request) => readPages(client, { ...request, requiresLeader: true }),
    append: () =>
      calls.GRPCStreamCreator(Client, 'append', (service) =>
        service.makeBidiStreamRequest(APPEND, same, same, ...options()),
      )(),
    close: () => client.dispose(),
  }
}
