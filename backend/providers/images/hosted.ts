import { createFal } from '@ai-sdk/fal'
import { createReplicate } from '@ai-sdk/replicate'
import { APICallError, generateImage, type ImageModel } from 'ai'
import { z } from 'zod'
import { couldNot, faultOf, filteredBy } from '../image-sources/faults.ts'
import { awayFrom } from '../image-sources/http.ts'
import { nearestRatio, offeredSize } from '../image-sources/sizes.ts'
import type { ImageSource, SourceModel } from '../image-sources/source.ts'
import { creditLineOf, freedomOf, modelOf, promptOf } from '../image-sources/words.ts'
import { ImageRefused, type Images, type PictureRequest } from '../images.ts'
import { exactly } from '../uploaded-image.ts'

const Prediction = z.object({ id: z.string().regex(/^[\w-]+$/), status: z.string() })

/**
 * A `fetch` for one prediction that cancels it when the caller aborts: the package only stops listening, and the
 * picture would be drawn and billed.
 */
function cancelling({ url, key }: { url: string; key: string | undefined }, signal: AbortSignal): typeof fetch {
  let id: string | undefined
  signal.addEventListener(
    'abort',
    () => {
      if (id === undefined) return
      const headers = { authorization: `Bearer ${key ?? ''}` }
      // A failed cancellation is ignored: the caller gets its abort either way.
      fetch(`${url}/predictions/${id}/cancel`, { method: 'POST', headers, signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined,
      )
    },
    { once: true },
  )
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.headers.get('content-type')?.includes('json')) return response
    const said: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    id = Prediction.safeParse(said).data?.id ?? id
    return response
  }
}

interface Host {
  model(name: string, signal: AbortSignal): ImageModel
  /** Parameters besides the prompt: the size in the host's format, and the strength of a reference. */
  parametersOf(
    request: PictureRequest,
    model: SourceModel,
  ): Pick<Parameters<typeof generateImage>[0], 'size' | 'aspectRatio' | 'providerOptions'>
}

/** fal and Replicate through the `ai` package: many models with one key. `pollMs`: polling interval for Replicate. */
export function hosted(source: ImageSource, { pollMs = 1_000 } = {}): Images {
  const host = source.kind === 'fal' ? falHost(source) : replicateHost(source, pollMs)
  return {
    name: source.name,
    models: source.models.map(({ shown }) => shown.slug),
    configured: source.models.map(({ shown }) => shown),
    async generate(request) {
      const { signal, width, height, seed, reference } = request
      signal.throwIfAborted()
      const model = modelOf(source, request.model)
      if (reference && !model.shown.supportsReference)
        throw new ImageRefused('refused', `${model.shown.name} cannot work from a reference image.`)
      const text = promptOf(request, model)
      const { image, providerMetadata } = await generateImage({
        ...host.parametersOf(request, model),
        model: host.model(model.model, signal),
        prompt: reference ? { text, images: [new Uint8Array(await exactly(reference.bytes, request))] } : text,
        seed,
        // The job retries, since it knows the deadline.
        maxRetries: 0,
        abortSignal: signal,
      }).catch((error: unknown) => {
        signal.throwIfAborted()
        throw faultIn(source, error)
      })
      // fal returns a black picture with a flag instead of an error.
      if (isFiltered(providerMetadata.fal?.images[0])) throw filteredBy(source.name)
      const bytes = await exactly(image.uint8Array, { width, height })
      return { bytes, mime: 'image/png', width, height, seed, madeBy: creditLineOf(model, source) }
    },
  }
}

const falHost = ({ url, key }: ImageSource): Host => {
  const fal = createFal({ apiKey: key ?? '', baseURL: url })
  return {
    model: (name) => fal.image(name),
    parametersOf(request, { sizes, options }) {
      const { width, height } = offeredSize(request, sizes)
      const strength = request.reference && { strength: freedomOf(request.reference.strength) }
      return { size: `${width}x${height}`, providerOptions: { fal: { outputFormat: 'png', ...options, ...strength } } }
    },
  }
}

/** Most models of Replicate take proportions; models that take sizes have them in their configuration. */
const replicateHost = ({ url, key }: ImageSource, pollIntervalMillis: number): Host => ({
  model: (name, signal) =>
    createReplicate({ apiToken: key ?? '', baseURL: url, fetch: cancelling({ url, key }, signal) }).image(name),
  parametersOf(request, { sizes, options }) {
    const { width, height } = offeredSize(request, sizes)
    const strength = request.reference && { prompt_strength: freedomOf(request.reference.strength) }
    const size = sizes ? ({ size: `${width}x${height}` } as const) : ({ aspectRatio: nearestRatio(request) } as const)
    return {
      ...size,
      providerOptions: {
        replicate: { pollIntervalMillis, maxWaitTimeInSeconds: 1, output_format: 'png', ...options, ...strength },
      },
    }
  },
})

/** Converts errors of the package, which would carry prompt and key into logs, into the port's errors. */
function faultIn(source: ImageSource, error: unknown): unknown {
  if (APICallError.isInstance(error)) {
    if (error.statusCode === undefined) return awayFrom({ name: source.name, source: source.at }, error.cause)
    return faultOf(source, error.statusCode, parsed(error.responseBody), error.responseHeaders?.['retry-after'])
  }
  if (!(error instanceof Error)) return error
  const [, said = ''] = /^Replicate image generation (?:failed|canceled): (.*)/s.exec(error.message) ?? []
  if (/nsfw|safety|sensitive|moderat|flagged/i.test(said)) return filteredBy(source.name)
  if (/invalid|must be|unsupported/i.test(said)) return couldNot(source.name, said.slice(0, 300).replace(/[.\s]+$/, ''))
  return new Error(`${source.name} did not draw: ${(said || error.name).slice(0, 200)}`)
}

const isFiltered = (said: unknown): boolean =>
  said !== null && typeof said === 'object' && 'nsfw' in said && said.nsfw === true

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
