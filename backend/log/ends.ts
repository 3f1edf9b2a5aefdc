import { hostText, parseAddress, secretsIn } from '../../eventstore/address.ts'
import { fileSource } from '../../eventstore/move/file-source.ts'
import type { Source } from '../../eventstore/move/log.ts'
import { type StoreLog, storeLog } from '../../eventstore/move/store-log.ts'
import { usableEventStore } from '../platform/event-store.ts'
import { installedLog } from '../storage.ts'
import type { LogContext } from './subcommand.ts'

/** True for the address of an event store, false for the name of a file. */
export const isAddress = (at: string): boolean => /^(unix:|[a-z+]+:\/\/)/.test(at)

/** An address for display: with the user, which may identify the setting, and without the password. */
export const withoutPassword = (address: string) =>
  address.replace(
    /\/\/([^/@:]*)(:[^/]*)?@/,
    (_, user: string, password?: string) => `//${user}${password ? ':…' : ''}@`,
  )

/** True if two addresses name the same event store, as far as addresses show: they share a host and port. */
export const isSameAddress = (one: string, other: string): boolean => {
  if (one.startsWith('unix:') || other.startsWith('unix:')) return one === other
  const hosts = new Set(parseAddress(one).hosts.map(hostText))
  return parseAddress(other).hosts.some((host) => hosts.has(hostText(host)))
}

/**
 * True if two logs are in the same event store, regardless of its address (`localhost`, `127.0.0.1`, a proxy): their
 * first events were written at the same moment, which a store records itself and no copy preserves.
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
  const log = storeLog(address, withoutPassword(address))
  stopping.add(log.name, log.close)
  return log
}

/** Opens a store to write into. Throws CannotStart before anything is moved if the store cannot be used. */
export const targetAt = async (address: string, context: LogContext): Promise<StoreLog> => {
  const target = storeAt(address, context)
  if (!address.startsWith('unix:')) await usableEventStore(address, 'the address')
  return target
}

/** Opens the log of the configured event store. */
export const configured = async (
  context: LogContext,
  options: { alone?: boolean; make?: boolean } = {},
): Promise<StoreLog> => storeAt((await installedLog(context.config, context.stopping, options)).url, context)

/** The source given by `--from`: a store or a file; by default the configured store. */
export const sourceAt = async (from: string | undefined, context: LogContext): Promise<Source> => {
  if (from === undefined) return configured(context)
  return isAddress(from) ? storeAt(from, context) : fileSource(from)
}
