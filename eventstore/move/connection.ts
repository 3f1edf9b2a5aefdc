import { setImmediate } from 'node:timers/promises'
import {
  type CallOptions,
  Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  type Metadata,
} from '@grpc/grpc-js'
import { libraryClient } from '../library-client.ts'
import { APPEND } from '../wire/append-call.ts'
import { decodeReadAnswer, READ, readRequest, type WireEvent, type WireRead } from '../wire/read-call.ts'

/** A connection over which bytes go as they are: the library finds the server and proves who we are, and reads none of it. */
export interface Connection {
  read(request: WireRead): AsyncGenerator<WireEvent[]>
  /** A `BatchAppend` call; its answers are as they came. */
  append(): Promise<ClientDuplexStream<Buffer, Buffer>>
  close(): Promise<void>
}

/** What of the library's client is used here; it is the pinned version's own machinery. */
interface Calls {
  GRPCStreamCreator<Call>(service: typeof Client, name: string, open: (client: Client) => Call): () => Promise<Call>
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): [Metadata, CallOptions]
}

const same = (bytes: Buffer) => bytes

/** `unix:/…` or what the library takes. Does not wait until it is there: calls do. */
export function openConnection(url: string): Connection {
  const client = libraryClient(url)
  const calls = client as unknown as Calls
  // Followers may lag behind, and cannot append.
  const options = () => calls.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })
  return {
    async *read(request) {
      const open = (service: Client) =>
        service.makeServerStreamRequest(READ, same, decodeReadAnswer, readRequest(request), ...options())
      yield* pages(await calls.GRPCStreamCreator(Client, 'read', open)())
    },
    append: () =>
      calls.GRPCStreamCreator(Client, 'append', (service) =>
        service.makeBidiStreamRequest(APPEND, same, same, ...options()),
      )(),
    close: () => client.dispose(),
  }
}

/** A page is handed over while the next one comes in; neither is larger than this. */
const PAGE_EVENTS = 1000
const PAGE_BYTES = 2 * 1024 * 1024

async function* pages(call: ClientReadableStream<WireEvent | undefined>): AsyncGenerator<WireEvent[]> {
  let page: WireEvent[] = []
  let bytes = 0
  let ended = false
  let failure: Error | undefined
  let wake = () => {}
  call.on('data', (event: WireEvent | undefined) => {
    if (!event) return
    page.push(event)
    bytes += event.data.length + event.metadata.length
    if (page.length >= PAGE_EVENTS || bytes >= PAGE_BYTES) call.pause()
    wake()
  })
  call.on('end', () => {
    ended = true
    wake()
  })
  call.on('error', (error: Error) => {
    failure = error
    wake()
  })
  try {
    for (;;) {
      if (page.length > 0) {
        const full = page
        ;[page, bytes] = [[], 0]
        call.resume()
        yield full
      } else if (failure) throw failure
      else if (ended) return
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        // Events come one by one: let those that have arrived come out first.
        await setImmediate()
      }
    }
  } finally {
    if (!ended && !failure) call.cancel()
  }
}
