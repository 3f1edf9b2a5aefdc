import { z } from 'zod'
import { answered, call, post, readBody, type Server } from './http.ts'
import { type ImageSource, isOwnNetwork } from './source.ts'

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
    return readBody(await fetched(new URL(address, `${url}/`), signal))
  }

  /**
   * Sends the key only to the configured origin, wherever the picture is; and does not follow a vendor's address into
   * our own network.
   */
  const fetched = async (picture: URL, signal: AbortSignal): Promise<Response> => {
    const isTheirs = picture.origin === new URL(url).origin
    if (!/^https?:$/.test(picture.protocol) || (!isTheirs && at === 'vendor' && isOwnNetwork(picture.hostname)))
      throw new Error(`${name} answered with an address that is none of a picture`)
    const response = await fetch(picture, { headers: isTheirs ? headers : {}, signal })
    if (!response.ok) throw new Error(`${name} answered with an address that has no picture (${response.status})`)
    return response
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
