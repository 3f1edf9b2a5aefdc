import { X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'

/** Maps the wildcard addresses that a server may listen on to the loopback address that reaches it locally. */
const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

/**
 * Returns the addresses at which clients reach a server that listens at `url`. A server on a wildcard address is reached at its loopback
 * address or its host name; with TLS, at the DNS names of its certificate (PEM), since clients accept no others.
 */
export function calledAt(url: string, cert?: string, machine = hostname()): string[] {
  const [, scheme, host = '', rest] = /^(\w+:\/\/)(\[[^\]]*\]|[^:/?]+)(.*)$/.exec(url) ?? []
  const loopback = everywhere[host]
  if (loopback === undefined) return [url]
  const names = cert === undefined ? [loopback, machine] : namesIn(cert)
  return (names.length > 0 ? names : [machine]).map((name) => `${scheme}${name}${rest}`)
}

const namesIn = (cert: string) =>
  Array.from(new X509Certificate(cert).subjectAltName?.matchAll(/DNS:([^,*]+)(?=,|$)/g) ?? [], ([, name = '']) => name)
