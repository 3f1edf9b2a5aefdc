import { once } from 'node:events'
import http2 from 'node:http2'
import tls from 'node:tls'
import { hostText, type StoreHost } from '../address.ts'
import type { Channel } from '../channel.ts'
import { StoreFailure } from './failure.ts'

/** Connects to one host as the address says to. Throws StoreFailure. */
export async function reach(host: StoreHost, channel: Channel, signal: AbortSignal): Promise<http2.ClientHttp2Session> {
  try {
    return await connected(host, channel, signal)
  } catch (error) {
    signal.throwIfAborted()
    const at = hostText(host)
    if (isNetworkError(error)) throw new StoreFailure({ cause: 'network', at, error })
    const otherwise = channel.insecure ? speaksTls(host, signal) : speaksPlain(host, signal)
    const cause = (await otherwise) ? (channel.insecure ? 'speaks_tls' : 'speaks_plain') : 'speaks_otherwise'
    throw new StoreFailure({ cause, at })
  }
}

/** Resolves once the server has sent its HTTP/2 settings. */
const connected = async (host: StoreHost, channel: Channel, signal: AbortSignal) => {
  const { insecure, ...secrets } = channel
  const session = http2.connect(`${insecure ? 'http' : 'https'}://${hostText(host)}`, secrets)
  const abort = () => session.destroy()
  signal.addEventListener('abort', abort, { once: true })
  session.once('close', () => signal.removeEventListener('abort', abort))
  try {
    const closed = once(session, 'close').then(() => {
      throw new Error('closed without a word')
    })
    await Promise.race([once(session, 'remoteSettings'), closed])
  } catch (error) {
    session.destroy()
    throw error
  }
  session.on('error', () => undefined)
  return session
}

const speaksPlain = async (host: StoreHost, signal: AbortSignal) =>
  connected(host, { insecure: true }, signal).then(
    (session) => {
      session.destroy()
      return true
    },
    () => false,
  )

const speaksTls = async ({ address, port }: StoreHost, signal: AbortSignal) => {
  // The certificate does not matter here, since nothing is sent.
  const host = address.replace(/^\[(.*)\]$/, '$1')
  const socket = tls.connect({ host, port, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** True for failed connections and invalid certificates; other errors concern the protocol. */
const isNetworkError = (error: unknown): error is NodeJS.ErrnoException => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code !== '' && !/^(ERR_SSL_|ERR_HTTP2_|EPROTO|ECONNRESET|EPIPE)/.test(code)
}
