import type { z } from 'zod'
import type { Json } from '#domain/example-json.ts'
import { can } from '#domain/rights.ts'
import type { writingEvents, writings } from '#domain/writings.ts'
import type { Deps } from '../../http/deps.ts'
import { viewerOf } from '../../http/policy.ts'
import {
  type PieceListener,
  TextFailed,
  type TextModel,
  type TextRequest,
  type Written,
} from '../../providers/text-model.ts'
import type { Dispatcher } from '../dispatch.ts'
import { type Gathered, gather } from './context.ts'
import { marksOf } from './marks.ts'

type Request = z.infer<typeof writingEvents.WritingRequested>
type Command = Parameters<NonNullable<(typeof writings)['decide']['FinishWriting']>>[1]
type Needs = Pick<Deps, 'pool' | 'files' | 'untrusted'> & { handler: Pick<Dispatcher, 'stateOf'> } & {
  textModel: TextModel
}

export interface Drafted<T> {
  content: T
  /** The data to record. */
  receipt: Omit<Command, 'text'>
}

type DraftRequest = Omit<TextRequest, 'format' | 'words'>

/** Generates the requested text from the sources that the requester may see now. Throws `TextFailed`. */
export async function draft<T>(
  request: Request,
  { pool, handler, files, untrusted, textModel }: Needs,
  signal: AbortSignal,
  ask: (model: TextModel, draftRequest: DraftRequest) => Promise<Written<T>>,
): Promise<Drafted<T>> {
  const { writingId, campaignId, userId, prompt } = request
  const viewer = await viewerOf(pool, userId)
  if (!can(viewer, 'enter', { campaignId })) throw new TextFailed('refused', 'You no longer belong to this campaign.')
  const gathered = await gather(request, viewer, { pool, handler, files, untrusted })
  const { known, used, omitted, target } = gathered
  const written = await ask(textModel, {
    prompt,
    known,
    signal,
    about: target?.name,
    subject: subjectOf(gathered),
    seed: Number.parseInt(writingId.slice(-8), 16),
    marks: await marksOf(pool, campaignId),
  })
  const { provider, model } = textModel
  const { input: inputTokens, output: outputTokens } = written.usage
  const { madeBy, marks, content } = written
  const receipt = { writingId, provider, model, madeBy, inputTokens, outputTokens, cost: 0, used, omitted }
  return { content, receipt: { ...receipt, marks: marks.slice(0, 1_000) } }
}

const subjectOf = ({ target }: Gathered): string | null =>
  target && target.tags.length > 0 ? target.tags.join(', ') : null

/** Drafts a text, and passes its pieces to `hear` as they are generated. */
export const draftText = (
  request: Request,
  needs: Needs,
  signal: AbortSignal,
  hear?: PieceListener,
): Promise<Drafted<string>> => draft(request, needs, signal, (model, draftRequest) => model.write(draftRequest, hear))

/** Drafts JSON with the keys and types of an example. */
export const draftStructure = (
  request: Request,
  example: Json,
  needs: Needs,
  signal: AbortSignal,
): Promise<Drafted<Json>> =>
  draft(request, needs, signal, (model, draftRequest) => model.writeStructure({ ...draftRequest, example }))

/** Returns the data that records the failure of a text. */
export const failureOf = (writingId: string, error: unknown) => {
  const failed = error instanceof TextFailed ? error : undefined
  const { input = 0, output = 0 } = failed?.facts.usage ?? {}
  const failure = failed?.kind ?? ('failed' as const)
  // The wrong setting is reported to the operator only.
  const isPrivate = failed === undefined || failure === 'misconfigured'
  const message = isPrivate ? 'Something went wrong generating text. Please try again.' : failed.message
  return { writingId, failure, message, inputTokens: input, outputTokens: output }
}
