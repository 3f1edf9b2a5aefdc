import { join } from 'node:path'
import type pg from 'pg'
import { openStudio } from '../../studio/index.ts'
import type { Config } from '../config.ts'
import { watch } from '../platform/dependency.ts'
import type { Log } from '../platform/log.ts'
import type { Stopping } from '../platform/stopping.ts'
import { folder } from './files/folder.ts'
import { s3 } from './files/s3.ts'
import { fileWitness, mailWitness, urlWitness } from './head-witnesses.ts'
import { localEdits } from './image-edits/local.ts'
import { stabilityEdits } from './image-edits/stability.ts'
import { type OpenedSource, openSource } from './image-sources/open.ts'
import type { ImageSource } from './image-sources/source.ts'
import { watched } from './image-sources/watched.ts'
import { blackForestLabs } from './images/black-forest-labs.ts'
import { choose } from './images/choose.ts'
import { localStudio } from './images/local.ts'
import { stability } from './images/stability.ts'
import { ProviderMisconfigured } from './images.ts'
import { migrateOutbox, outbox } from './mail/outbox.ts'
import { migrateSentMails, sendOnce } from './mail/sent-once.ts'
import { smtp } from './mail/smtp.ts'
import type { Mailer } from './mail.ts'
import { vendorModels } from './models/choose.ts'
import { localModels } from './models/local.ts'
import { meshy } from './models/meshy.ts'
import { stabilityModels } from './models/stability.ts'
import { tripo } from './models/tripo.ts'
import type { Vendor } from './models/vendor.ts'
import { hosted } from './text-model/hosted.ts'
import { scribe } from './text-model/scribe.ts'
import { whisper } from './transcription/whisper.ts'

/** Context of the configured adapters, with the hook to stop them. */
interface Place {
  log: Log
  stopping: Pick<Stopping, 'add'>
}

/** Gauge that reports whether an image source is reachable. */
interface Up {
  set(of: { source: string }, isThere: 0 | 1): void
}

/** Sends mail by SMTP, or stores it for admins to read. */
const openMail = async (config: Config, pool: pg.Pool, { log, stopping }: Place) => {
  if (config.smtp) {
    const mailer = smtp(config.smtp)
    stopping.add('mail', () => mailer.close())
    await migrateSentMails(pool)
    return { mailer: sendOnce(pool, mailer), watched: [await watch(mailer.dependency, { log, stopping })] }
  }
  await migrateOutbox(pool)
  const mailer = outbox(pool)
  return { mailer, outbox: mailer, watched: [] }
}

/**
 * Opens the image sources besides the built-in studio. An unreachable source is logged once, and its pictures fail with
 * a message.
 */
export const openSources = (sources: readonly ImageSource[], up: Up, { log, stopping }: Place) => {
  const opened = sources.map((source) => {
    const { name, url } = source
    up.set({ source: name }, 1)
    return watched(openSource(source), {
      changed(isThere, err) {
        up.set({ source: name }, isThere ? 1 : 0)
        if (isThere) log.warn({ source: name }, `${name} can be reached again`)
        else
          log.warn(
            { source: name, err },
            `${name} cannot be reached at ${url}: nothing can be drawn there until it can`,
          )
      },
    })
  })
  const stopped = new AbortController()
  // An unreachable source is logged by its watcher; other failures appear when it draws.
  const tellOperator = (err: unknown) => {
    if (err instanceof ProviderMisconfigured) log.warn({ err }, err.message)
  }
  const probes = opened.map(({ probe }) => probe?.(stopped.signal).catch(tellOperator))
  stopping.add('sources of pictures', async () => {
    stopped.abort()
    await Promise.all(probes)
  })
  return opened
}

/** The vendor of 3D models, in addition to the studio. */
const modelVendor = ({ modelVendor: chosen, modelDeadlineMs: timeoutMs }: Config): Vendor | undefined => {
  if (chosen === undefined) return undefined
  const { provider, ...access } = chosen
  const options = { ...access, timeoutMs }
  if (provider === 'meshy') return meshy(options)
  if (provider === 'tripo') return tripo(options)
  return stabilityModels({ ...options, variant: provider === 'stability' ? 'fast' : 'point-aware' })
}

/** Opens the adapters for pictures, 3D models, texts, files and mail that the configuration selects. */
export const openProviders = async (config: Config, sources: readonly OpenedSource[], pool: pg.Pool, place: Place) => {
  const { stopping } = place
  const studio = openStudio()
  const images = choose([
    localStudio(studio),
    ...(config.stability ? [stability(config.stability)] : []),
    ...(config.blackForestLabs ? [blackForestLabs(config.blackForestLabs)] : []),
    ...sources.map(({ images }) => images),
  ])
  stopping.add('pictures', () => images.close?.())
  const imageEdits = [
    ...(config.stability ? [stabilityEdits(config.stability)] : []),
    ...sources.flatMap(({ edits }) => edits ?? []),
    // Last: the first matching editor is used, so those that the operator configured take precedence.
    localEdits(studio),
  ]
  stopping.add('edits of pictures', () => Promise.all(imageEdits.map((editor) => editor.close?.())))

  const models = localModels()
  stopping.add('3D models', models.close)
  const vendor = modelVendor(config)

  const bucket = config.s3 && s3(config.s3)
  if (bucket) stopping.add('files', () => bucket.close())

  const textModel = config.textModel ? hosted(config.textModel) : scribe()
  const transcriber = config.transcription && whisper(config.transcription)
  const files = bucket ?? folder(join(config.dataDir, 'files'))
  const watchedFiles = bucket ? [await watch(bucket.dependency, place)] : []
  const { watched, ...mail } = await openMail(config, pool, place)
  return {
    images,
    imageEdits,
    models: vendor ? vendorModels(vendor, models) : models.provider,
    convertModel: models.convert,
    textModel,
    transcriber,
    files,
    ...mail,
    watched: [...watchedFiles, ...watched],
  }
}

/** Destinations of signed heads of the audit chain. */
export const openWitnesses = ({ auditHeads: { file, mail, url } }: Config, mailer: Mailer) => [
  fileWitness(file),
  ...(mail ? [mailWitness(mailer, mail)] : []),
  ...(url ? [urlWitness(url)] : []),
]
