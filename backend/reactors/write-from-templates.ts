import type pg from 'pg'
import {
  type GenerationRequest,
  generationEvents,
  generations,
  isAwaited,
  writingDeadlineMs,
  writingFailedMessage,
} from '#domain/generations.ts'
import { can } from '#domain/rights.ts'
import type { OmittedSource, UsedSource } from '#domain/writings.ts'
import { generateTexts } from '../commands/templates/written-texts.ts'
import { gather } from '../commands/writings/context.ts'
import { marksOf } from '../commands/writings/marks.ts'
import { viewerOf } from '../http/policy.ts'
import type { Files } from '../providers/files.ts'
import { type Known, knowingNothing, TextFailed, type TextModel } from '../providers/text-model.ts'
import type { UntrustedInput } from '../providers/untrusted-input.ts'
import { answered } from './answered.ts'
import type { Cancellations } from './cancellations.ts'
import { type Reaction, reactor } from './reactor.ts'
import { duringWorkTime, type WithinWorkTime } from './work-time.ts'

interface Ports {
  textModel: TextModel
  cancellations: Cancellations
  /**
   * The requester's knowledge at the time of writing; undefined if they may no longer create lore at the requested
   * location.
   */
  knowing: (request: GenerationRequest, handler: Pick<Reaction, 'stateOf'>) => Promise<Knowing | undefined>
  deadlineMs?: number
  withinTime?: WithinWorkTime
}
interface Knowing {
  known: Known
  used: UsedSource[]
  omitted: OmittedSource[]
  /** Marks of the sources used earlier in the campaign. */
  marks: readonly string[]
}

/**
 * Collects only what the requester may see at the moment of writing: a user who has left the campaign receives nothing
 * of it.
 */
export const knowingBy =
  ({ pool, files, untrusted }: { pool: pg.Pool; files: Files; untrusted: UntrustedInput }) =>
  async (
    { userId, campaignId, guidanceContext: conjurationIds }: GenerationRequest,
    handler: Pick<Reaction, 'stateOf'>,
  ): Promise<Knowing | undefined> => {
    const unseen = (id: string): OmittedSource => ({ kind: 'lore', id, why: 'rights' })
    if (campaignId === null) return { known: knowingNothing, used: [], omitted: conjurationIds.map(unseen), marks: [] }
    const viewer = await viewerOf(pool, userId)
    if (!can(viewer, 'enter', { campaignId })) return undefined
    const wanted = {
      campaignId,
      conjurationIds,
      targetConjurationId: null,
      fileIds: [],
      campaign: true,
      storyVault: false,
    }
    const gathered = await gather(wanted, viewer, { pool, files, untrusted, handler })
    return { ...gathered, marks: await marksOf(pool, campaignId) }
  }

const left = 'You do not belong to this campaign any more. The credits came back.'
/** Failures that a retry would repeat. */
const final: ReadonlySet<string> = new Set(['filtered', 'refused', 'misconfigured'])

/**
 * Generates the requested texts. The generation's stream decides whether they are still wanted, so late and duplicate
 * results are handled there.
 */
export const writeFromTemplates = ({
  textModel,
  cancellations,
  knowing,
  deadlineMs = writingDeadlineMs,
  withinTime = duringWorkTime,
}: Ports) => {
  const write = async (
    generationId: string,
    reaction: Reaction,
    { cancelled, deadline }: { cancelled: AbortSignal; deadline: AbortSignal },
  ) => {
    const state = await reaction.stateOf(generations, generationId)
    const { request } = state
    if (!request || !isAwaited(state)) return
    type Command = Parameters<typeof reaction.dispatch<typeof generations.commands, typeof generationEvents, never>>[2]
    const send = (command: Command) => reaction.dispatch(generations, generationId, command, 'initiator')
    const fail = (message: string) => send({ type: 'FailGeneration', data: { generationId, message } })

    const timeOut = () => send({ type: 'TimeOutGeneration', data: { generationId } })

    if (deadline.aborted) return timeOut()
    await send({ type: 'StartGeneration', data: { generationId } })
    const known = await knowing(request, reaction)
    if (!known) return fail(left)
    const signal = AbortSignal.any([reaction.signal, deadline, cancelled])
    const written = await answered(generateTexts(textModel, request, known, signal), signal).catch(
      (error: unknown) => error as Error,
    )

    if (cancelled.aborted) return
    if (written instanceof Error && deadline.aborted) return timeOut()
    if (written instanceof Error) {
      if (written instanceof TextFailed && written.kind === 'filtered')
        return send({ type: 'FilterGeneration', data: { generationId, message: written.message } })
      const isFinal = written instanceof TextFailed && final.has(written.kind)
      // A stopping process records nothing: another worker will generate it.
      if ((isFinal || reaction.last) && !reaction.signal.aborted)
        // The wrong setting is reported to the operator only.
        return fail(
          written instanceof TextFailed && written.kind !== 'misconfigured' ? written.message : writingFailedMessage,
        )
      throw written
    }
    const { used, omitted } = known
    const by = { model: `${textModel.provider} ${textModel.model}`, used, omitted }
    return send({ type: 'RecordTexts', data: { generationId, ...written, ...by } })
  }

  return reactor(generationEvents, {
    name: 'write-from-templates',
    slow: true,
    attempts: 4,
    on: {
      GenerationRequested: ({ generationId }, reaction) =>
        cancellations.during(generationId, 1, (cancelled) =>
          withinTime(reaction, deadlineMs, (deadline) => write(generationId, reaction, { cancelled, deadline })),
        ),
    },
  })
}
