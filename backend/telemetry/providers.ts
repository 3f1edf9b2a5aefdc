import { Histogram, type Registry } from 'prom-client'
import { FileMissing, type Files } from '../providers/files.ts'
import type { ImageEdits } from '../providers/image-edits.ts'
import { ImageRefused, type Images, ProviderBusy, ProviderMisconfigured } from '../providers/images.ts'
import type { Mailer } from '../providers/mail.ts'
import type { ModelProvider } from '../providers/models.ts'
import { PaymentDeclined, type Payments, PaymentsUnavailable } from '../providers/payments.ts'
import { TextFailed, type TextModel } from '../providers/text-model.ts'
import { type Transcriber, TranscriptionError } from '../providers/transcription.ts'
import { longBuckets, secondsBuckets, timed } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'
import { inSpan } from './tracer.ts'

const client = 'client' as const
const histogram = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
  buckets: number[],
) => new Histogram({ name: `loreloom_${name}`, help, labelNames, buckets, registers: [registry] })

/** Measures image generation: duration and outcome. */
export const observedImages = (images: Images, { metrics: { registry }, tracer }: Telemetry): Images => {
  const help = 'From asking for a picture to the answer of its maker'
  const duration = histogram(registry, 'picture_seconds', help, ['model', 'outcome'], longBuckets)
  return {
    ...images,
    generate(request) {
      const { model, signal } = request
      const options = { kind: client, attributes: { 'loreloom.model': model } }
      return timed(
        () => inSpan(tracer, 'provider picture', options, () => images.generate(request)),
        (seconds, outcome) => duration.observe({ model, outcome }, seconds),
        (error) => (signal.aborted ? 'aborted' : endOf(error)),
      )
    },
  }
}

/** Measures image editors: duration and outcome. */
export const observedImageEdits = (
  editors: readonly ImageEdits[],
  { metrics: { registry }, tracer }: Telemetry,
): ImageEdits[] => {
  const help = 'From asking for an edit of a picture to the answer of its maker'
  const duration = histogram(registry, 'picture_edit_seconds', help, ['tool', 'provider', 'outcome'], longBuckets)
  return editors.map((editor) => ({
    ...editor,
    edit(request) {
      const { edit, signal } = request
      const of = { tool: edit.tool, provider: editor.name }
      const options = { kind: client, attributes: { 'loreloom.tool': edit.tool, 'loreloom.provider': editor.name } }
      return timed(
        () => inSpan(tracer, 'provider edit', options, () => editor.edit(request)),
        (seconds, outcome) => duration.observe({ ...of, outcome }, seconds),
        (error) => (signal.aborted ? 'aborted' : endOf(error)),
      )
    },
  }))
}

/** Measures the provider of 3D models: duration and outcome. */
export const observedModels = (models: ModelProvider, { metrics: { registry }, tracer }: Telemetry): ModelProvider => {
  const help = 'From asking for a 3D model to the answer of its maker'
  const duration = histogram(registry, 'model_seconds', help, ['kind', 'outcome'], longBuckets)
  return {
    ...models,
    sculpt(request, options) {
      const { kind } = request
      const attributes = { 'loreloom.model': models.name, 'loreloom.kind': kind }
      return timed(
        () => inSpan(tracer, 'provider model', { kind: client, attributes }, () => models.sculpt(request, options)),
        (seconds, outcome) => duration.observe({ kind, outcome }, seconds),
        (error) => (options?.signal?.aborted ? 'aborted' : endOf(error)),
      )
    },
  }
}

const endOf = (error: unknown): string => {
  if (error instanceof ImageRefused) return error.kind
  if (error instanceof ProviderBusy) return 'busy'
  return error instanceof ProviderMisconfigured ? 'misconfigured' : 'failed'
}

/** Measures a text model: duration and outcome. */
export const observedTextModel = (textModel: TextModel, { metrics: { registry }, tracer }: Telemetry): TextModel => {
  const help = 'From asking for a text to its last word'
  const duration = histogram(registry, 'text_seconds', help, ['kind', 'outcome'], longBuckets)
  const measured = <T>(kind: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> =>
    timed(
      () =>
        inSpan(tracer, `provider ${kind}`, { kind: client, attributes: { 'loreloom.model': textModel.model } }, call),
      (seconds, outcome) => duration.observe({ kind, outcome }, seconds),
      (error) => (signal.aborted ? 'aborted' : error instanceof TextFailed ? error.kind : 'failed'),
    )
  const { converse } = textModel
  return {
    ...textModel,
    converse: converse && ((request, hear) => measured('answer', request.signal, () => converse(request, hear))),
    write: (request, hear) => measured('text', request.signal, () => textModel.write(request, hear)),
    writeSheet: (request, hear) => measured('sheet', request.signal, () => textModel.writeSheet(request, hear)),
    writeStructure: (request) => measured('structure', request.signal, () => textModel.writeStructure(request)),
  }
}

/** Measures transcriptions: duration and outcome. Returns undefined if no server is set up; the metric exists nevertheless. */
export const observedTranscriber = (
  transcriber: Transcriber | undefined,
  { metrics: { registry }, tracer }: Telemetry,
): Transcriber | undefined => {
  const help = 'From sending a recording to its transcript'
  const duration = histogram(registry, 'transcription_seconds', help, ['outcome'], longBuckets)
  return (
    transcriber && {
      ...transcriber,
      transcribe: (sound, options) =>
        timed(
          () =>
            inSpan(tracer, 'provider transcription', { kind: client }, () => transcriber.transcribe(sound, options)),
          (seconds, outcome) => duration.observe({ outcome }, seconds),
          (error) => (options.signal.aborted ? 'aborted' : error instanceof TranscriptionError ? error.kind : 'failed'),
        ),
    }
  )
}

/** Measures the sending of mail: duration and outcome. */
export const observedMailer = (mailer: Mailer, { metrics: { registry }, tracer }: Telemetry): Mailer => {
  const duration = histogram(registry, 'mail_seconds', 'Handing over a mail', ['outcome'], secondsBuckets)
  return {
    send: (mail) =>
      timed(
        () => inSpan(tracer, 'provider mail', { kind: client }, () => mailer.send(mail)),
        (seconds, outcome) => duration.observe({ outcome }, seconds),
      ),
  }
}

/** Measures a file store. A missing file counts as an answer. */
export const observedFiles = (files: Files, { metrics: { registry }, tracer }: Telemetry): Files => {
  const help = 'A call of the store of media; of a stream, until it begins'
  const duration = histogram(registry, 'files_seconds', help, ['operation', 'outcome'], secondsBuckets)
  const measured = <T>(operation: keyof Files, call: () => Promise<T>): Promise<T> =>
    timed(
      () => inSpan(tracer, `files ${operation}`, { kind: client }, call),
      (seconds, outcome) => duration.observe({ operation, outcome }, seconds),
      (error) => (error instanceof FileMissing ? 'missing' : 'failed'),
    )
  return {
    put: (key, bytes, mime) => measured('put', () => files.put(key, bytes, mime)),
    get: (key) => measured('get', () => files.get(key)),
    putStream: (key, bytes, of) => measured('putStream', () => files.putStream(key, bytes, of)),
    stream: (key, range) => measured('stream', () => files.stream(key, range)),
    stat: (key) => measured('stat', () => files.stat(key)),
    remove: (key) => measured('remove', () => files.remove(key)),
    list: () => files.list(),
    removeUnfinished: (hours) => files.removeUnfinished(hours),
  }
}

/** Measures the payment provider, if there is one: duration and outcome. A declined payment counts as an answer. */
export const observedPayments = (
  payments: Payments | undefined,
  { metrics: { registry }, tracer }: Telemetry,
): Payments | undefined => {
  const help = 'A call of the payment provider, of all that one act asks of it'
  const duration = histogram(registry, 'payments_seconds', help, ['operation', 'outcome'], secondsBuckets)
  if (!payments) return undefined
  const measured =
    <Given extends unknown[], T>(operation: keyof Payments, call: (...given: Given) => Promise<T>) =>
    (...given: Given): Promise<T> =>
      timed(
        () => inSpan(tracer, `payments ${operation}`, { kind: client }, () => call(...given)),
        (seconds, outcome) => duration.observe({ operation, outcome }, seconds),
        (error) =>
          error instanceof PaymentDeclined ? 'declined' : error instanceof PaymentsUnavailable ? 'away' : 'failed',
      )
  return {
    ...payments,
    account: measured('account', (...of) => payments.account(...of)),
    userOf: measured('userOf', (...of) => payments.userOf(...of)),
    customerOf: measured('customerOf', (...of) => payments.customerOf(...of)),
    createCustomer: measured('createCustomer', (...of) => payments.createCustomer(...of)),
    setEmail: measured('setEmail', (...of) => payments.setEmail(...of)),
    setupIntent: measured('setupIntent', (...of) => payments.setupIntent(...of)),
    cards: measured('cards', (...of) => payments.cards(...of)),
    addCard: measured('addCard', (...of) => payments.addCard(...of)),
    attachUnconfirmedCard: measured('attachUnconfirmedCard', (...of) => payments.attachUnconfirmedCard(...of)),
    promotePaidCard: measured('promotePaidCard', (...of) => payments.promotePaidCard(...of)),
    replaceCards: measured('replaceCards', (...of) => payments.replaceCards(...of)),
    preferCard: measured('preferCard', (...of) => payments.preferCard(...of)),
    removeCard: measured('removeCard', (...of) => payments.removeCard(...of)),
    address: measured('address', (...of) => payments.address(...of)),
    setAddress: measured('setAddress', (...of) => payments.setAddress(...of)),
    abandonUnpaid: measured('abandonUnpaid', (...of) => payments.abandonUnpaid(...of)),
    subscribe: measured('subscribe', (...of) => payments.subscribe(...of)),
    preview: measured('preview', (...of) => payments.preview(...of)),
    change: measured('change', (...of) => payments.change(...of)),
    dropPendingChange: measured('dropPendingChange', (...of) => payments.dropPendingChange(...of)),
    schedule: measured('schedule', (...of) => payments.schedule(...of)),
    keep: measured('keep', (...of) => payments.keep(...of)),
    cancelAtPeriodEnd: measured('cancelAtPeriodEnd', (...of) => payments.cancelAtPeriodEnd(...of)),
    suspendRenewal: measured('suspendRenewal', (...of) => payments.suspendRenewal(...of)),
    resumeRenewal: measured('resumeRenewal', (...of) => payments.resumeRenewal(...of)),
    cancelNow: measured('cancelNow', (...of) => payments.cancelNow(...of)),
    retryRenewal: measured('retryRenewal', (...of) => payments.retryRenewal(...of)),
    unfinished: measured('unfinished', (...of) => payments.unfinished(...of)),
    cancelUnfinished: measured('cancelUnfinished', (...of) => payments.cancelUnfinished(...of)),
    purchase: measured('purchase', (...of) => payments.purchase(...of)),
    refund: measured('refund', (...of) => payments.refund(...of)),
  }
}
