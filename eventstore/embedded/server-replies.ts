import { frame } from '../wire/framing.ts'
import { field, message } from '../wire/protobuf.ts'

/** `SupportedMethods`: informs the client of the supported methods, such as batch appends. */
export const supportedMethods = (
  version: string,
  methods: { service: string; method: string; features?: string[] }[],
): Buffer =>
  frame(
    message(
      ...methods.map(({ service, method, features = [] }) =>
        field(1, message(field(1, method), field(2, service), ...features.map((feature) => field(3, feature)))),
      ),
      field(2, version),
    ),
  )

/**
 * `ClusterInfo` with one living leader, at the address of the request, which its certificate covers. `now` in
 * milliseconds since 1970.
 */
export function clusterInfo(id: string, authority: string, now: number): Buffer {
  const { hostname = 'localhost', port } = URL.parse(`http://${authority}`) ?? {}
  const member = message(
    field(1, field(2, id)),
    field(2, BigInt(now) * 10_000n),
    field(3, 8),
    field(4, true),
    field(5, message(field(1, hostname), field(2, Number(port || 80)))),
  )
  return frame(field(1, member))
}
