import { z } from 'zod'
import { fetchLink, LinkExpired, LinkRefused } from '../public-link.ts'
import { answered, answerLimit, call, post, type Server } from './http.ts'
import type { ImageSource } from './source.ts'

/** Response of `/v1/images` of OpenAI, LocalAI and others. */
const Drawn = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
})

export interface OpenAiImages {
  generate(body: object, signal: AbortSignal): Promise<Buffer>
  /** `path` below the address, such as `/images/edits`. */
  submit(path: string, form: FormData, signal: AbortSignal): Promise<Buffer>
  probe(signal: AbortSignal): Promise<void>
}

export function openAiImages({ name, url, at, setting, key }: ImageSource): OpenAiImages {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const server: Server = { name, url, source: at, setting, headers }

  const pictureIn = async (response: Response, signal: AbortSignal): Promise<Buffer> => {
    const { data } = await answered(server, response, Drawn)
    const { b64_json: base64, url: address } = data[0] ?? {}
    if (base64) return Buffer.from(base64, 'base64')
    if (!address || !URL.canParse(address, `${url}/`)) throw new Error(`${name} answered without a picture`)
    return fetchPicture(new URL(address, `${url}/`), signal)
  }

  /**
   * Fetches a picture. The key is sent only to the configured origin. A vendor's links to other origins must be public and https, also
   * after redirects.
   */
  const fetchPicture = (picture: URL, signal: AbortSignal): Promise<Buffer> => {
    const { origin } = new URL(url)
    const options = { origin, headers, isOfOperator: at === 'home', maxBytes: answerLimit, signal }
    return fetchLink(picture.href, options).catch((cause: unknown) => {
      if (cause instanceof LinkRefused)
        throw new Error(`${name} answered with an address that is none of a picture`, { cause })
      if (cause instanceof LinkExpired)
        throw new Error(`${name} answered with an address that has no picture`, { cause })
      throw cause
    })
  }

  return {
    generate: async (body, signal) => pictureIn(await post(server, '/images/generations', body, signal), signal),
    submit: async (path, form, signal) =>
      pictureIn(await call(server, path, { method: 'POST', body: form, signal }), signal),
    async probe(signal) {
      await call(server, '/models', { signal })
    },
  }
}
