import { hostText, parseAddress, secretsIn } from '../../eventstore/address.ts'
import { fileSource } from '../../eventstore/move/file-source.ts'
import type { Source } from '../../eventstore/move/log.ts'
import { type StoreLog, storeLog } from '../../eventstore/move/store-log.ts'
import { usableEventStore } from '../platform/event-store.ts'
import { installedLog } from '../storage.ts'
import type { LogContext } from './subcommand.ts'

/** An event store's address, as against a file's. */
export const isAddress = (at: string): boolean => /^(unix:|[a-z+]+:\/\/)/.test(at)

/** An address as it may be shown: with the user, who has to stand in a setting, and without the password. */
export const shown = (address: string) =>
  address.replace(
    /\/\/([^/@:]*)(:[^/]*)?@/,
    (_, user: string, password?: string) => `//${user}${password ? ':…' : ''}@`,
  )

/** Whether two addresses name the same event store, as far as addresses tell: a host and port of one is among those of the other. */
export const isSameAddress = (one: string, other: string): boolean => {
  if (one.startsWith('unix:') || other.startsWith('unix:')) return one === other
  const hosts = new Set(parseAddress(one).hosts.map(hostText))
  return parseAddress(other).hosts.some((host) => hosts.has(hostText(host)))
}

/**
 * Whether two logs lie in one event store, whatever its addresses are called (`localhost`, `127.0.0.1`, a proxy): their first events were written
 * at the same moment, which a store records for itself and no copy takes along.
 */
export const isSameStore = async (one: StoreLog, other: StoreLog): Promise<boolean> => {
  const [first, second] = await Promise.all([one.origin(), other.origin()])
  return first !== undefined && first === second
}

export const storeAt = (address: string, { stopping, hide, stores }: LogContext): StoreLog => {
  if (!address.startsWith('unix:')) {
    hide(secretsIn(address))
    stores.add(address)
  }
  const log = storeLog(address, shown(address))
  stopping.add(log.name, log.close)
  return log
}

/** A store to write into: whether it can be used is looked at before anything is moved. */
export const targetAt = async (address: string, context: LogContext): Promise<StoreLog> => {
  const target = storeAt(address, context)
  if (!address.startsWith('unix:')) await usableEventStore(address, 'the address')
  return target
}

/** The log of the settings' store. */
export const configured = async (
  context: LogContext,
  options: { alone?: boolean; make?: boolean } = {},
): Promise<StoreLog> => storeAt((await installedLog(context.config, context.stopping, options)).url, context)

/** What `--from` says: a store or a file; without it the settings' store. */
export const sourceAt = async (from: string | undefined, context: LogContext): Promise<Source> => {
  if (from === undefined) return configured(context)
  return isAddress(from) ? storeAt(from, context) : fileSource(from)
}
