import { Client, type ClientDuplexStream } from '@grpc/grpc-js'
import { callsOf, libraryClient } from '../library-client.ts'
import { readPages } from '../reads.ts'
import { APPEND } from '../wire/append-call.ts'
import type { WireEvent, WireRead } from '../wire/read-call.ts'

/** A connection over which bytes go as they are: the library finds the server and proves who we are, and reads none of it. */
export interface Connection {
  read(request: WireRead): AsyncGenerator<WireEvent[]>
  /** A `BatchAppend` call; its answers are as they came. */
  append(): Promise<ClientDuplexStream<Buffer, Buffer>>
  close(): Promise<void>
}

const same = (bytes: Buffer) => bytes

/** `unix:/…` or what the library takes. Does not wait until it is there: calls do. */
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
