import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { localProvider } from '#domain/image-models.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import { ImageSourcesFile } from './schema.ts'
import { type ImageSource, sourceOf } from './source.ts'

/** The complaints about the configuration file, one line each. */
export class WrongSources extends CannotStart {}

/**
 * Reads the file that IMAGE_SOURCES names. Keys come from the environment alone: a file is copied, shown and committed.
 * Throws `WrongSources` with all complaints about the schema or, if there are none, with all others.
 */
export function readImageSources(path: string, env: NodeJS.ProcessEnv): ImageSource[] {
  const complain = (complaints: readonly string[]) => {
    if (complaints.length > 0)
      throw new WrongSources(complaints.map((what) => `IMAGE_SOURCES ${path}: ${what}.`).join('\n'))
  }
  const { success, data, error } = ImageSourcesFile.safeParse(json(path, complain))
  if (!success)
    complain(
      error.issues.map(({ path: at, message }) =>
        [placeOf(at), message].filter(Boolean).join(/^[A-Z]/.test(message) ? ': ' : ' '),
      ),
    )
  const complaints: string[] = []
  const sources = (data?.sources ?? []).map((entry, n) => {
    const complainOfIt = (what: string) => complaints.push(`sources[${n}].${what}`)
    const readRelative = (file: string) => json(resolve(dirname(path), file), () => undefined)
    return sourceOf(entry, { env, read: readRelative, complain: complainOfIt })
  })
  complain([...complaints, ...twice(sources, 'id'), ...twice(sources, 'name'), ...taken(sources)])
  return sources
}

function json(path: string, complain: (complaints: readonly string[]) => void): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    complain([error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'])
    return undefined
  }
}

/** Formats a path as in `sources[0].models[1].cost`. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (place, key) => (typeof key === 'number' ? `${place}[${key}]` : place ? `${place}.${String(key)}` : String(key)),
    '',
  )

const twice = (sources: readonly ImageSource[], field: 'id' | 'name'): string[] =>
  sources.flatMap((source, n) => {
    const first = sources.findIndex((other) => other[field] === source[field])
    return first < n
      ? [
          `sources[${n}].${field} must not be ${JSON.stringify(source[field])}, which sources[${first}] is: give one of them another`,
        ]
      : []
  })

/** Names of the built-in providers. A source may not use them, since they identify the provider of a picture or an edit. */
const ours = [localProvider, 'Stability AI', 'Black Forest Labs']
const taken = (sources: readonly ImageSource[]): string[] =>
  sources.flatMap(({ name }, n) =>
    ours.includes(name) ? [`sources[${n}].name must not be ${JSON.stringify(name)}, which is ours`] : [],
  )
