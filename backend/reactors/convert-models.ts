import { type ConvertedFormat, conversionFailedMessage, modelDeadlineMs } from '#domain/model-words.ts'
import { modelEvents, models } from '#domain/models.ts'
import type { Files } from '../providers/files.ts'
import type { ConvertModel, ModelFormat, ModelProgress } from '../providers/models.ts'
import { InputRefused } from '../providers/untrusted-input.ts'
import { expiries } from './expiries.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Ports {
  convert: ConvertModel
  files: Files
  /** Reports progress to viewers. */
  progress: (modelId: string, targetFormat: ConvertedFormat, progress: ModelProgress) => void
}

const formats: Record<ConvertedFormat, ModelFormat> = { STL: 'stl', '3MF': '3mf', OBJ: 'obj' }

interface Requested {
  modelId: string
  targetFormat: ConvertedFormat
  attempt: number
}

/** Converts models to files for printers. A retry of a job writes the same file. */
export const convertModels = ({ convert, files, progress }: Ports) => {
  const run = async ({ modelId, targetFormat, attempt }: Requested, reaction: Reaction) => {
    const { glb, conversions, isPurged } = await reaction.stateOf(models, modelId)
    const { status, attempt: current } = conversions[targetFormat] ?? {}
    if (!glb || isPurged || status !== 'running' || current !== attempt) return
    const format = formats[targetFormat]
    const onProgress = (each: ModelProgress) => progress(modelId, targetFormat, each)
    const converted = await convert(await files.get(glb.key), { format }, { signal: reaction.signal, onProgress })
    const { bytes, mime, report } = converted
    const file = { key: `models/${modelId}/model.${format}`, mime, size: bytes.length }
    await files.put(file.key, bytes, mime)
    const data = { modelId, targetFormat, attempt, file, notes: report.notes }
    await reaction.dispatch(models, modelId, { type: 'RecordConversion', data })
    if ((await reaction.stateOf(models, modelId)).isPurged) await files.remove(file.key)
  }

  return reactor(modelEvents, {
    name: 'convert-models',
    slow: true,
    attempts: 3,
    on: {
      async ModelConversionRequested(requested, reaction) {
        try {
          await run(requested, reaction)
        } catch (error) {
          if (error instanceof InputRefused) return fail(requested, reaction)
          // A shutdown interrupts the attempt; the job is run again after the next start.
          if (reaction.last && !reaction.signal.aborted) await fail(requested, reaction)
          throw error
        }
      },
    },
  })
}

const fail = ({ modelId, targetFormat, attempt }: Requested, { dispatch }: Reaction) => {
  const data = { modelId, targetFormat, attempt, message: conversionFailedMessage }
  return dispatch(models, modelId, { type: 'FailConversion', data })
}

/**
 * Fails a conversion at its deadline, so that it can be requested again. The worker may be killed in its last attempt, before it reports
 * the failure.
 */
export const expireConversions = ({ deadlineMs = modelDeadlineMs }: { deadlineMs?: number } = {}) =>
  expiries(modelEvents, {
    name: 'conversions',
    worker: 'convert-models',
    deadlineMs,
    on: { ModelConversionRequested: fail },
  })
